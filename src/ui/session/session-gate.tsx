/**
 * The session of a page: its pages for a signed-in user, the sign-in page for everybody else. When a session ends by
 * itself, the pages stay in memory while the sign-in page is shown, so that the same user continues with what was typed.
 */
import { Activity, createContext, type ReactNode, use } from 'react'

import {
  type SessionSource,
  type SessionState,
  type SignedOutReason,
  useSessionIdentity,
} from './use-session-identity.ts'

export interface SessionGateProps {
  children: ReactNode
  /** Rendered until the session is known. */
  loading: ReactNode
  /** Renders the sign-in page. The page calls `signedIn` after a successful sign-in. */
  renderSignIn(signedIn: () => Promise<void>, reason: SignedOutReason): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string, again: () => void): ReactNode
}

export interface SessionParts<Session> {
  /** Renders its children for a signed-in user, and otherwise the sign-in page. */
  SessionGate(props: SessionGateProps): ReactNode
  /** Returns the session, or undefined for a visitor who is not signed in. */
  useOptionalSession(): Session | undefined
  /** Returns the session. Throws outside of a `SessionGate`. */
  useSession(): Session
}

/** Builds the gate and the hooks of a session. `build` returns what the pages know of a signed-in user. */
export function buildSession<User extends { name: string }, Session>(
  source: SessionSource<User>,
  build: (user: User, state: SessionState<User>) => Session,
): SessionParts<Session> {
  const Context = createContext<Session | undefined>(undefined)

  return {
    SessionGate({ children, loading, renderSignIn, renderError }) {
      const state = useSessionIdentity(source)
      const { identity } = state
      const user = 'user' in identity ? identity.user : undefined
      return (
        <>
          {identity.is === 'asking' && loading}
          {identity.is === 'unavailable' && renderError(identity.why, () => void state.ask())}
          {identity.is === 'signedOut' && renderSignIn(state.signedIn, identity.reason)}
          {user && (
            <Activity key={user.name} mode={identity.is === 'somebody' ? 'visible' : 'hidden'}>
              <Context value={build(user, state)}>{children}</Context>
            </Activity>
          )}
        </>
      )
    },

    useOptionalSession: () => use(Context),

    useSession() {
      const session = use(Context)
      if (!session) throw new Error('there is no session here')
      return session
    },
  }
}
