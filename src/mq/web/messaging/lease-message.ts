/** Resources of leases: lease messages, acknowledge them, put them back, and extend a lease. */
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { type Message, MqError } from '../../manager/index.ts'
import type { Lease, LeaseHolder } from '../context/leases.ts'
import {
  emptyResponse,
  jsonListResponse,
  jsonResponse,
  type RestContext,
  type RestResponse,
} from '../context/rest-context.ts'
import { WaitEndedError } from '../context/waiting-gets.ts'
import { toMessagingError } from '../errors/mq-errors.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseBody } from '../http/parse-body.ts'
import { readJsonObjectBody } from '../http/request-input.ts'
import { renderTraceHeaders } from './descriptor-headers.ts'
import { parsePosition, renderLease, renderPosition, tooLong } from './message-json.ts'
import { openMessagingConnection, runMessagingRequest } from './messaging-connection.ts'
import { parseMessageSelection, renderMqId } from './mq-ids.ts'

const maxSeconds = 43_200
/** The size in bytes of a body after whose rendering other requests have their turn. */
const maxTurnBytes = 262_144
/** The number of messages that a request with a selector searches; the response says with `next` where the next one goes on. */
const maxVisits = 50_000
const seconds = Type.Integer({ minimum: 1, maximum: maxSeconds, default: 30 })

/** The body of a request to lease messages. */
export const LeaseRequest = Type.Object(
  {
    max: Type.Integer({ minimum: 1, maximum: 100, default: 1 }),
    seconds,
    wait: Type.Integer({ minimum: 0, maximum: 60_000, default: 0 }),
    selector: Type.Optional(Type.String({ minLength: 1, maxLength: 10_240 })),
    after: Type.Optional(Type.String({ maxLength: 31 })),
    messageId: Type.Optional(Type.String({ minLength: 1 })),
    correlationId: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
export const ExtendRequest = Type.Object({ seconds }, { additionalProperties: false })

/** POST …/queue/{queue}/lease: leases up to 100 messages, of 8 MiB and one message more at most. `next` is the place after which a long search goes on. */
export async function leaseMessages(context: RestContext): Promise<RestResponse> {
  const { services } = context
  const queue = context.params.queue as string
  const body = parseBody(LeaseRequest, await readJsonObjectBody(context.request))
  const { max, seconds, wait, selector, after: place, ...ids } = body
  const fail = (shown: string, why: string) => new RestError('MQWB0015E', [JSON.stringify(shown), 'after', why])
  const after = parsePosition(place ?? '', fail)
  const selection = parseMessageSelection(ids, context)

  return runMessagingRequest(context, queue, 'get from', async () => {
    const waiting = services.waitingGets.start(context.signal())
    const options = { ...selection, max, seconds, waitMs: waiting ? wait : 0, signal: waiting?.signal }
    const connection = openMessagingConnection(context)
    try {
      const opened = connection.open(queue, { mode: 'input', selector, after, maxVisits })
      const taken = await services.leases.take(connection, queue, holderOf(context), { ...options, opened })
      opened.close()
      return await renderLeases(context, taken, renderPosition(opened.searchStoppedAt))
    } catch (error) {
      await connection.close()
      if (error instanceof WaitEndedError) return jsonResponse(200, { messages: [] }, { 'Sluice-Messages': '0' })
      throw error
    } finally {
      waiting?.leave()
    }
  })
}

/** Renders message by message. The messages go back when the response cannot be built, or the client is gone. */
async function renderLeases(context: RestContext, taken: readonly Lease[], next?: string): Promise<RestResponse> {
  const { services, version } = context
  const signal = context.signal()
  try {
    signal.throwIfAborted()
    const messages: string[] = []
    // The gateway passes on no more to tools of agents; 100 bytes are around the list.
    let left = Number(context.request.headers['sluice-max-response-bytes'] ?? Number.POSITIVE_INFINITY) - 100
    for (const [index, lease] of taken.entries()) {
      const message = renderLease(lease, version)
      left -= Buffer.byteLength(message) + 1
      if (left < 0 && index === 0) throw tooLong(lease.message, version)
      if (left < 0) {
        await services.leases.giveBackUnseen(taken.slice(index))
        break
      }
      messages.push(message)
      if (lease.message.body.length > maxTurnBytes) await yieldToEvents()
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', () => void services.leases.giveBackUnseen(taken), { once: true })
    const headers = { 'Sluice-Messages': String(messages.length) }
    // Messages that went back lie before `next`: the next search begins where this one began.
    const tail = messages.length === taken.length ? { next } : {}
    return jsonListResponse('messages', messages, tail, headers, (message) => message)
  } catch (error) {
    await services.leases.giveBackUnseen(taken)
    throw error
  }
}

/** POST …/lease/{lease}/ack: removes the message. */
export async function acknowledgeLease(context: RestContext): Promise<RestResponse> {
  return endLease(context, 'acknowledge')
}

/** POST …/lease/{lease}/nack: puts the message back, or on the backout queue at BOTHRESH. */
export async function giveLeaseBack(context: RestContext): Promise<RestResponse> {
  return endLease(context, 'giveBack')
}

/** POST …/lease/{lease}/extend: sets a new end of the lease. */
export async function extendLease(context: RestContext): Promise<RestResponse> {
  const { seconds } = parseBody(ExtendRequest, await readJsonObjectBody(context.request))
  const lease = context.params.lease as string
  const until = await context.services.leases.extend(lease, sourceOf(context), holderOf(context), seconds)
  return jsonResponse(200, { lease, until: new Date(until).toISOString() })
}

/** Ends a lease. The response names the message, and its trace, so that a gateway knows what became of it. */
async function endLease(context: RestContext, end: 'acknowledge' | 'giveBack'): Promise<RestResponse> {
  const { qmgr, queue, lease } = context.params as { qmgr: string; queue: string; lease: string }
  let message: Message | undefined
  try {
    message = await context.services.leases[end](lease, sourceOf(context), holderOf(context))
  } catch (error) {
    if (error instanceof MqError) throw toMessagingError(error, { action: 'get from', object: queue, qmgr })
    throw error
  }
  if (!message) return emptyResponse(204)
  const id = renderMqId(message.messageId, context.version)
  return emptyResponse(204, { [context.dialect.headers.messageId]: id, ...renderTraceHeaders(message) })
}

function sourceOf({ params }: RestContext): string {
  return `${params.qmgr}/${params.queue}`
}

/** Returns who holds the leases of a request. */
export function holderOf({ caller, request }: RestContext): LeaseHolder {
  return { user: caller.name, client: String(request.headers['sluice-client'] ?? '') }
}
