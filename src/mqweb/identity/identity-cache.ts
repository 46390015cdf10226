/** Caches the users of a registry, so that the requests of a session do not ask the registry each time. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../lib/caches/limit-entries.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Identity } from './user-registry.ts'

/** How long a user is kept, in milliseconds, and for how many users. */
const cacheMs = 30_000
const maxCachedUsers = 10_000

/** The cached users of one registry, by name. It also keeps which users do not exist. */
export interface IdentityCache {
  /** Returns the user, or undefined when the registry has none. Rejects with the error of the registry, which is not kept. */
  find(name: string): Promise<Identity | undefined>
  /** Keeps a user that the registry has returned. */
  set(name: string, identity: Identity | undefined): void
}

/** Returns an empty cache. `read` asks the registry for a user. */
export function openIdentityCache(clock: Clock, read: (name: string) => Promise<Identity | undefined>): IdentityCache {
  const entries = new LRUCache<string, { identity: Identity | undefined; validUntil: number }>(
    limitEntries(maxCachedUsers),
  )

  function set(name: string, identity: Identity | undefined): void {
    entries.set(name, { identity, validUntil: clock() + cacheMs })
  }

  return {
    set,

    async find(name) {
      const cached = entries.get(name)
      if (cached && cached.validUntil > clock()) return cached.identity
      const identity = await read(name)
      set(name, identity)
      return identity
    },
  }
}
