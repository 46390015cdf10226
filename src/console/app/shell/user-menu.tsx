/** The menu with the name and the roles of the user, the theme, and the button to log out. */
import { lazy } from 'react'
import { UserPanel } from '../../../ui/shell/user-panel.tsx'
import { t } from '../../../ui/text/t.ts'
import { useSession } from '../session/session.tsx'

// The panel of the menu is loaded when the user opens it.
const ConsoleTypePicker = lazy(() => import('../layout/console-type-picker.tsx'))

export function UserMenu() {
  const { user, signOut } = useSession()
  // The browser sends the certificate with each connection: only closing the browser ends this.
  const isCertificate = user.mechanism === 'clientCertificate'
  return (
    <UserPanel
      name={user.name}
      note={[user.roles.join(', ') || t('no role'), ...(isCertificate ? [t('by client certificate')] : [])].join(', ')}
      way={user.mechanism === 'noSecurity' || isCertificate ? undefined : [t('Log out'), signOut]}
    >
      <ConsoleTypePicker />
    </UserPanel>
  )
}
