/** Confirms the removal of a signing key and says what it means for tokens. */

import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
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
    if (!(await action.run(remove, t('The key was removed'), kid))) return
    close()
    changed()
  }

  return (
    <ConfirmDialog
      title={t('Remove a signing key')}
      action={t('Remove')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        <code>{kid}</code>
      </p>
      <ul className="dialog__list">
        <li>{t('Every access token that this key signed is rejected within half a second.')}</li>
        <li>{t('Clients with a refresh token get a new access token with it. All others sign in again.')}</li>
        <li>
          {state === 'verifying' && expiresAt
            ? t(
                'Without the removal, its last token expires {distance}. Remove the key when its private part may be known to others.',
                { distance: formatRelativeTime(expiresAt) },
              )
            : t('Remove the key when its private part may be known to others.')}
        </li>
      </ul>
    </ConfirmDialog>
  )
}
