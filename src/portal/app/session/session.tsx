/** Who is signed in, for every part of the page. */
import { createContext, type ReactNode, use } from 'react'

import { type SessionSource, useSessionIdentity } from '../../../ui/session/use-session-identity.ts'
import type { SessionView } from '../../rest/index.ts'
import { onSignedOut, requestResource, setCsrfToken } from '../api/client.ts'

export interface CurrentSession {
  user: SessionView
  /** To call when another session took the place of this one. */
  renewed(): void
  signOut(): Promise<void>
}

const Context = createContext<CurrentSession | undefined>(undefined)

const source: SessionSource<SessionView> = {
  // Portals of several catalogs share an origin.
  otherTabs: new BroadcastChannel(`portal-session ${new URL('.', document.baseURI).pathname}`),
  async whoAmI() {
    const session = await requestResource('GET /session', {}, {})
    setCsrfToken(session.csrf)
    return session
  },
  signOut: () => requestResource('DELETE /session', {}, {}),
  onSignedOut,
}

export interface SessionGateProps {
  children: ReactNode
  /** What is shown while it is not known who one is. */
  loading: ReactNode
  /** What is shown to nobody; `signedIn` asks again who one is. */
  renderSignIn(signedIn: () => Promise<void>): ReactNode
  /** What is shown when the server cannot be asked. */
  renderError(why: string, again: () => void): ReactNode
}

/** Shows its children to those who are signed in. */
export function SessionGate({ children, loading, renderSignIn, renderError }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  if (identity.is === 'asking') return loading
  if (identity.is === 'lost') return renderError(identity.why, () => void ask())
  if (identity.is === 'nobody') return renderSignIn(signedIn)

  const { user } = identity
  return (
    <Context key={user.name} value={{ user, signOut, renewed: () => void signedIn() }}>
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
