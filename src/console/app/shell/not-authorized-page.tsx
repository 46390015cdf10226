/** The page for users without a role on the console. */
import { Button } from '@carbon/react'

import { useSession } from '../session/session.tsx'

export function NotAuthorizedPage() {
  const { user, signOut } = useSession()
  return (
    <main className="login">
      <div className="login__form">
        <h1 className="login__title">Not authorized</h1>
        <p>
          You are logged in as <strong>{user.name}</strong>, but this user has no role on the console. An
          administrator gives roles in mqwebuser.xml: MQWebAdmin, MQWebAdminRO or MQWebUser.
        </p>
        <Button onClick={() => void signOut()}>Log out</Button>
      </div>
    </main>
  )
}
