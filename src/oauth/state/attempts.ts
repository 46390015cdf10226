/**
 * How often somebody may be wrong about a password or a secret. RFC 6749 sections 2.3.1 and 4.3.2.
 *
 * A try is counted before it is checked, so that a thousand guesses at once are no better than a thousand in a row.
 * What was right a moment ago is no guess and goes uncounted: that spares writes, and keeps an attack from locking
 * out those who are at work.
 */
import { hash, randomBytes } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Store } from '../../storage/index.ts'
import { OauthError } from '../errors.ts'
import { type Allowance, openTries, type Try } from './tries.ts'

/** What each is allowed within a window. */
export type Allowances = Record<'user' | 'client' | 'address', Allowance>

/** An address may be shared by many, a client by all of its users. */
export const usualAllowances: Allowances = {
  user: { failures: 10, windowMs: 15 * 60_000 },
  client: { failures: 30, windowMs: 60_000 },
  address: { failures: 100, windowMs: 5 * 60_000 },
}

/** Who tries; each that is named is counted, unless no failures of it are. */
export type Trier = { [who in keyof Allowances]?: string }

export interface Attempts {
  /**
   * The result of a check, which is undefined for a wrong secret. Throws `slow_down` instead of checking when one of
   * the triers was wrong too often. A check that throws says nothing about the secret, and is not held against them.
   */
  attempt<T>(trier: Trier, secret: string, check: () => Promise<T | undefined>): Promise<T | undefined>
}

export function openAttempts(
  store: Store,
  kind: string,
  clock: Clock,
  log: Log,
  allowances = usualAllowances,
): Attempts {
  const tries = openTries(store, kind, clock)
  const salt = randomBytes(32).toString('base64')
  const right = new LRUCache<string, true>({ max: 10_000, ttl: 10 * 60_000 })
  const underWay = new Map<string, Promise<unknown>>()

  return {
    async attempt(trier, secret, check) {
      const id = idOf(trier, secret)
      await underWay.get(id)?.catch(() => {}) // of many equal tries at once, the first speaks for the others
      if (right.has(id)) {
        const result = await check()
        if (result !== undefined) return result
        right.delete(id) // it was changed since
      }

      const checking = count(trier, id, check)
      underWay.set(id, checking)
      try {
        return await checking
      } finally {
        if (underWay.get(id) === checking) underWay.delete(id)
      }
    },
  }

  function idOf({ user, client }: Trier, secret: string): string {
    return hash('sha256', salt + JSON.stringify([user, client, secret]), 'base64')
  }

  async function count<T>(
    trier: Trier,
    id: string,
    check: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const begun = await begin(trier)
    let result: T | undefined
    try {
      result = await check()
    } catch (error) {
      await giveBack(begun)
      throw error
    }
    if (result === undefined) {
      await Promise.all(begun.map((each) => each.fail()))
      return undefined
    }
    right.set(id, true)
    await giveBack(begun)
    return result
  }

  /** A place in each count, or a refusal that gives back what was taken. */
  async function begin(trier: Trier): Promise<Try[]> {
    const named = Object.entries(trier) as [keyof Allowances, string][]
    const who = named.filter(([kind]) => allowances[kind].failures > 0)
    const places = await Promise.all(
      who.map(([kind, name]) => tries.begin(`${kind} ${name}`, allowances[kind])),
    )

    const begun = places.filter((place) => 'fail' in place)
    const full = places.findIndex((place) => 'fullUntil' in place)
    const place = places[full]
    if (!place || !('fullUntil' in place)) return begun

    await giveBack(begun)
    const [kind, name] = who[full] as [string, string]
    if (place.isNews) log.warn({ kind, name }, 'too many failed attempts: locked out until the window ends')
    throw tooMany(place.fullUntil - clock())
  }
}

async function giveBack(begun: readonly Try[]): Promise<void> {
  await Promise.all(begun.map((each) => each.giveBack()))
}

function tooMany(forMs: number): OauthError {
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(forMs / 1000))) }
  return new OauthError('slow_down', 'Too many failed attempts, try again later', { headers })
}
