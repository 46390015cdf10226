/** The page for users without a role on the console. */
import { Button } from '@carbon/react'
import { EntryFrame } from '../../../../../shared/ui/session/entry.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../shared/ui/text/t-elements.tsx'
import { useSession } from '../../kit/session/session.tsx'

export default function NotAuthorizedPage() {
  const { user, signOut } = useSession()
  return (
    <EntryFrame title={t('Not authorized')}>
      <p>
        {tElements(
          'You are logged in as {user}, but this user has no role on the console. An administrator gives roles in mqwebuser.xml: MQWebAdmin, MQWebAdminRO or MQWebUser.',
          { user: <strong>{user.name}</strong> },
        )}
      </p>
      {user.mechanism === 'clientCertificate' ? (
        <p>
          {t(
            'Your client certificate names this user. To use another certificate, close all windows of the browser and open the console again.',
          )}
        </p>
      ) : (
        <Button onClick={() => void signOut()}>{t('Log out')}</Button>
      )}
    </EntryFrame>
  )
}
