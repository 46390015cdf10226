/** The page at the redirect URI. It asks the user to close the tab. */
import { EntryFrame } from '../../../../../shared/ui/session/entry.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { AuthorizationCallback } from './authorization-callback.ts'

export default function CallbackPage({ handedBack }: { handedBack: AuthorizationCallback }) {
  return (
    <EntryFrame
      title={handedBack.code ? t('You allowed it') : t('There is no code')}
      lead={
        handedBack.code
          ? t('The code is back in the tab that asked for it. You can close this one.')
          : t('The provider said: {error}. You can close this tab.', { error: handedBack.error })
      }
    />
  )
}
