/** The dialogs that rotate and remove signing keys, and say what that means for tokens. */
import { ConfirmDialog } from '../../../../../../shared/ui/feedback/action-dialog.tsx'
import { formatDuration, formatRelativeTime } from '../../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'

type KeyDialogProps = { provider: ProviderKeysView; changed(): void; close(): void }

export function RotateKeysDialog({ provider, changed, close }: KeyDialogProps) {
  return (
    <ConfirmDialog
      title={t('Rotate the keys of {title}', { title: provider.title })}
      action={t('Rotate')}
      run={() => requestResource('POST /configuration/keys/:provider', { provider: provider.provider }, {})}
      done={t('The keys were rotated')}
      about={provider.title}
      succeeded={changed}
      close={close}
    >
      <ul className="dialog__list">
        <li>{t('A new key is published at once and signs new tokens after 2 seconds.')}</li>
        <li>
          {t(
            'Tokens of the present key stay valid until they expire, at most {duration} from now. Refresh tokens are not affected.',
            { duration: formatDuration(provider.accessTokenSeconds) },
          )}
        </li>
        <li>{t('Resource servers that cache the published keys reject new tokens until they read the keys again.')}</li>
      </ul>
    </ConfirmDialog>
  )
}

type RemoveKeyDialogProps = KeyDialogProps & { signingKey: SigningKeyView }

/** Confirms the removal of a signing key and says what it means for tokens. */
export function RemoveKeyDialog({ provider, signingKey, changed, close }: RemoveKeyDialogProps) {
  const { kid, state, expiresAt } = signingKey
  const params = { provider: provider.provider, key: kid }
  return (
    <ConfirmDialog
      title={t('Remove a signing key')}
      action={t('Remove')}
      run={() => requestResource('DELETE /configuration/keys/:provider/:key', params, {})}
      done={t('The key was removed')}
      about={kid}
      succeeded={changed}
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
