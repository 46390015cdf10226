/** The contract of the user registries that `mqwebuser.xml` can configure, and the cache of what they find. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'

export interface Identity {
  /** The name in the case in which the user typed it. */
  name: string
  groups: readonly string[]
}

/** The subject of a client certificate. */
export interface CertificateSubject {
  /** The last common name; undefined without one. */
  commonName: string | undefined
  /** The distinguished name in the form of RFC 4514: `CN=alice,O=example`. */
  distinguishedName: string
}

/** The reason why a certificate identifies no user. */
export interface Unidentified {
  readonly rejected: string
}

/** The registries that find users by the CN return these reasons. */
export const noCommonName: Unidentified = { rejected: 'the subject of the certificate has no common name (CN)' }
export const unknownCommonName: Unidentified = { rejected: 'the registry has no user with the CN as its name' }

/** A registry of users. Methods return undefined for unknown users, and throw `RegistryUnavailableError` without it. */
export interface UserRegistry {
  readonly realm: string
  authenticate(name: string, password: string): Promise<Identity | undefined>
  /** Returns the user of a verified client certificate, or for the log why it identifies no user. */
  identify(subject: CertificateSubject): Promise<Identity | Unidentified>
  /** Returns a user who authenticated earlier, with the user's current groups. */
  find(name: string): Promise<Identity | undefined>
  /** Returns one form for all spellings of a name that are the same user here. */
  foldName(name: string): string
  close(): Promise<void>
}

/** The registry of a server without a configured registry. It has no users. */
export const emptyUserRegistry: UserRegistry = {
  realm: '',
  authenticate: async () => undefined,
  identify: async () => ({ rejected: 'the server has no user registry' }),
  find: async () => undefined,
  foldName: (name) => name,
  close: async () => {},
}

/** How long a user is kept, in milliseconds. With `sessionRecheckMs`, the groups of a session are 5 s old at most. */
const cacheMs = 2_500
const maxCachedUsers = 10_000

/** Returns an empty cache, which also keeps which users do not exist. `read` asks the registry for a user. */
export function openIdentityCache(clock: Clock, read: (name: string) => Promise<Identity | undefined>) {
  const entries = new LRUCache<string, { identity: Identity | undefined; validUntil: number }>(
    limitEntries(maxCachedUsers),
  )

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
