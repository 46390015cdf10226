/**
 * Shows the client id of an application and the state of its secrets. The secrets themselves cannot be shown
 * again.
 */
import { Button } from '@carbon/react'
import { useState } from 'react'

import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import type { ApplicationView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildTryLink } from '../../routing/page-route.ts'
import { CopyableText } from '../../text/copyable-text.tsx'
import { DescriptionList } from '../../text/description-list.tsx'
import { formatLastUsed } from '../format-last-used.ts'
import type { ApplicationPanelProps } from './application-panel-props.ts'
import { NamedCredentials } from './named-credentials.tsx'
import { ResetSecretDialog } from './reset-secret-dialog.tsx'
import { SecretExpiryNotice } from './secret-expiry-notice.tsx'
import { VerifySecretForm } from './verify-secret-form.tsx'

export function CredentialsPanel({ application, changed }: ApplicationPanelProps) {
  const [dialog, setDialog] = useState<'reset' | 'drop'>()
  const dropping = useAction()
  const { name, clientId, clientType, secrets } = application
  const close = () => setDialog(undefined)

  async function drop() {
    const work = () =>
      requestResource('DELETE /applications/:application/secrets/old', { application: name }, {})
    if (!(await dropping.run(work, 'The old secret has ended', application.title))) return
    close()
    changed()
  }

  return (
    <>
      <SecretExpiryNotice application={application} />
      <DescriptionList
        facts={[
          ['Name', name],
          ['Client id', <CopyableText key="id" text={clientId} label="Client id" />],
          ['Type', clientType === 'public' ? 'Public: it has no secret' : 'Confidential'],
          ...(clientType === 'public' ? [] : [['Client secret', describeSecrets(application)] as const]),
        ]}
      />
      <div className="buttons">
        {clientType === 'confidential' && (
          <Button size="md" kind="tertiary" onClick={() => setDialog('reset')}>
            Reset the secret
          </Button>
        )}
        {secrets > 1 && (
          <Button size="md" kind="danger--tertiary" onClick={() => setDialog('drop')}>
            End the old secret
          </Button>
        )}
        <Button size="md" kind="ghost" href={buildTryLink()}>
          Try it
        </Button>
      </div>
      {secrets > 0 && <VerifySecretForm application={name} />}
      {clientType === 'confidential' && <NamedCredentials application={application} changed={changed} />}
      {dialog === 'reset' && <ResetSecretDialog application={application} close={close} changed={changed} />}
      {dialog === 'drop' && (
        <ConfirmDialog
          title="End the old secret"
          action="End it"
          busy={dropping.busy}
          problem={dropping.problem}
          confirm={() => void drop()}
          close={close}
        >
          <p className="dialog__text">The gateway then rejects programs that still use it.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function describeSecrets(application: ApplicationView): string {
  const { secrets, oldSecretUntil } = application
  if (secrets < 2)
    return secrets === 1 ? `One, shown when it was made; ${formatLastUsed(application, 0)}` : 'None'
  const end = oldSecretUntil
    ? `ends on ${new Date(oldSecretUntil).toLocaleString()}`
    : 'is valid until you end it'
  return `Two: the newest, ${formatLastUsed(application, 0)}; and the old one, ${formatLastUsed(application, 1)}, which ${end}`
}
