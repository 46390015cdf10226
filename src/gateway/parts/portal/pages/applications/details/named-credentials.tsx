/** The credentials of an application by name: further ones for other programs, each with its last use. */
import { useState } from 'react'
import { CopyableText } from '../../../../../../shared/ui/body/copyable-text.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormDialog } from '../../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { ResourceTable } from '../../../../../../shared/ui/table/resource-table.tsx'
import { RelativeTime } from '../../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { CreateCredentialResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { useStoredCredentials } from '../../session/stored-credentials.tsx'
import { NewSecretDialog, useSecretLifeField } from '../application-fields.tsx'
import { renderSecretExpiry } from '../expiry-choices.ts'
import type { ApplicationPanelProps } from './credentials-panel.tsx'

export function NamedCredentials({ application, changed }: ApplicationPanelProps) {
  const { name: owner, credentials } = application
  return (
    <Group title={t('All credentials')}>
      <p className="page__lead">
        {t('Give each program a credential of its own: then you see which one is in use, and can end one alone.')}
      </p>
      <ResourceTable
        resource={{ value: credentials, problem: undefined, reload: changed }}
        label={t('Credentials')}
        keyOf={({ clientId }) => clientId}
        columns={[
          [t('Name'), ({ name }) => name],
          [t('Client id'), ({ clientId }) => <CopyableText text={clientId} label={t('Client id')} />],
          [t('Created'), ({ createdAt }) => createdAt && <RelativeTime at={createdAt} />],
          [t('Last used'), ({ lastUsed }) => (lastUsed ? <RelativeTime at={lastUsed} /> : t('not used yet'))],
          [
            t('Expires'),
            ({ secretExpiresAt }) => (secretExpiresAt ? <RelativeTime at={secretExpiresAt} /> : t('never')),
          ],
        ]}
        actions={({ name: credential }) => [
          credentials.length > 1 && {
            label: t('Delete the credential {name}', { name: credential }),
            title: t('Delete'),
            kind: 'danger--ghost',
            question: t('The gateway then rejects its client id, its secret and its tokens.'),
            run() {
              const params = { application: owner, credential }
              return requestResource('DELETE /applications/:application/credentials/:credential', params, {})
            },
            done: t('The credential has ended'),
            about: credential,
          },
        ]}
      />
      <div className="buttons">
        <DialogButton
          size="md"
          kind="tertiary"
          dialog={(close) => <AddDialog application={application} changed={changed} close={close} />}
        >
          {t('Add a credential')}
        </DialogButton>
      </div>
    </Group>
  )
}

function AddDialog({ application, changed, close }: ApplicationPanelProps & { close(): void }) {
  const [made, setMade] = useState<CreateCredentialResponse>()
  const { saveSecret } = useStoredCredentials()
  const lifeField = useSecretLifeField()
  const form = useForm('credential', { name: '', life: '' }, () => [
    {
      name: 'name',
      label: t('Name'),
      help: t('The program that uses it: up to 64 letters, digits, blanks, - _ and .'),
      required: t('Enter a name.'),
      attributes: { maxLength: 64 },
    },
    lifeField,
  ])

  async function add() {
    const params = { application: application.name }
    const body = { name: form.draft.name.trim(), ...renderSecretExpiry(form.draft.life) }
    const created = await requestResource('POST /applications/:application/credentials', params, { body })
    saveSecret(created.clientId, created.clientSecret)
    setMade(created)
  }

  const shared = { title: t('Add a credential'), label: application.title, close } as const
  if (made) return <NewSecretDialog {...shared} clientId={made.clientId} clientSecret={made.clientSecret} />
  return <FormDialog {...shared} stays size="sm" form={form} action={t('Add')} run={add} succeeded={changed} />
}
