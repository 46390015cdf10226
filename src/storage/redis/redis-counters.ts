/**
 * Counters and flags in Redis. Each is a hash: `v` is the value as JSON, `e` the time at which it expires, in
 * milliseconds since the epoch.
 *
 * Every operation is one script, which Redis runs without interruption. Redis removes expired entries itself.
 */
import { type CommandParser, createClient, defineScript } from '@redis/client'
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

/** An open connection to Redis. */
export interface RedisCounters extends CounterStore {
  /** Waits for running operations, for a second at most, and ends the connection. Never rejects. */
  close(): Promise<void>
}

/** Where Redis is. `prefix` begins every key. */
export type RedisCountersOptions = { url: string; clock: Clock; prefix?: string }

const connectTimeoutMs = 3_000
/** How long an operation may take before it fails as undecided. */
const answerTimeoutMs = 1_000
/** A connection on which nothing arrives for so long is opened again. */
const silenceMs = 9_000
const maxRetryMs = 2_000

/** KEYS: the hash. ARGV: amount, expiry, now. Returns the sum; an error for a value that is no number. */
const countScript = `
local found = redis.call('HMGET', KEYS[1], 'v', 'e')
local now = tonumber(ARGV[3])
local isLive = found[1] and (found[2] == '' or tonumber(found[2]) > now)
local expiry = ARGV[2]
local before = 0
if isLive then
  if not string.find(found[1], '^-?%d') then return redis.error_reply('NOTCOUNTER') end
  before = tonumber(found[1])
  expiry = found[2]
end
local sum = string.format('%.17g', before + tonumber(ARGV[1]))
redis.call('HSET', KEYS[1], 'v', sum, 'e', expiry)
if not isLive then
  redis.call('PEXPIRE', KEYS[1], math.max(1, math.ceil(tonumber(expiry) - now)))
end
return sum`

/** KEYS: the hash. ARGV: value, expiry or nothing, now. */
const saveScript = `
redis.call('HSET', KEYS[1], 'v', ARGV[1], 'e', ARGV[2])
if ARGV[2] == '' then redis.call('PERSIST', KEYS[1])
else redis.call('PEXPIRE', KEYS[1], math.max(1, math.ceil(tonumber(ARGV[2]) - tonumber(ARGV[3])))) end
return 1`

/** The scripts as commands of the client, which sends their digest, and their text where Redis does not have them. */
const scripts = { addToCounter: defineEntryScript(countScript), saveEntry: defineEntryScript(saveScript) }

function defineEntryScript(SCRIPT: string) {
  return defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, values: string[]) {
      parser.pushKey(key)
      parser.push(...values)
    },
    transformReply: (reply: unknown) => reply,
  })
}

/** Connects to Redis without waiting for it. While there is no connection, operations reject with `unavailable`. */
export function openRedisCounters({ url, clock, prefix = 'sluice' }: RedisCountersOptions): RedisCounters {
  const name = hideCredentials(url)
  let lastError: Error | undefined
  const client = createClient({
    url,
    scripts,
    disableOfflineQueue: true,
    pingInterval: silenceMs / 3,
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, maxRetryMs),
    },
  })
  client.on('error', (error: Error) => {
    lastError = error
  })
  client.on('connect', () => {
    if (!client.isOpen) client.destroy() // closed meanwhile: the client keeps the connection that it was opening
  })
  client.connect().catch(() => {}) // the next operation reports the error
  const keyOf = (kind: string, key: string) => `${prefix}:${kind.length}:${kind}${key}`

  return {
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
      await run(() => client.close()).catch(() => {}) // the client waits for answers without a limit
      client.destroy()
    },
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
