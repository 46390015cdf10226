/** Stores sessions by the digests of their random tokens, so that a copy of the store contains no valid token. */
import { createHash, randomBytes } from 'node:crypto'
import { definedMembers } from '../../../../../shared/lib/collections/defined-members.ts'
import type { Clock } from '../../../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../../../shared/storage/index.ts'
import type { PortalSettings } from '../../../../config/types/index.ts'
import type { PortalAccount } from '../../context/portal-deps.ts'

export interface PortalSession {
  name: string
  /** The stamp of the account at the beginning: a new password has another one, which ends the session. */
  stamp: string
  /** When the session ends, even while it is in use, in milliseconds since the epoch. */
  endsAt: number
  /** The id_token of a sign-in at another provider. */
  idToken?: string
}

export type SessionStore = ReturnType<typeof openSessionStore>

/** A use within this time, or within a tenth of the idle time, is not recorded again. */
const maxTouchIntervalMs = 60_000

export function openSessionStore(
  path: string,
  { session: limits }: Pick<PortalSettings, 'session'>,
  { store, clock }: { store: StateStore; clock: Clock },
) {
  const kind = `portal-sessions ${path}`
  /**
   * The time of the last use is an entry of its own, because writing the session could restore one that has just ended.
   * It expires when the session has been idle for too long; without its session it has no effect.
   */
  const uses = `portal-session-uses ${path}`
  const idleMs = limits.idleMinutes * 60_000
  const touchIntervalMs = Math.min(maxTouchIntervalMs, idleMs / 10)
  const groupOf = (name: string) => `${kind} ${name}`

  return {
    /** Creates a session and returns it with its token. */
    async create({ name, stamp }: PortalAccount, idToken?: string): Promise<{ token: string; session: PortalSession }> {
      const token = randomBytes(32).toString('base64url')
      const session = definedMembers({ name, stamp, endsAt: clock() + limits.hours * 3_600_000, idToken })
      await noteUse(token)
      await store.save(kind, hashToken(token), session, { expiresAt: session.endsAt, group: groupOf(name) })
      return { token, session }
    },

    /** Returns the session, or undefined after its end. Records its use, unless a page polls by itself. */
    async touch(token: string, { isPoll }: { isPoll: boolean }): Promise<PortalSession | undefined> {
      const key = hashToken(token)
      const [entry, used] = await Promise.all([store.find(kind, key), store.find(uses, key)])
      if (!entry || !used) return undefined
      if (!isPoll && Number(used.value) < clock() - touchIntervalMs) await noteUse(token)
      return entry.value as PortalSession
    },

    end: (token: string) => store.remove(kind, hashToken(token)),
    /** Ends every session of a user. */
    endAll: (name: string) => store.removeGroup(groupOf(name)),
  }

  function noteUse(token: string): Promise<void> {
    const now = clock()
    return store.save(uses, hashToken(token), now, { expiresAt: now + idleMs })
  }
}

/** Derives the CSRF token that a page must send with every change. */
export function deriveCsrfToken(token: string): string {
  return createHash('sha256').update(`csrf ${token}`).digest('base64url')
}

/** Returns the digest under which the store keeps a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
