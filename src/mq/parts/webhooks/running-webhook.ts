/**
 * A webhook that takes and delivers messages. A message is locked in a unit of work of its own from the first attempt to the
 * last: a delivery commits it, and the end of the server or of the queue manager puts it back.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../../shared/lib/output/log.ts'
import { openSemaphore, type Semaphore } from '../../../shared/security/index.ts'
import {
  type Connection,
  type Message,
  MqError,
  type QueueManager,
  reasonName,
  type UnitOfWork,
} from '../../manager/index.ts'
import { requireGetAuthority } from '../../web/messaging/messaging-connection.ts'
import type { WebhookAttempt, WebhookView } from './contract/webhooks.ts'
import { buildDelivery, type DeliveryResult, type WebhookSender } from './webhook-sender.ts'
import { findSubscriptionName, type Webhook, type WebhookRecord } from './webhook-store.ts'

/** Messages of a webhook that are locked at a time, and their bytes. At least one is. */
const maxHeld = 100
const maxHeldBytes = 32 * 1024 * 1024
const maxBackoffMs = 60 * 60 * 1000
/** The pause after an error of the queue manager, such as a withdrawn authority. */
const problemPauseMs = 5_000
const maxAttempts = 100
/** The receiver wants no more deliveries (410 Gone). */
const gone = 410

export interface WebhookDeps {
  manager: QueueManager
  sender: WebhookSender
  clock: () => number
  log: Log
  /** Called when the receiver responds that it wants no more deliveries. */
  onGone(): void
}

interface HeldMessage {
  message: Message
  unit: UnitOfWork
  connection: Connection
  /** The queue of the message, for its backout queue. */
  queue: string
}

export class RunningWebhook implements Webhook {
  record: WebhookRecord
  readonly #deps: WebhookDeps
  readonly #counts = { delivered: 0, failed: 0, setAside: 0 }
  /** The last attempts, the latest last. */
  readonly #attempts: WebhookAttempt[] = []
  readonly #held = new Set<Promise<void>>()
  #heldBytes = 0
  #problem: string | undefined
  #stop = new AbortController()
  #ended: Promise<void> = Promise.resolve()

  /** Starts delivering, unless the webhook is paused. */
  constructor(record: WebhookRecord, deps: WebhookDeps) {
    this.record = record
    this.#deps = deps
    this.#start()
  }

  /** Ends the deliveries. Messages without a response return to their queue, without a higher backout count. */
  async close(): Promise<void> {
    this.#stop.abort(new Error('the webhook has ended'))
    await this.#ended
  }

  async restart(record: WebhookRecord): Promise<void> {
    await this.close()
    this.record = record
    this.#problem = undefined
    this.#stop = new AbortController()
    this.#start()
  }

