/** Verifies passwords: caches successes briefly, shares and limits checks, locks a name after failures. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { RegistryUnavailableError } from '../../../shared/registries/index.ts'
import {
  type AccountAtAddress,
  type AttemptAllowances,
  createSecretDigest,
  isLocked,
  openAttemptLimits,
  openSemaphore,
  openSharedChecks,
  userAtAddress,
} from '../../../shared/security/index.ts'
import { openMemoryStore } from '../../../shared/storage/index.ts'
import type { Identity, UserRegistry } from '../identity/user-registry.ts'

/** Verifies user names and passwords of one MQ web server. */
export interface CredentialVerifier {
  /** Returns the user; undefined when wrong or locked. Throws `RegistryUnavailableError`, also with too many checks. */
  verify(name: string, password: string, address: string): Promise<Identity | undefined>
  /** Returns whether the result of `verify` is recent and its account is not locked. */
  isStillVerified(user: Identity): boolean
  /** Discards the cached checks, after a change of the registry. */
  forgetVerified(): void
}

const cacheMs = 30_000
const maxCached = 1_000
const maxConcurrentChecks = 3 // password hashing uses the four threads of libuv
const maxWaitingChecks = 200

/** No limit for an IP address over all names: all callers behind the gateway have the gateway's address. */
const allowances: AttemptAllowances = {
  user: { maxFailures: 10, windowMs: 60_000 },
  client: { maxFailures: 0, windowMs: 60_000 },
  address: { maxFailures: 0, windowMs: 60_000 },
}

/** Returns the credential verifier. `registry` is a function, because the settings can change while the server runs. */
export function createCredentialVerifier(registry: () => UserRegistry, clock: Clock, log: Log): CredentialVerifier {
  // The cache keeps digests, not passwords. They include the IP address, because a name can be locked for one address only.
  const digest = createSecretDigest()
  const verified = new LRUCache<string, Identity>(limitEntries(maxCached))
  /**
   * The account that was checked by each result of `verify`, and the time until which it is valid in milliseconds since
   * the epoch. Each check creates an object of its own.
   */
  let recent = new WeakMap<Identity, { account: AccountAtAddress; validUntil: number }>()
  const checks = openSharedChecks<Identity | undefined>()
  // One process serves all requests, so a store in memory counts every attempt.
  const store = openMemoryStore({ clock })
  const limits = openAttemptLimits({ store, kind: 'attempts', clock, log, allowances })
  const runLimited = openSemaphore({
    maxRunning: maxConcurrentChecks,
    maxWaiting: maxWaitingChecks,
    createOverflowError: () => new RegistryUnavailableError('too many sign-ins wait for the registry'),
  })
  let generation = 0

  async function check(name: string, password: string, address: string, id: string) {
    const started = generation
    const account = userAtAddress(registry().foldName(name), address)
    const result = await limits.attempt(account, `${name}\0${password}`, () =>
      runLimited(() => registry().authenticate(name, password)),
    )
    if (isLocked(result) || !result.value) return undefined

    const user = { ...result.value }
    if (started === generation) {
      verified.set(id, user)
      recent.set(user, { account, validUntil: clock() + cacheMs })
    }
    return user
  }

  function isRecent(user: Identity): boolean {
    const check = recent.get(user)
    return check !== undefined && check.validUntil > clock() && !limits.isKnownLocked(check.account)
  }

  return {
    async verify(name, password, address) {
      const id = digest(address, name, password)
      const known = verified.get(id)
      if (known && isRecent(known)) return known
      return checks.run(id, () => check(name, password, address, id))
    },

    isStillVerified: isRecent,

    forgetVerified() {
      generation += 1
      verified.clear()
      recent = new WeakMap()
      checks.clear()
    },
  }
}
