/** Provides the logged-in user and the user's rights to every component. */
import { createContext, type ReactNode, use } from 'react'

import { SessionPages } from '../../../ui/session/session-pages.tsx'
import {
  type SessionSource,
  type SignedOutReason,
  useSessionIdentity,
} from '../../../ui/session/use-session-identity.ts'
import { onSignedOut } from '../api/client.ts'
import { type ConsoleUser, loadCurrentUser, signOut } from '../api/session.ts'
import { findUserRights, type UserRights } from './rights.ts'

export interface CurrentSession {
  user: ConsoleUser
  rights: UserRights
  signOut(): Promise<void>
}

const Context = createContext<CurrentSession | undefined>(undefined)
const source: SessionSource<ConsoleUser> = {
  otherTabs: new BroadcastChannel('console-session'),
  whoAmI: loadCurrentUser,
  signOut,
  onSignedOut,
}

export interface SessionGateProps {
  children: ReactNode
  /** Rendered until the session is known. */
  loading: ReactNode
  /** Renders the login page. The page calls `signedIn` after a successful login. */
  renderLogin(signedIn: () => Promise<void>, reason: SignedOutReason): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string, again: () => void): ReactNode
}

/** Renders its children for a logged-in user, and otherwise the login page. */
export function SessionGate({ children, loading, renderLogin, renderError }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  return (
    <SessionPages
      identity={identity}
      loading={loading}
      renderSignIn={(reason) => renderLogin(signedIn, reason)}
      renderError={(why) => renderError(why, () => void ask())}
      renderUser={(user) => <Context value={{ user, rights: findUserRights(user), signOut }}>{children}</Context>}
    />
  )
}

/** Returns the session. Throws outside of a `SessionGate`. */
export function useSession(): CurrentSession {
  const session = use(Context)
  if (!session) throw new Error('there is no session here')
  return session
}
