/** The credentials of an application by name: further ones for other programs, each with its last use. */

import { Button, Table, TableBody, TableCell, TableRow, TextInput } from '@carbon/react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { CreateCredentialResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { useStoredCredentials } from '../../session/stored-credentials.tsx'
import { renderSecretExpiry } from '../expiry-choices.ts'
import { NewSecretNotice } from '../new-secret-notice.tsx'
import { SecretExpiryField } from '../secret-expiry-field.tsx'
import type { ApplicationPanelProps } from './application-panel-props.ts'

export function NamedCredentials({ application, changed }: ApplicationPanelProps) {
  const [isAdding, setIsAdding] = useState(false)
  const [removed, setRemoved] = useState<string>()
  const { credentials } = application
  return (
    <section className="group" aria-labelledby="named-credentials">
      <h2 className="group__title" id="named-credentials">
        {t('All credentials')}
      </h2>
      <p className="page__lead">
        {t('Give each program a credential of its own: then you see which one is in use, and can end one alone.')}
      </p>
      <ScrollRegion label={t('Credentials')}>
        <Table size="md" aria-label={t('Credentials')}>
          <TableHeaderRow
            titles={[t('Name'), t('Client id'), t('Created'), t('Last used'), t('Expires'), t('Action')]}
          />
          <TableBody>
            {credentials.map(({ name, clientId, createdAt, lastUsed, secretExpiresAt }) => (
              <TableRow key={clientId}>
                <TableCell>{name}</TableCell>
                <TableCell>
                  <code>{clientId}</code>
                </TableCell>
                <TableCell>{createdAt ? formatDateTime(createdAt) : ''}</TableCell>
                <TableCell>{lastUsed ? formatDateTime(lastUsed) : t('not used yet')}</TableCell>
                <TableCell>{secretExpiresAt ? formatDateTime(secretExpiresAt) : t('never')}</TableCell>
                <TableCell>
                  {credentials.length > 1 && (
                    <Button
                      kind="danger--ghost"
                      size="sm"
                      aria-label={t('Delete the credential {name}', { name })}
                      onClick={() => setRemoved(name)}
                    >
                      {t('Delete')}
                    </Button>
                  )}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </ScrollRegion>
      <div className="buttons">
        <Button size="md" kind="tertiary" onClick={() => setIsAdding(true)}>
          {t('Add a credential')}
        </Button>
      </div>
      {isAdding && <AddDialog application={application} changed={changed} close={() => setIsAdding(false)} />}
      {removed !== undefined && (
        <RemoveDialog
          application={application}
          changed={changed}
          credential={removed}
          close={() => setRemoved(undefined)}
        />
      )}
    </section>
  )
}

function AddDialog({ application, changed, close }: ApplicationPanelProps & { close(): void }) {
  const [name, setName] = useState('')
  const [life, setLife] = useState('')
  const [made, setMade] = useState<CreateCredentialResponse>()
  const { saveSecret } = useStoredCredentials()
  const action = useAction()

  async function submit() {
    if (made) return close()
    await action.run(async () => {
      const created = await requestResource(
        'POST /applications/:application/credentials',
        { application: application.name },
        { body: { name: name.trim(), ...renderSecretExpiry(life) } },
      )
      saveSecret(created.clientId, created.clientSecret)
      setMade(created)
      changed()
    })
  }

  return (
    <Dialog
      size="sm"
      title={t('Add a credential')}
      label={application.title}
      action={made ? t('I have stored it') : t('Add')}
      busy={action.busy}
      problem={action.problem}
      submit={() => void submit()}
      close={close}
    >
      {made ? (
        <NewSecretNotice clientId={made.clientId} clientSecret={made.clientSecret} />
      ) : (
        <div className="form">
          <TextInput
            id="credential-name"
            labelText={t('Name')}
            helperText={t('The program that uses it: up to 64 letters, digits, blanks, - _ and .')}
            maxLength={64}
            required
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <SecretExpiryField value={life} change={setLife} />
        </div>
      )}
    </Dialog>
  )
}

interface RemoveDialogProps extends ApplicationPanelProps {
  credential: string
  close(): void
}

function RemoveDialog({ application, changed, credential, close }: RemoveDialogProps) {
  const action = useAction()

  async function confirm() {
    const params = { application: application.name, credential }
    const remove = () => requestResource('DELETE /applications/:application/credentials/:credential', params, {})
    if (!(await action.run(remove, t('The credential has ended'), credential))) return
    close()
    changed()
  }

  return (
    <ConfirmDialog
      title={t('Delete the credential {name}', { name: credential })}
      action={t('Delete')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">{t('The gateway then rejects its client id, its secret and its tokens.')}</p>
    </ConfirmDialog>
  )
}
