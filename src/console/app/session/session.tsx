/** Who is signed in, for every part of the page. */
import { createContext, type ReactNode, use } from 'react'

import { type SessionSource, useSessionIdentity } from '../../../ui/session/use-session-identity.ts'
import { onSignedOut } from '../api/client.ts'
import { signOut, type User, whoAmI } from '../api/session.ts'
import { type Rights, rightsOf } from './rights.ts'

export interface Session {
  user: User
  rights: Rights
  signOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)
const source: SessionSource<User> = {
  otherTabs: new BroadcastChannel('console-session'),
  ...{ whoAmI, signOut, onSignedOut },
}

export interface SessionGateProps {
  children: ReactNode
  /** What is shown while it is not known who one is. */
  waiting: ReactNode
  /** What is shown to nobody; `signedIn` asks again who one is. */
  login(signedIn: () => Promise<void>): ReactNode
  /** What is shown when the server cannot be asked. */
  lost(why: string, again: () => void): ReactNode
}

/** Shows its children to those who are signed in. */
export function SessionGate({ children, waiting, login, lost }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  if (identity.is === 'asking') return waiting
  if (identity.is === 'lost') return lost(identity.why, () => void ask())
  if (identity.is === 'nobody') return login(signedIn)

  const { user } = identity
  return (
    <Context key={user.name} value={{ user, rights: rightsOf(user), signOut }}>
      {children}
    </Context>
  )
}

/** The session, below a `SessionGate`. */
export function useSession(): Session {
  const session = use(Context)
  if (!session) throw new Error('there is no session here')
  return session
}
