/** Who is signed in, for every part of the page. */
import { createContext, type ReactNode, use } from 'react'

import { type SessionSource, useSessionIdentity } from '../../../ui/session/use-session-identity.ts'
import { onSignedOut } from '../api/client.ts'
import { type ConsoleUser, signOut, whoAmI } from '../api/session.ts'
import { findUserRights, type UserRights } from './rights.ts'

export interface CurrentSession {
  user: ConsoleUser
  rights: UserRights
  signOut(): Promise<void>
}

const Context = createContext<CurrentSession | undefined>(undefined)
const source: SessionSource<ConsoleUser> = {
  otherTabs: new BroadcastChannel('console-session'),
  ...{ whoAmI, signOut, onSignedOut },
}

export interface SessionGateProps {
  children: ReactNode
  /** What is shown while it is not known who one is. */
  loading: ReactNode
  /** What is shown to nobody; `signedIn` asks again who one is. */
  renderLogin(signedIn: () => Promise<void>): ReactNode
  /** What is shown when the server cannot be asked. */
  renderError(why: string, again: () => void): ReactNode
}

/** Shows its children to those who are signed in. */
export function SessionGate({ children, loading, renderLogin, renderError }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  if (identity.is === 'asking') return loading
  if (identity.is === 'lost') return renderError(identity.why, () => void ask())
  if (identity.is === 'nobody') return renderLogin(signedIn)

  const { user } = identity
  return (
    <Context key={user.name} value={{ user, rights: findUserRights(user), signOut }}>
      {children}
    </Context>
  )
}

/** The session, below a `SessionGate`. */
export function useSession(): CurrentSession {
  const session = use(Context)
  if (!session) throw new Error('there is no session here')
  return session
}
