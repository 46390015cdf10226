/**
 * Slows down guessing: after a few wrong passwords a name is locked for a while, for the address that guessed;
 * after many, wherever they came from. A locked name is answered like a wrong password.
 *
 * By address first, so that one stranger's guesses do not lock a user out everywhere.
 */
import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'

export interface Lockout {
  locked(name: string, address: string): boolean
  failed(name: string, address: string): void
  succeeded(name: string, address: string): void
}

interface Count {
  failures: number
  since: number
  lockedUntil: number
}

const perAddress = 10
const perName = 200
const window = 5 * 60_000 // failures further apart than this do not add up
const lockFor = 60_000
const remembered = 50_000

export function createLockout(clock: Clock, log: Log): Lockout {
  const counts = new LRUCache<string, Count>({ max: remembered })

  function locked(key: string): boolean {
    const count = counts.get(key)
    return count !== undefined && count.lockedUntil > clock()
  }

  function fail(key: string, limit: number, name: string, address: string): void {
    const now = clock()
    const count = counts.get(key)
    if (!count || now - count.since > window) {
      counts.set(key, { failures: 1, since: now, lockedUntil: 0 })
      return
    }
    count.failures += 1
    if (count.failures < limit) return

    counts.set(key, { failures: 0, since: now, lockedUntil: now + lockFor })
    log.warn({ user: name, address }, 'a name is locked for a while: too many wrong passwords')
  }

  return {
    locked: (name, address) => counts.size > 0 && (locked(nameKey(name)) || locked(pairKey(name, address))),

    failed(name, address) {
      fail(nameKey(name), perName, name, address)
      fail(pairKey(name, address), perAddress, name, address)
    },

    succeeded(name, address) {
      counts.delete(pairKey(name, address))
    },
  }
}

function nameKey(name: string): string {
  return `n\0${name.toLowerCase()}`
}

function pairKey(name: string, address: string): string {
  return `p\0${name.toLowerCase()}\0${address}`
}
