/**
 * Names and passwords checked against the registry, with what makes that quick for friends and slow for others:
 * verified credentials are remembered for a short while, checks of the same credentials share one derivation,
 * few derivations run at once, and guessing locks.
 */
import { hash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { RegistryUnavailable } from '../../registries/index.ts'
import { createLockout } from './lockout.ts'
import type { Identity, UserRegistry } from './registry.ts'

export interface Credentials {
  /** The user, or undefined for any reason that is the caller's. Throws `RegistryUnavailable`. */
  verify(name: string, password: string, address: string): Promise<Identity | undefined>
  /** Whether a user that `verify` answered needs no other verdict: it is recent, and the name is not locked. */
  vouchesFor(user: Identity, address: string): boolean
  /** Forgets what was verified: the registry has changed. */
  forget(): void
}

const rememberFor = 30_000
const remembered = 1_000
const atOnce = 3 // of the four threads that derivations run on
const waiting = 200

export function createCredentials(registry: () => UserRegistry, clock: Clock, log: Log): Credentials {
  const secret = randomBytes(32).toString('base64')
  const verified = new LRUCache<string, Identity>({ max: remembered })
  /** Until when what was verified holds: one object for each verification. */
  let recent = new WeakMap<Identity, number>()
  const underWay = new Map<string, Promise<Identity | undefined>>()
  const lockout = createLockout(clock, log)
  const limit = createGate(atOnce, waiting)
  let generation = 0

  async function check(name: string, password: string, address: string, id: string) {
    const started = generation
    const found = await limit(() => registry().authenticate(name, password))

    if (!found) {
      lockout.failed(name, address)
      return undefined
    }
    // Asked even while the name is locked, so that the answer takes as long as any other.
    if (lockout.locked(name, address)) return undefined

    lockout.succeeded(name, address)
    const user = { ...found }
    if (started === generation) {
      verified.set(id, user)
      recent.set(user, clock() + rememberFor)
    }
    return user
  }

  function vouchesFor(user: Identity, name: string, address: string): boolean {
    return (recent.get(user) ?? 0) > clock() && !lockout.locked(name, address)
  }

  return {
    async verify(name, password, address) {
      // The password itself is never kept, only a digest that nobody can look up without this process's secret.
      const id = hash('sha256', `${secret}${name}\0${password}`, 'base64')
      const known = verified.get(id)
      if (known && vouchesFor(known, name, address)) return known

      const same = `${id}${address}`
      const running = underWay.get(same)
      if (running) return running

      const verdict = check(name, password, address, id).finally(() => underWay.delete(same))
      underWay.set(same, verdict)
      return verdict
    },

    vouchesFor: (user, address) => vouchesFor(user, user.name, address),

    forget() {
      generation += 1
      verified.clear()
      recent = new WeakMap()
      underWay.clear()
    },
  }
}

/** Lets `atOnce` run and `waiting` wait; more are turned away. */
function createGate(atOnce: number, waiting: number) {
  const queue: (() => void)[] = []
  let running = 0

  return async function limit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new RegistryUnavailable('too many sign-ins wait for the registry')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
