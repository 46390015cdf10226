/** Confirms the removal of a signing key and says what it means for tokens. */
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'

export interface RemoveKeyDialogProps {
  provider: ProviderKeysView
  signingKey: SigningKeyView
  changed(): void
  close(): void
}

export function RemoveKeyDialog({ provider, signingKey, changed, close }: RemoveKeyDialogProps) {
  const { kid, state, expiresAt } = signingKey
  const action = useAction()

  async function confirm() {
    const params = { provider: provider.provider, key: kid }
    const remove = () => requestResource('DELETE /configuration/keys/:provider/:key', params, {})
    if (!(await action.run(remove, 'The key was removed', kid))) return
    close()
    changed()
  }

  return (
    <ConfirmDialog
      title="Remove a signing key"
      action="Remove"
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        <code>{kid}</code>
      </p>
      <ul className="dialog__list">
        <li>Every access token that this key signed is rejected within half a second.</li>
        <li>Clients with a refresh token get a new access token with it. All others sign in again.</li>
        <li>
          {state === 'verifying' && expiresAt
            ? `Without the removal, its last token expires ${formatRelativeTime(expiresAt)}. Remove the key when its private part may be known to others.`
            : 'Remove the key when its private part may be known to others.'}
        </li>
      </ul>
    </ConfirmDialog>
  )
}
