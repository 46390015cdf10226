/**
 * Renders the pages of a signed-in user, or the sign-in page. When a session ends by itself, the pages stay in memory
 * while the sign-in page is shown, so that the same user continues with what was typed.
 */
import { Activity, type ReactNode } from 'react'

import type { SessionIdentity, SignedOutReason } from './use-session-identity.ts'

export interface SessionPagesProps<User extends { name: string }> {
  identity: SessionIdentity<User>
  /** Rendered until the session is known. */
  loading: ReactNode
  renderSignIn(reason: SignedOutReason): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string): ReactNode
  renderUser(user: User): ReactNode
}

export function SessionPages<User extends { name: string }>(props: SessionPagesProps<User>) {
  const { identity, loading, renderSignIn, renderError, renderUser } = props
  const user = 'user' in identity ? identity.user : undefined
  const isSignedIn = identity.is === 'somebody'

  return (
    <>
      {identity.is === 'asking' && loading}
      {identity.is === 'unavailable' && renderError(identity.why)}
      {identity.is === 'signedOut' && renderSignIn(identity.reason)}
      {user && (
        <Activity key={user.name} mode={isSignedIn ? 'visible' : 'hidden'}>
          {renderUser(user)}
        </Activity>
      )}
    </>
  )
}
