/**
 * The session of a page: its pages for a signed-in user, the sign-in page for everybody else. When a session ends by
 * itself, the pages stay in memory while the sign-in page is shown, so that the same user continues with what was typed.
 */
import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react'
import type { RequestError } from '../api/client.ts'
import { Shown } from '../feedback/shown.ts'

export interface SessionGateProps {
  children: ReactNode
  /** Rendered until the session is known. */
  loading: ReactNode
  /** Renders the sign-in page. The page calls `signedIn` after a successful sign-in. */
  renderSignIn(signedIn: () => Promise<void>, reason: SignedOutReason): ReactNode
  /** Renders the error when the session cannot be loaded. */
  renderError(why: string, again: () => void): ReactNode
}

/** Builds the gate and the hooks of a session. `build` returns what the pages know of a signed-in user. */
export function buildSession<User extends { name: string }, Session>(
  source: SessionSource<User>,
  build: (user: User, state: SessionState<User>) => Session,
) {
  const Context = createContext<Session | undefined>(undefined)

  return {
    /** Renders its children for a signed-in user, and otherwise the sign-in page. */
    SessionGate({ children, loading, renderSignIn, renderError }: SessionGateProps) {
      const state = useSessionIdentity(source)
      const { identity } = state
      const user = 'user' in identity ? identity.user : undefined
      const isShown = identity.is === 'somebody'
      return (
        <>
          {identity.is === 'asking' && loading}
          {identity.is === 'unavailable' && renderError(identity.why, () => void state.ask())}
          {identity.is === 'signedOut' && (
            <Suspense fallback={loading}>{renderSignIn(state.signedIn, identity.reason)}</Suspense>
          )}
          {user && (
            <Shown key={user.name} value={isShown}>
              <div style={{ display: isShown ? 'contents' : 'none' }}>
                <Suspense fallback={loading}>
                  <Context value={build(user, state)}>{children}</Context>
                </Suspense>
              </div>
            </Shown>
          )}
        </>
      )
    },

    /** Returns the session, or undefined for a visitor who is not signed in. */
    useOptionalSession: () => use(Context),

    /** Returns the session. Throws outside of a `SessionGate`. */
    useSession() {
      const session = use(Context)
      if (!session) throw new Error('there is no session here')
      return session
    },
  }
}

/** Why no user is signed in: none was yet, the user signed out, or the server ended the session. */
export type SignedOutReason = 'new' | 'signedOut' | 'ended'

export type SessionIdentity<User> =
  | { is: 'asking' }
  /** `user` is the one whose session has ended; the page keeps what this user has typed. */
  | { is: 'signedOut'; reason: SignedOutReason; user?: User }
  | { is: 'somebody'; user: User }
  | { is: 'unavailable'; why: string }

export interface SessionSource<User> {
  /** The channel on which the tabs of this browser announce sign-ins and sign-outs. */
  otherTabs: BroadcastChannel
  /** Returns the signed-in user. Rejects with a status of 401 when no user is signed in. */
  whoAmI(): Promise<User>
  /** Returns the page at which another provider ends its session too, if there is one. */
  signOut(): Promise<{ url?: string } | undefined>
  onSignedOut(listener: () => void): () => void
}

export interface SessionState<User> {
  identity: SessionIdentity<User>
  ask(): Promise<void>
  /** Call it after a sign-in. It resolves when the user has been loaded. */
  signedIn(): Promise<void>
  signOut(): Promise<void>
}

/** Returns the session state. `source` must be the same object on every render. */
function useSessionIdentity<User>(source: SessionSource<User>): SessionState<User> {
  const [identity, setIdentity] = useState<SessionIdentity<User>>({ is: 'asking' })

  const ask = useCallback(async () => {
    try {
      setIdentity({ is: 'somebody', user: await source.whoAmI() })
    } catch (error) {
      const { status, message } = error as RequestError
      setIdentity(status === 401 ? endSession : { is: 'unavailable', why: message })
    }
  }, [source])

  useEffect(() => {
    void ask()
    source.otherTabs.onmessage = ({ data }) => {
      if (data === 'signed out') setIdentity({ is: 'signedOut', reason: 'signedOut' })
      else void ask()
    }
    return source.onSignedOut(() => setIdentity(endSession))
  }, [source, ask])

  return {
    identity,
    ask,
    signedIn() {
      source.otherTabs.postMessage('signed in')
      return ask()
    },
    async signOut() {
      const ended = await source.signOut().catch((error: RequestError) => {
        if (error.status !== 401) throw error // a 401 means that the session has already ended
      })
      source.otherTabs.postMessage('signed out')
      setIdentity({ is: 'signedOut', reason: 'signedOut' })
      if (ended?.url !== undefined) location.assign(ended.url)
    },
  }
}

/** Returns the identity after the server has rejected the session. */
function endSession<User>(before: SessionIdentity<User>): SessionIdentity<User> {
  if (before.is === 'somebody') return { is: 'signedOut', reason: 'ended', user: before.user }
  if (before.is === 'signedOut') return before
  return { is: 'signedOut', reason: 'new' }
}
