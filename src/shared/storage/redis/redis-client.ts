/** Opens the client of a server, of servers behind Sentinels, or of a cluster. All of them take the same commands. */
import { type CommandParser, createClient, createCluster, createSentinel, defineScript } from '@redis/client'
import { definedMembers } from '../../lib/collections/defined-members.ts'
import type { RedisLocation } from './redis-location.ts'

/** What the counters need of a client. */
export interface RedisClient {
  readonly isOpen: boolean
  readonly isReady: boolean
  hmGet(key: string, fields: string[]): Promise<(string | null)[]>
  del(key: string): Promise<unknown>
  saveEntry(key: string, values: string[]): Promise<unknown>
  addToCounter(key: string, values: string[]): Promise<unknown>
  connect(): Promise<unknown>
  close(): Promise<unknown>
  destroy(): unknown
  on(event: 'error' | 'connect', listener: (error: Error) => void): unknown
}

const connectTimeoutMs = 3_000
/** A connection on which nothing arrives for so long is opened again. */
const silenceMs = 9_000
const maxRetryMs = 2_000
/** How often the Sentinels are asked for the server that accepts writes, besides their own messages. */
const scanIntervalMs = 2_000

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

/** Returns a client that is not connected yet. */
export function buildRedisClient(location: RedisLocation): RedisClient {
  const { mode, hosts, masterName, database, username, password, tls } = location
  const socket = {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs,
    reconnectStrategy: (retries: number) => redisRetryMs(retries),
    ...(tls && definedMembers({ tls: true as const, ca: tls.ca })),
  }
  const credentials = definedMembers({ username, password })
  const node = { ...credentials, socket, disableOfflineQueue: true, pingInterval: silenceMs / 3 }
  if (mode === 'sentinel')
    return createSentinel({
      scripts,
      name: masterName,
      sentinelRootNodes: [...hosts],
      nodeClientOptions: node,
      sentinelClientOptions: { socket },
      scanInterval: scanIntervalMs,
    }) as RedisClient
  if (mode === 'cluster')
    return createCluster({
      scripts,
      rootNodes: hosts.map(({ host, port }) => ({ ...node, socket: { ...socket, host, port } })),
      defaults: node,
    }) as unknown as RedisClient
  const [server] = hosts
  return createClient({ ...node, scripts, database, socket: { ...socket, ...server } }) as unknown as RedisClient
}

/** The pause before the next attempt to connect, in milliseconds. */
export function redisRetryMs(retries: number): number {
  return Math.min(50 * 2 ** retries, maxRetryMs)
}