  view(): WebhookView {
    const { id, target, holder, createdAt, principal, secrets, ...options } = this.record
    const created = { createdAt: new Date(createdAt).toISOString(), user: holder.user, client: holder.client }
    const problem = this.#problem !== undefined && { problem: this.#problem }
    return { id, ...target, ...options, ...created, ...problem, held: this.#held.size, ...this.#counts }
  }

  listAttempts(): WebhookAttempt[] {
    return this.#attempts.toReversed()
  }

  #start(): void {
    if (!this.record.paused) this.#ended = this.#run(this.#stop.signal)
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { manager, log } = this.#deps
    const { startedAt } = manager
    const isRunning = () => !signal.aborted && manager.state === 'running' && manager.startedAt === startedAt
    while (isRunning()) {
      try {
        await this.#takeMessages(signal)
      } catch (error) {
        if (!isRunning()) break
        const reason = error instanceof MqError ? reasonName(error.reasonCode) : 'an internal error'
        const problem = `${reason}: ${(error as Error).message}`
        const about = { err: error, qmgr: manager.name, webhook: this.record.id }
        if (problem !== this.#problem) log.warn(about, 'a webhook takes no messages')
        this.#problem = problem
        await sleep(problemPauseMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    await Promise.all(this.#held)
  }

  /** Takes messages until the signal aborts, or the queue or the connection fails. Deliveries go on with their messages locked. */
  async #takeMessages(signal: AbortSignal): Promise<void> {
    const connection = this.#deps.manager.connect(this.record.principal, { name: 'mqweb webhook' })
    const createOverflowError = () => new Error('there are more deliveries than held messages')
    const inTurn = openSemaphore({ maxRunning: this.record.concurrency, maxWaiting: maxHeld, createOverflowError })
    try {
      const { queue, get } = await openSource(connection, this.record, signal)
      this.#problem = undefined
      for (;;) {
        while (this.#held.size >= maxHeld || (this.#heldBytes >= maxHeldBytes && this.#held.size > 0))
          await Promise.race(this.#held)
        const unit = connection.beginUnitOfWork()
        const message = await get(unit)
        if (message) this.#hold({ message, unit, connection, queue }, inTurn, signal)
        else await unit.backout()
      }
    } finally {
      const closed = Promise.all(this.#held).then(() => connection.close())
      closed.catch((error) => this.#deps.log.warn({ err: error }, 'cannot close the connection of a webhook'))
    }
  }

  #hold(held: HeldMessage, inTurn: Semaphore, signal: AbortSignal): void {
    const bytes = held.message.body.length
    this.#heldBytes += bytes
    const work = this.#deliver(held, inTurn, signal)
      .catch((error) => this.#deps.log.warn({ err: error, webhook: this.record.id }, 'a delivery has failed'))
      .finally(() => {
        this.#heldBytes -= bytes
        this.#held.delete(work)
      })
    this.#held.add(work)
  }

  /** Attempts a delivery until it succeeds, the attempts are used up, or the unit of work has ended. */
  async #deliver(held: HeldMessage, inTurn: Semaphore, signal: AbortSignal): Promise<void> {
    const { sender, clock, manager } = this.#deps
    const { message, unit } = held
    try {
      for (let attempt = 1; unit.isActive && !signal.aborted; attempt += 1) {
        let at = clock()
        const result = await inTurn(() => {
          at = clock()
          return sender.send(() => buildDelivery(message, this.record, manager.name, at), signal)
        })
        if (signal.aborted) return
        const pauseMs = await this.#conclude(held, attempt, at, result)
        if (pauseMs === undefined) return
        await sleep(pauseMs, undefined, { signal, ref: false })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      await unit.backout({ countsBackout: false }) // does nothing after the commit
    }
  }

  /** Ends the unit of work, or returns the milliseconds until the next attempt. */
  async #conclude(held: HeldMessage, attempt: number, at: number, result: DeliveryResult): Promise<number | undefined> {
    const { message, unit, connection, queue: from } = held
    const { status = 0, retryAfterMs = 0 } = result
    const isDelivered = status >= 200 && status < 300
    const isLast = attempt >= this.record.attempts && status !== gone
    if (!isDelivered) this.#counts.failed += 1
    if (isDelivered || (isLast && (await connection.requeue({ from, message }, unit)) !== undefined)) {
      await unit.commit()
      const outcome = isDelivered ? 'delivered' : 'setAside'
      this.#counts[outcome] += 1
      this.#note(message, attempt, at, result, { outcome })
      return undefined
    }
    const doubled = Math.min(this.record.backoffSeconds * 1000 * 2 ** (attempt - 1), maxBackoffMs)
    const pauseMs = Math.max(doubled * (0.9 + Math.random() * 0.2), retryAfterMs)
    const nextAt = new Date(this.#deps.clock() + pauseMs).toISOString()
    this.#note(message, attempt, at, result, { outcome: 'retry', nextAt: status !== gone ? nextAt : undefined })
    if (status !== gone) return pauseMs
    this.#stop.abort(new Error('the receiver is gone')) // before the message is back on its queue
    this.#deps.onGone()
    return undefined
  }

  #note(
    { messageId }: Message,
    attempt: number,
    at: number,
    { status, error }: DeliveryResult,
    more: Pick<WebhookAttempt, 'outcome' | 'nextAt'>,
  ): void {
    this.#attempts.push({
      messageId: messageId.toString('hex'),
      attempt,
      at: new Date(at).toISOString(),
      durationMs: Math.max(0, Math.round(this.#deps.clock() - at)),
      status,
      error,
      ...more,
    })
    if (this.#attempts.length > maxAttempts) this.#attempts.shift()
  }
}

/** Opens the queue, or the durable subscription, from which a webhook takes its messages. */
async function openSource(
  connection: Connection,
  { id, target, selector }: WebhookRecord,
  signal: AbortSignal,
): Promise<{ queue: string; get: (unitOfWork: UnitOfWork) => Promise<Message | undefined> }> {
  const waiting = { waitMs: Number.POSITIVE_INFINITY, signal }
  if ('topic' in target) {
    const durableName = findSubscriptionName(id)
    const subscription = await connection.subscribe({ topicString: target.topic, durableName, selector })
    return { queue: subscription.queue, get: (unitOfWork) => subscription.get({ ...waiting, unitOfWork }) }
  }
  const { queue } = connection.findBackoutThreshold(target.queue)
  const opened = connection.open(target.queue, { mode: 'input', selector })
  const get = async (unitOfWork: UnitOfWork) => {
    requireGetAuthority(connection, target.queue)
    return opened.get({ ...waiting, unitOfWork })
  }
  return { queue, get }
}
