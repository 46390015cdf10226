/** The signed-in user of a page. A sign-in or sign-out in another tab of this browser changes it as well. */
import { useCallback, useEffect, useState } from 'react'

import type { RequestError } from '../api/client.ts'

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
  signOut(): Promise<void>
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
export function useSessionIdentity<User>(source: SessionSource<User>): SessionState<User> {
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
      await source.signOut().catch((error: RequestError) => {
        if (error.status !== 401) throw error // a 401 means that the session has already ended
      })
      source.otherTabs.postMessage('signed out')
      setIdentity({ is: 'signedOut', reason: 'signedOut' })
    },
  }
}

/** Returns the identity after the server has rejected the session. */
function endSession<User>(before: SessionIdentity<User>): SessionIdentity<User> {
  if (before.is === 'somebody') return { is: 'signedOut', reason: 'ended', user: before.user }
  if (before.is === 'signedOut') return before
  return { is: 'signedOut', reason: 'new' }
}
