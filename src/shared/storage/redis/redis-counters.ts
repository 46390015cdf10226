/**
 * Counters and flags in Redis. Each is a hash: `v` is the value as JSON, `e` the time at which it expires, in
 * milliseconds since the epoch.
 *
 * Every operation is one script, which Redis runs without interruption. Redis removes expired entries itself.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { hideCredentials } from '../../lib/output/hide-credentials.ts'
import type { Clock } from '../../lib/time/clock.ts'
import {
  type CounterStore,
  parseValue,
  renderValue,
  requireFiniteExpiry,
  requireFiniteIncrement,
} from '../contract/state-store.ts'
import { StateStoreError } from '../contract/state-store-error.ts'
import { buildRedisClient, redisRetryMs } from './redis-client.ts'
import { parseRedisLocation } from './redis-location.ts'

/** An open connection to Redis. */
export interface RedisCounters extends CounterStore {
  /** Settles when Redis is connected, when the first attempt has failed, or after a second. */
  readonly attempted: Promise<unknown>
  /** Waits for running operations, for a second at most, and ends the connection. Never rejects. */
  close(): Promise<void>
}

/** Where Redis is. `prefix` begins every key. */
export type RedisCountersOptions = { url: string; clock: Clock; prefix?: string }

/** How long an operation may take before it fails as undecided. */
const answerTimeoutMs = 1_000

/** Connects to Redis without waiting for it. While there is no connection, operations reject with `unavailable`. */
export function openRedisCounters({ url, clock, prefix = 'sluice' }: RedisCountersOptions): RedisCounters {
  const name = hideCredentials(url)
  let lastError: Error | undefined
  const location = parseRedisLocation(url)
  const client = buildRedisClient(location)
  const failed = Promise.withResolvers<void>()
  client.on('error', (error: Error) => {
    lastError = error
    failed.resolve()
  })
  client.on('connect', () => {
    if (!client.isOpen) client.destroy() // closed meanwhile: the client keeps the connection that it was opening
  })
  let isClosed = false
  const attempted = Promise.race([connect(), failed.promise, wait(answerTimeoutMs, undefined, { ref: false })])
  const keyOf = (kind: string, key: string) => `${prefix}:${kind.length}:${kind}${key}`

  return {
    attempted,

    async find(kind, key) {
      const [value, expiry] = await run(() => client.hmGet(keyOf(kind, key), ['v', 'e']))
      const expiresAt = expiry === '' || expiry == null ? undefined : Number(expiry)
      if (value == null || (expiresAt !== undefined && expiresAt <= clock())) return undefined
      return { value: parseValue(String(value)), consumedAt: undefined, expiresAt }
    },

    async save(kind, key, value, { expiresAt } = {}) {
      const argument = [renderValue(kind, value), String(requireFiniteExpiry(expiresAt) ?? ''), String(clock())]
      await run(() => client.saveEntry(keyOf(kind, key), argument))
    },

    async remove(kind, key) {
      await run(() => client.del(keyOf(kind, key)))
    },

    async count(kind, key, by, expiresAt) {
      const argument = [requireFiniteIncrement(by), requireFiniteExpiry(expiresAt), clock()].map(String)
      try {
        return Number(await run(() => client.addToCounter(keyOf(kind, key), argument)))
      } catch (error) {
        if (!/NOTCOUNTER/.test(String((error as Error).cause))) throw error
        throw new TypeError(`${kind} ${key} is not a counter`)
      }
    },

    async close() {
      isClosed = true
      await run(() => client.close()).catch(() => {}) // the client waits for answers without a limit
      client.destroy()
    },
  }

  /** Connects. The clients of Sentinels and clusters give up where that of a server tries again. The next operation reports the error. */
  async function connect(): Promise<void> {
    for (let retries = 0; !isClosed; retries += 1) {
      try {
        return void (await client.connect())
      } catch (error) {
        lastError = error as Error
        if (location.mode === 'server') return
        await wait(redisRetryMs(retries), undefined, { ref: false })
      }
    }
  }

  async function run<T>(operation: () => Promise<T>): Promise<T> {
    if (!client.isReady) throw unavailable(lastError?.message || 'there is no connection')
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(undecided(`no answer within ${answerTimeoutMs} ms`)), answerTimeoutMs)
    })
    try {
      return await Promise.race([operation(), late])
    } catch (cause) {
      throw cause instanceof StateStoreError ? cause : undecided((cause as Error).message, cause)
    } finally {
      clearTimeout(timer)
    }
  }

  function unavailable(reason: string): StateStoreError {
    return new StateStoreError('unavailable', `${name}: it cannot be reached (${reason})`)
  }

  function undecided(reason: string, cause?: unknown): StateStoreError {
    return new StateStoreError('failed', `${name}: ${reason}`, { cause })
  }
}
