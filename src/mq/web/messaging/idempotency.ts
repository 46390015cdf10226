/**
 * Puts a message once, however often its request is sent: the header `Idempotency-Key`
 * (draft-ietf-httpapi-idempotency-key-header-07).
 *
 * The key is a message on a queue of its own, in the same commit as the message that it stands for. After a crash, what lies on
 * the queues decides. A non-persistent message has a non-persistent key: a restart removes both.
 */
import { createHash, type Hash } from 'node:crypto'
import { type Connection, MqError, type QueueManager, type UnitOfWork } from '../../manager/index.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

const idempotencyQueue = 'SYSTEM.REST.IDEMPOTENCY.QUEUE'

const keyLifeMs = 24 * 60 * 60 * 1000
const keyShape = /^(?:"([\x20-\x21\x23-\x5b\x5d-\x7e]{1,255})"|([!#-+\--:<-[\]-~]{1,255}))$/
/** The client on whose behalf a gateway sends a request, so that clients of one user do not share keys. */
const clientHeader = 'sluice-client'

/** The digests of keys whose requests are in progress, by queue manager. One process owns a queue manager. */
const inProgress = new WeakMap<QueueManager, Set<string>>()

/** The record of a key: the digest of its request, and the first response. */
interface KeyRecord {
  request: string
  status: RestResponse['status']
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** The put of a request: what it sends, and how it is run. */
export interface IdempotentPut {
  body: Buffer
  /** Whether the message survives a restart. The key then does as well. */
  isPersistent: boolean
  put(unitOfWork?: UnitOfWork): Promise<RestResponse & { body?: string }>
}

/**
 * Runs a put. For a request with `Idempotency-Key`, returns the first response when the key is known. Throws MQWB0320E (400) for a
 * malformed key, MQWB0321E (409) while another request with the key is in progress, and MQWB0322E (422) when the key belongs to
 * another request.
 */
export function putOnce(context: RestContext, connection: Connection, work: IdempotentPut): Promise<RestResponse> {
  const header = context.request.headers['idempotency-key']
  return header === undefined ? work.put() : replayOrPut(context, connection, work, String(header))
}

async function replayOrPut(
  context: RestContext,
  connection: Connection,
  work: IdempotentPut,
  header: string,
): Promise<RestResponse> {
  const key = readKey(header)
  const { manager } = connection
  const client = String(context.request.headers[clientHeader] ?? '')
  const id = digest([context.caller.name, client, context.path, key]).digest().subarray(0, 24)
  const name = id.toString('hex')
  const running = inProgress.get(manager) ?? new Set()
  inProgress.set(manager, running)
  if (running.has(name)) throw new RestError('MQWB0321E', [key], { headers: { 'Retry-After': '1' } })

  running.add(name)
  const keeper = manager.connect(context.services.serverPrincipal, { name: 'mqweb', isSystem: true })
  try {
    const request = digestRequest(context, work.body)
    const known = await findRecord(keeper, id)
    if (known) return replay(known, request, key)
    return await putWithKey(connection, keeper, { id, request, work })
  } finally {
    running.delete(name)
    await keeper.close()
  }
}

function readKey(header: string): string {
  const [, quoted, bare] = keyShape.exec(header.trim()) ?? []
  const key = quoted ?? bare
  if (key === undefined) throw new RestError('MQWB0320E', [header.slice(0, 300)])
  return key
}

async function putWithKey(
  connection: Connection,
  keeper: Connection,
  { id, request, work }: { id: Buffer; request: string; work: IdempotentPut },
): Promise<RestResponse> {
  const unit = connection.beginUnitOfWork()
  const ofKey = keeper.beginUnitOfWork()
  try {
    const response = await work.put(unit)
    const { status, headers = {}, body } = response
    const record: KeyRecord = { request, status, headers, body }
    const message = {
      body: Buffer.from(JSON.stringify(record)),
      format: 'MQSTR',
      messageId: id,
      persistence: work.isPersistent ? 'persistent' : 'nonPersistent',
      expiry: keyLifeMs,
    } as const
    await keeper.put({ queue: idempotencyQueue }, message, { unitOfWork: ofKey })
    await unit.commit([ofKey])
    return response
  } finally {
    await Promise.all([unit.backout(), ofKey.backout()]) // does nothing after the commit
  }
}

/** Returns the record of a key. Creates the queue of the keys when the queue manager has none. */
async function findRecord(keeper: Connection, id: Buffer): Promise<KeyRecord | undefined> {
  try {
    const message = await keeper.browse(idempotencyQueue, { messageId: id })
    return message && (JSON.parse(message.body.toString('utf8')) as KeyRecord)
  } catch (error) {
    if (!(error instanceof MqError) || error.reasonCode !== 2085) throw error
    await keeper.command(`DEFINE QLOCAL(${idempotencyQueue}) DESCR('Idempotency keys of puts') MAXDEPTH(999999999)`)
    return undefined
  }
}

function replay({ request, status, headers, body }: KeyRecord, now: string, key: string): RestResponse {
  if (request !== now) throw new RestError('MQWB0322E', [key])
  return { status, headers: { ...headers, 'Idempotent-Replayed': 'true' }, body }
}

/** Returns the digest of what a request puts: its body, and the headers that describe the message. */
function digestRequest({ request, search }: RestContext, body: Buffer): string {
  const described = Object.entries(request.headers).filter(
    ([name]) => /-mq-md-|-mq-usr|^ce-/.test(name) || name === 'content-type',
  )
  const parts = described.map(([name, value]) => `${name}: ${value}`).sort()
  return digest([search, ...parts])
    .update(body)
    .digest('base64')
}

function digest(parts: readonly string[]): Hash {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash
}
