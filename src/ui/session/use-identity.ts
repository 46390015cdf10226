/** Who is signed in, as a page comes to know it; a sign-in elsewhere in this browser counts here as well. */
import { useCallback, useEffect, useState } from 'react'

import type { Refused } from '../api/client.ts'

export type Identity<User> =
  | { is: 'asking' }
  | { is: 'nobody' }
  | { is: 'somebody'; user: User }
  | { is: 'lost'; why: string }

export interface Source<User> {
  /** Where the tabs of this browser tell each other. */
  otherTabs: BroadcastChannel
  /** Rejects with a status of 401 when it is nobody. */
  whoAmI(): Promise<User>
  signOut(): Promise<void>
  onSignedOut(listener: () => void): () => void
}

export interface Known<User> {
  identity: Identity<User>
  ask(): Promise<void>
  /** To call after a sign-in; settles when it is known who that is. */
  signedIn(): Promise<void>
  signOut(): Promise<void>
}

/** `source` must stay the same. */
export function useIdentity<User>(source: Source<User>): Known<User> {
  const [identity, setIdentity] = useState<Identity<User>>({ is: 'asking' })

  const ask = useCallback(async () => {
    try {
      setIdentity({ is: 'somebody', user: await source.whoAmI() })
    } catch (error) {
      const { status, message } = error as Refused
      setIdentity(status === 401 ? { is: 'nobody' } : { is: 'lost', why: message })
    }
  }, [source])

  useEffect(() => {
    void ask()
    source.otherTabs.onmessage = () => void ask()
    return source.onSignedOut(() => setIdentity({ is: 'nobody' }))
  }, [source, ask])

  return {
    identity,
    ask,
    signedIn() {
      source.otherTabs.postMessage('signed in')
      return ask()
    },
    async signOut() {
      await source.signOut().catch((error: Refused) => {
        if (error.status !== 401) throw error // a session that has ended needs no end
      })
      source.otherTabs.postMessage('signed out')
      setIdentity({ is: 'nobody' })
    },
  }
}
