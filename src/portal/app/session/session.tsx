/** Provides the signed-in user and the session to every component. */
import { createContext, type ReactNode, use } from 'react'

import { SessionPages } from '../../../ui/session/session-pages.tsx'
import {
  type SessionSource,
  type SignedOutReason,
  useSessionIdentity,
} from '../../../ui/session/use-session-identity.ts'
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
  renderSignIn(signedIn: () => Promise<void>, reason: SignedOutReason): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string, again: () => void): ReactNode
}

/** Renders its children for a signed-in user, and otherwise the sign-in page. */
export function SessionGate({ children, loading, renderSignIn, renderError }: SessionGateProps) {
  const { identity, ask, signedIn, signOut } = useSessionIdentity(source)

  return (
    <SessionPages
      identity={identity}
      loading={loading}
      renderSignIn={(reason) => renderSignIn(signedIn, reason)}
      renderError={(why) => renderError(why, () => void ask())}
      renderUser={(user) => <Context value={{ user, signOut, renewed: () => void signedIn() }}>{children}</Context>}
    />
  )
}

/** Returns the session, or undefined for a visitor who is not signed in. */
export function useOptionalSession(): CurrentSession | undefined {
  return use(Context)
}

/** Returns the session. Throws outside of a `SessionGate`. */
export function useSession(): CurrentSession {
  const session = use(Context)
  if (!session) throw new Error('there is no session here')
  return session
}
