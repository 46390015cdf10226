/**
 * GET …/queue/{queue}/stream and …/topic/{topic}/stream: messages as server-sent events (HTML Standard, section 9.2).
 *
 * The mode `browse` leaves messages on the queue; the id of an event is the place of its message, from which `Last-Event-ID` goes
 * on. The mode `lease` leases each message, and sends as many as `credits`, or 8 MiB of bodies, before leases end.
 */
import { waitUntilAborted } from '../../../shared/lib/time/wait-or-abort.ts'
import { type Connection, MqError, type OpenQueue, reasonName } from '../../manager/index.ts'
import { maxLeasedBytes } from '../context/leases.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { WaitEndedError } from '../context/waiting-gets.ts'
import { RestError } from '../errors/rest-error.ts'
import { parseIntegerParameter, parseQueryParameters } from '../http/request-input.ts'
import { holderOf } from './lease-message.ts'
import { parsePosition, renderLease, renderMessageJson, renderPosition } from './message-json.ts'
import { openMessagingConnection, requireGetAuthority, runMessagingRequest } from './messaging-connection.ts'

const heartbeat = ': heartbeat\n\n'
const defaultHeartbeatSeconds = 15
const maxHeartbeatSeconds = 60
const maxCredits = 100
const maxLeaseSeconds = 43_200

/** The events of a stream, and the end of what it holds open. */
interface Source {
  /** Returns the next event, or undefined after the time of a heartbeat without one. Throws when the signal aborts. */
  next(waitMs: number, signal: AbortSignal): Promise<string | undefined>
  close(): Promise<void>
}

/** Streams the messages of a queue. */
export async function streamQueue(context: RestContext): Promise<RestResponse> {
  const queue = context.params.queue as string
  const query = parseQueryParameters(context, ['mode', 'selector', 'seconds', 'credits', 'heartbeat'])
  const { mode = 'browse', selector } = query
  if (mode !== 'browse' && mode !== 'lease')
    throw new RestError('MQWB0013E', [mode, 'mode', 'it must be browse or lease'])
  const seconds = parseIntegerParameter('seconds', query.seconds, { min: 1, max: maxLeaseSeconds }) ?? 30
  const credits = parseIntegerParameter('credits', query.credits, { min: 1, max: maxCredits }) ?? 10
  const lastId = String(context.request.headers['last-event-id'] ?? '')
  const after = parsePosition(lastId, (shown, why) => new RestError('MQWB0302E', ['Last-Event-ID', shown, why]))

  return respondWithEvents(
    context,
    { target: queue, action: mode === 'lease' ? 'get from' : 'browse from', query },
    () => {
      const connection = openMessagingConnection(context)
      try {
        // Opening the queue checks its name, the authority and the selector, also for leases.
        const opened = connection.open(queue, { mode: mode === 'lease' ? 'input' : 'browse', selector, after })
        if (mode === 'browse') return browsing(context, connection, opened)
        return leasing(context, connection, queue, { seconds, credits, opened })
      } catch (error) {
        void connection.close()
        throw error
      }
    },
  )
}

/** Streams the publications to a topic from now on. The topic string can have wildcards. */
export async function streamTopic(context: RestContext): Promise<RestResponse> {
  const topic = context.params.topic as string
  const query = parseQueryParameters(context, ['selector', 'heartbeat'])
  return respondWithEvents(context, { target: topic, action: 'subscribe to', query }, async () => {
    const connection = openMessagingConnection(context)
    try {
      const subscription = await connection.subscribe({ topicString: topic, selector: query.selector })
      return {
        async next(waitMs, signal) {
          const message = await subscription.get({ waitMs, signal })
          return message && renderEvent('message', renderMessageJson(message, context.version))
        },
        close: () => connection.close(),
      }
    } catch (error) {
      await connection.close()
      throw error
    }
  })
}

async function respondWithEvents(
  context: RestContext,
  { target, action, query }: { target: string; action: string; query: { heartbeat?: string } },
  open: () => Source | Promise<Source>,
): Promise<RestResponse> {
  const range = { min: 1, max: maxHeartbeatSeconds }
  const seconds = parseIntegerParameter('heartbeat', query.heartbeat, range) ?? defaultHeartbeatSeconds
  const source = await runMessagingRequest(context, target, action, async () => open())
  const headers = { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' }
  return { status: 200, headers, events: sendEvents(context, source, seconds * 1000) }
}

/** Yields the events of a source, heartbeats, and the event `end` with the reason. Closes the source. */
async function* sendEvents(context: RestContext, source: Source, heartbeatMs: number): AsyncGenerator<string> {
  const waiting = context.services.waitingGets.start(context.signal())
  try {
    yield 'retry: 2000\n\n'
    while (waiting) yield (await source.next(heartbeatMs, waiting.signal)) ?? heartbeat
    yield renderEvent('end', { reason: 'server_ends' })
  } catch (error) {
    if (error instanceof WaitEndedError) yield renderEvent('end', { reason: 'server_ends' })
    else if (error instanceof MqError)
      yield renderEvent('end', { reason: reasonName(error.reasonCode), reasonCode: error.reasonCode })
    else throw error
  } finally {
    waiting?.leave()
    await source.close()
  }
}

function browsing({ version }: RestContext, connection: Connection, queue: OpenQueue): Source {
  let arrival = Promise.withResolvers<void>()
  const wake = () => arrival.resolve()
  const unwatch = queue.watchArrivals(wake)
  connection.onEnd(wake)
  return {
    async next(waitMs, signal) {
      for (let isLast = false; ; isLast = true) {
        arrival = Promise.withResolvers() // before the look, so that no arrival is missed
        const message = await queue.browseNext()
        if (message)
          return renderEvent('message', renderMessageJson(message, version), renderPosition(queue.browsePosition))
        if (isLast) return undefined
        await waitFor(arrival, waitMs, signal)
      }
    },
    close() {
      unwatch()
      return connection.close()
    },
  }
}

type LeasingOptions = { seconds: number; credits: number; opened: OpenQueue }

/** Leases message by message. Each lease has a connection of its own, which outlives the stream. */
function leasing(context: RestContext, connection: Connection, queue: string, options: LeasingOptions): Source {
  const { leases } = context.services
  let held = 0
  let heldBytes = 0
  let onEnd = Promise.withResolvers<void>()
  const isFull = () => held >= options.credits || heldBytes >= maxLeasedBytes
  return {
    async next(waitMs, signal) {
      if (isFull()) {
        onEnd = Promise.withResolvers()
        await waitFor(onEnd, waitMs, signal)
        if (isFull()) return undefined
      }
      requireGetAuthority(connection, queue)
      let bytes = 0
      const ended = () => {
        held -= 1
        heldBytes -= bytes
        onEnd.resolve()
      }
      const wanted = { ...options, max: 1, waitMs, signal, onEnd: ended }
      const [lease] = await leases.take(openMessagingConnection(context), queue, holderOf(context), wanted)
      if (!lease) return undefined
      held += 1
      bytes = lease.message.body.length
      heldBytes += bytes
      try {
        return renderEvent('message', renderLease(lease, context.version))
      } catch (error) {
        await leases.giveBackUnseen([lease])
        throw error
      }
    },
    close: () => connection.close(),
  }
}

/** Waits until it is resolved, at most for the time. Throws the reason of the signal when it aborts. */
async function waitFor({ promise, resolve }: PromiseWithResolvers<void>, waitMs: number, signal: AbortSignal) {
  const timer = setTimeout(resolve, waitMs)
  await waitUntilAborted(signal, promise).finally(() => clearTimeout(timer))
}

function renderEvent(event: string, data: object | string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
