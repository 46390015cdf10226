/** Who is signed in, for every part of the page; a login elsewhere in this browser counts here as well. */
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'

import { onSignedOut, type Refused } from '../api/client.ts'
import * as api from '../api/session.ts'
import { type Rights, rightsOf } from './rights.ts'

export interface Session {
  user: api.User
  rights: Rights
  signOut(): Promise<void>
}

type State =
  | { is: 'asking' }
  | { is: 'nobody' }
  | { is: 'somebody'; user: api.User }
  | { is: 'lost'; why: string }

const Context = createContext<Session | undefined>(undefined)
const otherTabs = new BroadcastChannel('console-session')

export interface SessionGateProps {
  children: ReactNode
  /** What is shown while it is not known who one is. */
  waiting: ReactNode
  /** What is shown to nobody; `signedIn` asks again who one is. */
  login(signedIn: () => void): ReactNode
  /** What is shown when the server cannot be asked. */
  lost(why: string, again: () => void): ReactNode
}

/** Shows its children to those who are signed in. */
export function SessionGate({ children, waiting, login, lost }: SessionGateProps) {
  const [state, setState] = useState<State>({ is: 'asking' })

  const ask = useCallback(async () => {
    try {
      setState({ is: 'somebody', user: await api.whoAmI() })
    } catch (error) {
      const { status, message } = error as Refused
      setState(status === 401 ? { is: 'nobody' } : { is: 'lost', why: message })
    }
  }, [])

  useEffect(() => {
    void ask()
    otherTabs.onmessage = () => void ask()
    return onSignedOut(() => setState({ is: 'nobody' }))
  }, [ask])

  if (state.is === 'asking') return waiting
  if (state.is === 'lost') return lost(state.why, () => void ask())
  if (state.is === 'nobody') {
    return login(() => {
      otherTabs.postMessage('signed in')
      void ask()
    })
  }

  const session: Session = {
    user: state.user,
    rights: rightsOf(state.user),
    async signOut() {
      await api.signOut().catch((error: Refused) => {
        if (error.status !== 401) throw error // a session that has ended needs no end
      })
      otherTabs.postMessage('signed out')
      setState({ is: 'nobody' })
    },
  }
  return (
    <Context key={state.user.name} value={session}>
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
