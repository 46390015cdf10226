/** Who is signed in, for every part of the page. */
import { createContext, type ReactNode, use } from 'react'

import { type SessionSource, useSessionIdentity } from '../../../ui/session/use-session-identity.ts'
import type { SessionView } from '../../rest/index.ts'
import { ask, carryCsrf, onSignedOut } from '../api/client.ts'

export interface Session {
  user: SessionView
  /** To call when another session took the place of this one. */
  renewed(): void
  signOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)

const source: SessionSource<SessionView> = {
  // Portals of several catalogs share an origin.
  otherTabs: new BroadcastChannel(`portal-session ${new URL('.', document.baseURI).pathname}`),
  async whoAmI() {
    const session = await ask('GET /session', {}, {})
    carryCsrf(session.csrf)
    return session
  },
  signOut: () => ask('DELETE /session', {}, {}),
  onSignedOut,
}

export interface SessionGateProps {
  children: ReactNode
  /** What is shown while it is not known who one is. */
  waiting: ReactNode
  /** What is shown to nobody; `signedIn` asks again who one is. */
  entry(signedIn: () => Promise<void>): ReactNode
  /** What is shown when the server cannot be asked. */
  lost(why: string, again: () => void): ReactNode
}

/** Shows its children to those who are signed in. */
export function SessionGate({ children, waiting, entry, lost }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  if (identity.is === 'asking') return waiting
  if (identity.is === 'lost') return lost(identity.why, () => void ask())
  if (identity.is === 'nobody') return entry(signedIn)

  const { user } = identity
  return (
    <Context key={user.name} value={{ user, signOut, renewed: () => void signedIn() }}>
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
