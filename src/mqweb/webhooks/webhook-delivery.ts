/**
 * Delivers the messages of one webhook. A message is locked in a unit of work of its own from the first attempt to the last:
 * a delivery commits it, and the end of the server or of the queue manager puts it back.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookAttempt } from '../../contract/console/webhooks.ts'
import type { Log } from '../../lib/output/log.ts'
import {
  type Connection,
  type Message,
  MqError,
  type QueueManager,
  reasonName,
  type UnitOfWork,
} from '../../qm/index.ts'
import { openSemaphore } from '../../security/index.ts'
import { restV1 } from '../context/rest-dialect.ts'
import type { WebhookRecord } from '../context/webhooks.ts'
import { renderEvent, structuredType } from '../messaging/cloud-events.ts'
import { renderMessageJson } from '../messaging/message-json.ts'
import type { DeliveryResult, WebhookSender } from './webhook-sender.ts'
import { findSubscriptionName } from './webhook-store.ts'

/** MQRC_BACKOUT_THRESHOLD_REACHED. */
const thresholdReached = 2362
/** Messages of a webhook that are locked at a time, and their bytes. At least one is. */
const maxHeld = 100
const maxHeldBytes = 32 * 1024 * 1024
const maxBackoffMs = 60 * 60 * 1000
/** The pause after an error of the queue manager, such as a withdrawn authority. */
const problemPauseMs = 5_000
const maxAttempts = 100
/** The receiver wants no more deliveries (410 Gone). */
const gone = 410

export interface DeliveryDeps {
  manager: QueueManager
  sender: WebhookSender
  clock: () => number
  log: Log
  /** What the webhook has done since the server started, also before a pause. */
  history: DeliveryHistory
  /** Called when the receiver responds that it wants no more deliveries. */
  onGone(): void
}

export interface DeliveryHistory {
  delivered: number
  failed: number
  setAside: number
  /** The last attempts, the latest last. */
  attempts: WebhookAttempt[]
}

type Get = (unitOfWork: UnitOfWork) => Promise<Message | undefined>

interface HeldMessage {
  message: Message
  unit: UnitOfWork
  connection: Connection
  /** The queue of the message, for its backout queue. */
  queue: string
}

export class WebhookDelivery {
  problem: string | undefined
  readonly #record: WebhookRecord
  readonly #deps: DeliveryDeps
  readonly #stop = new AbortController()
  readonly #held = new Set<Promise<void>>()
  readonly #inTurn
  #heldBytes = 0
  readonly #ended: Promise<void>

  /** Starts delivering at once. */
  constructor(record: WebhookRecord, deps: DeliveryDeps) {
    this.#record = record
    this.#deps = deps
    const createOverflowError = () => new Error('there are more deliveries than held messages')
    this.#inTurn = openSemaphore({ maxRunning: record.concurrency, maxWaiting: maxHeld, createOverflowError })
    this.#ended = this.#run()
  }

  get held(): number {
    return this.#held.size
  }

