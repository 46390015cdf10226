/** Provides the signed-in user and the session to every component. */
import { createContext, type ReactNode, use } from 'react'

import { type SessionSource, useSessionIdentity } from '../../../ui/session/use-session-identity.ts'
import type { SessionView } from '../../rest/index.ts'
import { onSignedOut, requestResource, setCsrfToken } from '../api/client.ts'

export interface CurrentSession {
  user: SessionView
  /** Reloads the session after the server has replaced it. */
  renewed(): void
  signOut(): Promise<void>
}

const Context = createContext<CurrentSession | undefined>(undefined)

const source: SessionSource<SessionView> = {
  // The name contains the path, because the portals of several catalogs share an origin.
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
  /** Rendered until the session is known. */
  loading: ReactNode
  /** Renders the sign-in page. The page calls `signedIn` after a successful sign-in. */
  renderSignIn(signedIn: () => Promise<void>): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string, again: () => void): ReactNode
}

/** Renders its children for a signed-in user, and otherwise the sign-in page. */
export function SessionGate({ children, loading, renderSignIn, renderError }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  if (identity.is === 'asking') return loading
  if (identity.is === 'unavailable') return renderError(identity.why, () => void ask())
  if (identity.is === 'signedOut') return renderSignIn(signedIn)

  const { user } = identity
  return (
    <Context key={user.name} value={{ user, signOut, renewed: () => void signedIn() }}>
      {children}
    </Context>
  )
}

/** Returns the session. Throws outside of a `SessionGate`. */
export function useSession(): CurrentSession {
  const session = use(Context)
  if (!session) throw new Error('there is no session here')
  return session
}
