/** The sessions of users, and the cookie that carries their token. The store keeps digests of random tokens, so that a memory dump reveals none. */
import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { PropertyValues } from '../settings/properties.ts'
import type { ProviderUser } from './sign-in-provider.ts'

/** A session of a user who logged in. */
export interface LoginSession {
  name: string
  /** The user whom a provider signed in; undefined for a user of the registry. */
  user: ProviderUser | undefined
  /** Milliseconds since the epoch. Using a session does not extend it. */
  expiresAt: number
}

/** The sessions of one MQ web server. */
export type SessionStore = ReturnType<typeof createSessionStore>

const defaultMaxSessions = 100_000
const tokenBytes = 48

/** Returns an empty session store in memory. Above `maxSessions`, the session that was used least recently ends. */
export function createSessionStore(clock: Clock, maxSessions = defaultMaxSessions) {
  const closedSessions = new WeakSet<LoginSession>()
  const sessions = new LRUCache<string, LoginSession>({
    ...limitEntries(maxSessions),
    dispose: (session) => closedSessions.add(session),
  })

  /** Returns whether a session that `find` returned has neither ended nor expired. */
  function isOpen(session: LoginSession): boolean {
    return session.expiresAt > clock() && !closedSessions.has(session)
  }

  return {
    isOpen,

    /** Creates a session and returns its token. The session expires after `lifeMs` milliseconds. */
    create(name: string, lifeMs: number, user?: ProviderUser): string {
      const token = randomBytes(tokenBytes).toString('base64url')
      sessions.set(digest(token), { name, user, expiresAt: clock() + lifeMs })
      return token
    },

    /** Returns the session of a token, or undefined when there is none or it has expired. */
    find(token: string): LoginSession | undefined {
      const id = digest(token)
      const session = sessions.get(id)
      if (!session || isOpen(session)) return session
      sessions.delete(id)
      return undefined
    },

    /** Ends the session of a token, if there is one. */
    end(token: string): void {
      sessions.delete(digest(token))
    },
  }
}

function digest(token: string): string {
  return hash('sha256', token, 'base64')
}

type CookieProperties = Pick<PropertyValues, 'ltpaCookieName' | 'secureLtpa'>

/** Returns the Set-Cookie value that stores the token until the browser closes. */
export function renderSetCookie(token: string, properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=${token}; ${attributes(properties)}`
}

/** Returns the Set-Cookie value that deletes the cookie. */
export function renderClearCookie(properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=""; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes(properties)}`
}

/** The cookie for the time of a sign-in at a provider. */
export const signInCookieName = 'mq-sign-in'

/** Returns the Set-Cookie value of a sign-in at a provider. */
export function renderSignInCookie(value: string, seconds: number, properties: CookieProperties): string {
  return `${signInCookieName}=${value}; Max-Age=${seconds}; ${attributes(properties)}`
}

function attributes({ secureLtpa }: CookieProperties): string {
  return `Path=/; ${secureLtpa ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
}