  /** Ends the deliveries. Messages without a response return to their queue, without a higher backout count. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the webhook has ended'))
    await this.#ended
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    const { manager, log } = this.#deps
    const { startedAt } = manager
    const isRunning = () => !signal.aborted && manager.state === 'running' && manager.startedAt === startedAt
    while (isRunning()) {
      try {
        await this.#takeMessages()
      } catch (error) {
        if (!isRunning()) return
        const reason = error instanceof MqError ? reasonName(error.reasonCode) : 'an internal error'
        const problem = `${reason}: ${(error as Error).message}`
        const about = { err: error, qmgr: manager.name, webhook: this.#record.id }
        if (problem !== this.problem) log.warn(about, 'a webhook takes no messages')
        this.problem = problem
        await sleep(problemPauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  /** Takes messages until the signal aborts or the connection breaks. */
  async #takeMessages(): Promise<void> {
    const connection = this.#deps.manager.connect(this.#record.principal, { name: 'mqweb webhook' })
    try {
      const { queue, get } = await openSource(connection, this.#record, this.#stop.signal)
      this.problem = undefined
      for (;;) {
        while (this.#held.size >= maxHeld || (this.#heldBytes >= maxHeldBytes && this.#held.size > 0))
          await Promise.race(this.#held)
        const unit = connection.beginUnitOfWork()
        const message = await get(unit)
        if (message) this.#hold({ message, unit, connection, queue })
        else await unit.backout()
      }
    } finally {
      if (this.#stop.signal.aborted) await Promise.all(this.#held)
      await connection.close()
    }
  }

  #hold(held: HeldMessage): void {
    const bytes = held.message.body.length
    this.#heldBytes += bytes
    const work = this.#deliver(held)
      .catch((error) => this.#deps.log.warn({ err: error, webhook: this.#record.id }, 'a delivery has failed'))
      .finally(() => {
        this.#heldBytes -= bytes
        this.#held.delete(work)
      })
    this.#held.add(work)
  }

  /** Attempts a delivery until it succeeds, the attempts are used up, or the unit of work has ended. */
  async #deliver(held: HeldMessage): Promise<void> {
    const { signal } = this.#stop
    const { message, unit } = held
    try {
      for (let attempt = 1; unit.isActive && !signal.aborted; attempt += 1) {
        const at = this.#deps.clock()
        const result = await this.#inTurn(() => this.#send(message))
        if (signal.aborted) return
        if (await this.#conclude(held, attempt, at, result)) return
        await sleep(this.#note(message, attempt, at, result), undefined, { signal, ref: false })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      await unit.backout({ countsBackout: false }) // does nothing after the commit
    }
  }

  /** Ends the unit of work when there is no further attempt, and returns whether it has ended. */
  async #conclude(
    { message, unit, connection, queue }: HeldMessage,
    attempt: number,
    at: number,
    result: DeliveryResult,
  ) {
    const { status = 0 } = result
    if (status >= 200 && status < 300) {
      await unit.commit()
      this.#deps.history.delivered += 1
      this.#add(message, attempt, at, { outcome: 'delivered', status })
      return true
    }
    this.#deps.history.failed += 1
    if (status === gone) {
      this.#note(message, attempt, at, result)
      this.#stop.abort(new Error('the receiver is gone')) // before the message is back on its queue
      this.#deps.onGone()
      return true
    }
    if (attempt < this.#record.attempts) return false
    if ((await connection.requeue({ from: queue, message, reason: thresholdReached }, unit)) === undefined) return false
    await unit.commit()
    this.#deps.history.setAside += 1
    this.#add(message, attempt, at, { outcome: 'setAside', ...pick(result) })
    return true
  }

  /** Notes a failed attempt, and returns the milliseconds until the next one. */
  #note(message: Message, attempt: number, at: number, result: DeliveryResult): number {
    const doubled = Math.min(this.#record.backoffSeconds * 1000 * 2 ** (attempt - 1), maxBackoffMs)
    const pause = Math.max(doubled * (0.9 + Math.random() * 0.2), result.retryAfterMs ?? 0)
    const nextAt = new Date(this.#deps.clock() + pause).toISOString()
    this.#add(message, attempt, at, { outcome: 'retry', ...pick(result), nextAt })
    return pause
  }

  #add(
    message: Message,
    attempt: number,
    at: number,
    more: Pick<WebhookAttempt, 'outcome' | 'status' | 'error' | 'nextAt'>,
  ): void {
    const { clock, history } = this.#deps
    const times = { at: new Date(at).toISOString(), durationMs: Math.max(0, Math.round(clock() - at)) }
    history.attempts.push({ messageId: message.messageId.toString('hex'), attempt, ...times, ...more })
    if (history.attempts.length > maxAttempts) history.attempts.shift()
  }

  #send(message: Message): Promise<DeliveryResult> {
    const { url, format, secrets, timeoutSeconds, target } = this.#record
    const now = this.#deps.clock()
    const qmgr = this.#deps.manager.name
    const place = 'queue' in target ? `queue/${target.queue}` : `topic/${target.topic}`
    const isEvent = format === 'cloudevent'
    const content = isEvent
      ? renderEvent(message, `/qmgr/${qmgr}/${place}`)
      : {
          type: 'mq.message',
          timestamp: new Date(message.putAt).toISOString(),
          data: { qmgr, ...target, ...renderMessageJson(message, restV1) },
        }
    const { traceparent, tracestate } = message.properties
    const trace = { ...(traceparent && { traceparent: String(traceparent.value) }) }
    const state = { ...(traceparent && tracestate && { tracestate: String(tracestate.value) }) }
    const delivery = {
      url,
      id: message.messageId.toString('hex'),
      body: JSON.stringify(content),
      contentType: isEvent ? structuredType : 'application/json',
      headers: { ...trace, ...state },
      secrets: secrets.flatMap(({ secret, until = now }) => (until >= now ? [secret] : [])),
      timeoutMs: timeoutSeconds * 1000,
    }
    return this.#deps.sender.send(delivery, this.#stop.signal)
  }
}

/** Opens the queue, or the durable subscription, from which a webhook takes its messages. */
async function openSource(
  connection: Connection,
  { id, target, selector }: WebhookRecord,
  signal: AbortSignal,
): Promise<{ queue: string; get: Get }> {
  const waiting = { waitMs: Number.POSITIVE_INFINITY, signal }
  if ('topic' in target) {
    const durableName = findSubscriptionName(id)
    const subscription = await connection.subscribe({ topicString: target.topic, durableName, selector })
    return { queue: subscription.queue, get: (unitOfWork) => subscription.get({ ...waiting, unitOfWork }) }
  }
  const { queue } = connection.findBackoutThreshold(target.queue)
  return { queue, get: (unitOfWork) => connection.get(target.queue, { ...waiting, selector, unitOfWork }) }
}

function pick({ status, error }: DeliveryResult) {
  return { ...(status !== undefined && { status }), ...(error !== undefined && { error }) }
}
