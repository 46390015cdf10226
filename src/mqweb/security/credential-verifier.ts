/**
 * Names and passwords checked against the registry. Verified credentials are remembered for a short while, checks of the
 * same credentials share one derivation, few derivations run at once, and guessing locks.
 */
import { hash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { RegistryUnavailable } from '../../registries/index.ts'
import {
  type Allowances,
  type Attempter,
  isLocked,
  openAttemptLimits,
  openTurns,
} from '../../security/index.ts'
import { openMemoryStore } from '../../storage/index.ts'
import type { Identity, UserRegistry } from '../identity/user-registry.ts'

export interface CredentialVerifier {
  /** The user, or undefined for any reason that is the caller's. Throws `RegistryUnavailable`. */
  verify(name: string, password: string, address: string): Promise<Identity | undefined>
  /** Whether a user that `verify` answered needs no other verdict: it is recent, and the name is not locked. */
  isStillVerified(user: Identity, address: string): boolean
  /** Forgets what was verified: the registry has changed. */
  forgetVerified(): void
}

const rememberFor = 30_000
const remembered = 1_000
const atOnce = 3 // of the four threads that derivations run on
const waiting = 200

/** Addresses are not limited over all names: behind the gateway every caller has the gateway's address. */
const allowances: Allowances = {
  user: { failures: 10, windowMs: 60_000 },
  client: { failures: 0, windowMs: 60_000 },
  address: { failures: 0, windowMs: 60_000 },
}

export function createCredentialVerifier(
  registry: () => UserRegistry,
  clock: Clock,
  log: Log,
): CredentialVerifier {
  const secret = randomBytes(32).toString('base64')
  const verified = new LRUCache<string, Identity>({ max: remembered })
  /** Until when what was verified holds: one object for each verification. */
  let recent = new WeakMap<Identity, number>()
  const underWay = new Map<string, Promise<Identity | undefined>>()
  // One process serves every request, so a store in memory knows of every attempt.
  const store = openMemoryStore({ clock })
  const limits = openAttemptLimits({ store, kind: 'attempts', clock, log, allowances })
  const inTurn = openTurns({
    running: atOnce,
    waiting,
    refuse: () => new RegistryUnavailable('too many sign-ins wait for the registry'),
  })
  let generation = 0

  async function check(name: string, password: string, address: string, id: string) {
    const started = generation
    const result = await limits.attempt(attempterOf(name, address), `${name}\0${password}`, () =>
      inTurn(() => registry().authenticate(name, password)),
    )
    if (isLocked(result) || !result.value) return undefined

    const user = { ...result.value }
    if (started === generation) {
      verified.set(id, user)
      recent.set(user, clock() + rememberFor)
    }
    return user
  }

  function vouchesFor(user: Identity, name: string, address: string): boolean {
    return (recent.get(user) ?? 0) > clock() && !limits.knowsLock(attempterOf(name, address))
  }

  return {
    async verify(name, password, address) {
      // Only a digest of the password is kept, with a secret of this process, so that a memory dump does not reveal it.
      // What was verified at one address says nothing at another, where the name may be locked.
      const id = hash('sha256', `${secret}${address}\0${name}\0${password}`, 'base64')
      const known = verified.get(id)
      if (known && vouchesFor(known, name, address)) return known

      const running = underWay.get(id)
      if (running) return running

      const verdict = check(name, password, address, id).finally(() => underWay.delete(id))
      underWay.set(id, verdict)
      return verdict
    },

    isStillVerified: (user, address) => vouchesFor(user, user.name, address),

    forgetVerified() {
      generation += 1
      verified.clear()
      recent = new WeakMap()
      underWay.clear()
    },
  }
}

/** Registries may not tell apart names that differ in case, so neither do the limits. */
function attempterOf(name: string, address: string): Attempter {
  return { kind: 'user', name: name.normalize('NFC').toLowerCase(), address }
}
