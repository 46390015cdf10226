/**
 * Who is signed in. The token is a random text that means nothing by itself; the store, which every worker asks, knows
 * it by its digest, so that nothing that is kept signs anybody in.
 */
import { createHash, randomBytes } from 'node:crypto'

import type { PortalSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import type { PortalAccount } from '../context/portal-deps.ts'

export interface PortalSession {
  name: string
  /** Of the account, when the session began: a session of another password is over. */
  stamp: string
  /** Milliseconds since the epoch: when it ends however much it is used. */
  endsAt: number
}

export interface SessionStore {
  /** The token of a new session. */
  create(account: PortalAccount): Promise<{ token: string; session: PortalSession }>
  /** Undefined when there is none, or it has ended; otherwise it has been used now. */
  touch(token: string): Promise<PortalSession | undefined>
  end(token: string): Promise<void>
  /** Ends every session of a user. */
  endAll(name: string): Promise<void>
}

const minTouchIntervalMs = 60_000 // a use within this time is not worth a write

export function openSessionStore(
  path: string,
  { session: limits }: Pick<PortalSettings, 'session'>,
  { store, clock }: { store: StateStore; clock: Clock },
): SessionStore {
  const kind = `portal-sessions ${path}`
  /** Beside the session, which is never written again: a use must not bring back one that has ended meanwhile. */
  const uses = `portal-session-uses ${path}`
  const idleMs = limits.idleMinutes * 60_000
  const groupOf = (name: string) => `${kind} ${name}`

  return {
    async create({ name, stamp }) {
      const token = randomBytes(32).toString('base64url')
      const session = { name, stamp, endsAt: clock() + limits.hours * 3_600_000 }
      await noteUse(token)
      await store.save(kind, hashToken(token), session, { expiresAt: session.endsAt, group: groupOf(name) })
      return { token, session }
    },

    async touch(token) {
      const key = hashToken(token)
      const [entry, used] = await Promise.all([store.find(kind, key), store.find(uses, key)])
      if (!entry || !used) return undefined
      if ((used.expiresAt ?? 0) - idleMs < clock() - minTouchIntervalMs) await noteUse(token)
      return entry.value as unknown as PortalSession
    },

    async end(token) {
      await store.remove(kind, hashToken(token))
      await store.remove(uses, hashToken(token))
    },
    endAll: (name) => store.removeGroup(groupOf(name)),
  }

  function noteUse(token: string): Promise<void> {
    return store.save(uses, hashToken(token), true, { expiresAt: clock() + idleMs })
  }
}

/** What a page sends with every change, to show that it could read an answer of the portal. */
export function deriveCsrfToken(token: string): string {
  return createHash('sha256').update(`csrf ${token}`).digest('base64url')
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
