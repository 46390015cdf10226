/** Caches the users of a registry, so that the requests of a session do not ask the registry each time. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../lib/caches/limit-entries.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Identity } from './user-registry.ts'

/** How long a user is kept, in milliseconds, and for how many users. */
const cacheMs = 30_000
const maxCachedUsers = 10_000

/** Returns an empty cache, which also keeps which users do not exist. `read` asks the registry for a user. */
export function openIdentityCache(clock: Clock, read: (name: string) => Promise<Identity | undefined>) {
  const entries = new LRUCache<string, { identity: Identity | undefined; validUntil: number }>(
    limitEntries(maxCachedUsers),
  )

  /** Keeps a user that the registry has returned. */
  function set(name: string, identity: Identity | undefined): void {
    entries.set(name, { identity, validUntil: clock() + cacheMs })
  }

  return {
    set,

    /** Returns the user, or undefined when the registry has none. Rejects with the error of the registry, which is not kept. */
    async find(name: string): Promise<Identity | undefined> {
      const cached = entries.get(name)
      if (cached && cached.validUntil > clock()) return cached.identity
      const identity = await read(name)
      set(name, identity)
      return identity
    },
  }
}
