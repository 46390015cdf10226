/**
 * Who is logged in. The token is a random text that means nothing by itself: the server remembers what it stands
 * for, by its digest, so that a logout ends every copy of it at once and nothing that is kept here signs anyone in.
 */
import { hash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/time/clock.ts'

export interface LoginSession {
  name: string
  /** Milliseconds since the epoch; a session does not grow longer by being used. */
  expiresAt: number
}

export interface SessionStore {
  /** The token of a new session. */
  create(name: string, lifeMs: number): string
  find(token: string): LoginSession | undefined
  /** Whether a session that `find` answered is still one. */
  isOpen(session: LoginSession): boolean
  end(token: string): void
}

const most = 100_000
const tokenBytes = 48

export function createSessionStore(clock: Clock): SessionStore {
  const over = new WeakSet<LoginSession>()
  const sessions = new LRUCache<string, LoginSession>({ max: most, dispose: (session) => over.add(session) })

  function isOpen(session: LoginSession): boolean {
    return session.expiresAt > clock() && !over.has(session)
  }

  return {
    isOpen,

    create(name, lifeMs) {
      const token = randomBytes(tokenBytes).toString('base64url')
      sessions.set(digest(token), { name, expiresAt: clock() + lifeMs })
      return token
    },

    find(token) {
      const id = digest(token)
      const session = sessions.get(id)
      if (!session || isOpen(session)) return session
      sessions.delete(id)
      return undefined
    },

    end(token) {
      sessions.delete(digest(token))
    },
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64')
}
