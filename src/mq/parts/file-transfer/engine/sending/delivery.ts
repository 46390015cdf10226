/**
 * Delivers the items of a transfer: asks the destination what it has, sends the rest in frames, and collects the outcomes.
 *
 * Frames with content are not persistent, and a neighbour takes them without a queue. When one is lost, or either agent
 * restarts, the delivery is interrupted and begins again with another epoch, from the bytes that the destination confirms.
 */
import type { Timers } from '../../../../../shared/lib/time/timers.ts'
import { waitOrAbort } from '../../../../../shared/lib/time/wait-or-abort.ts'
import type { AgentDeps } from '../context/agent-deps.ts'
import { type DestinationReply, encodeFrame, type FrameHeader, type ItemOutcome } from '../types/frame.ts'
import { agentQueueName, formats } from '../types/names.ts'
import type { AgentAddress } from '../types/request.ts'
import type { FrameContent } from './frames.ts'

/** The delivery cannot continue now and must begin again. */
export class DeliveryInterruptedError extends Error {
  override name = 'DeliveryInterruptedError'
}

export interface Delivery {
  readonly transfer: string
  readonly destination: AgentAddress
  /** Distinguishes the frames of this attempt from those of earlier ones. */
  readonly epoch: number
  readonly replies: ReplyMailbox
  readonly signal: AbortSignal
  /** Returns the frames of what the destination does not have, given the bytes that it has by item. */
  frames(offsets: ReadonlyMap<number, number>): AsyncIterable<FrameContent>
  /** Records outcomes. */
  settle(outcomes: readonly ItemOutcome[]): Promise<void>
  /** Called when the bytes were put. */
  sent(bytes: number): void
  /** Returns whether every item has its outcome. */
  isComplete(): boolean
}

/** The frames that the destination has not confirmed: 6 MiB. */
const maxFramesInFlight = 12
const replyTimeoutMs = 15_000

/** Resolves when every item has an outcome. Rejects with `DeliveryInterruptedError`, or the reason of the signal. */
export async function deliver(delivery: Delivery, deps: AgentDeps): Promise<void> {
  const { connection, settings } = deps
  const { transfer, destination, epoch, replies, signal } = delivery
  let received = 0
  let sequence = 0

  async function send(header: FrameHeader, payload?: Uint8Array): Promise<void> {
    const target = { queue: agentQueueName('DATA', destination.name), queueManager: destination.qmgrName }
    const body = encodeFrame(header, payload)
    await connection.put(target, {
      body,
      format: formats.frame,
      persistence: 'nonPersistent',
      expiry: 10 * replyTimeoutMs,
    })
  }

  async function sendContent({ pieces, payload, file, release }: FrameContent): Promise<void> {
    sequence += 1
    const header: FrameHeader = { kind: 'data', transfer, epoch, sequence, pieces }
    const neighbour = deps.findNeighbour(destination)
    if (neighbour) return neighbour.receive({ header, payload, file, release })
    if (file) throw new DeliveryInterruptedError('the destination agent has stopped')
    await send(header, payload)
    release()
  }

  async function apply(reply: DestinationReply): Promise<void> {
    if (reply.epoch !== epoch) return
    received = Math.max(received, reply.received)
    if (reply.outcomes.length > 0) await delivery.settle(reply.outcomes)
    if (reply.kind === 'unknown')
      throw new DeliveryInterruptedError('the destination agent does not know the transfer yet')
    if (reply.suspended !== undefined) throw new DeliveryInterruptedError(reply.suspended)
  }

  async function waitForReply(): Promise<DestinationReply> {
    const reply = await replies.next(replyTimeoutMs, signal)
    if (!reply) throw new DeliveryInterruptedError('the destination agent does not reply')
    await apply(reply)
    return reply
  }

  await send({ kind: 'resume', transfer, epoch, source: settings.name, sourceQmgr: settings.queueManager })
  let state = await waitForReply()
  while (state.epoch !== epoch || state.kind !== 'state') state = await waitForReply()

  const offsets = new Map(state.partial.map(({ item, offset }) => [item, offset]))
  for await (const frame of delivery.frames(offsets)) {
    signal.throwIfAborted()
    if (frame.pieces.length === 0) continue
    for (let reply = replies.poll(); reply; reply = replies.poll()) await apply(reply)
    while (sequence - received >= maxFramesInFlight) await waitForReply()
    await sendContent(frame)
    delivery.sent(frame.pieces.reduce((sum, { length }) => sum + length, 0))
  }
  while (!delivery.isComplete()) await waitForReply()
}

/** Replies of the destination agent that wait for the transfer. */
export class ReplyMailbox {
  readonly #timers: Timers
  readonly #replies: DestinationReply[] = []
  #wake: (() => void) | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  add(reply: DestinationReply): void {
    this.#replies.push(reply)
    this.#wake?.()
  }

  /** Returns a reply that has arrived, without waiting. */
  poll(): DestinationReply | undefined {
    return this.#replies.shift()
  }

  /** Resolves with the next reply, or with undefined after the timeout. Rejects when the signal is aborted. */
  async next(timeoutMs: number, signal: AbortSignal): Promise<DestinationReply | undefined> {
    signal.throwIfAborted()
    if (this.#replies.length === 0) await this.#wait(timeoutMs, signal)
    signal.throwIfAborted()
    return this.#replies.shift()
  }

  #wait(timeoutMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const settle = () => {
        this.#wake = undefined
        cancelTimer()
        signal.removeEventListener('abort', settle)
        resolve()
      }
      const cancelTimer = this.#timers.after(timeoutMs, settle)
      signal.addEventListener('abort', settle, { once: true })
      this.#wake = settle
    })
  }
}

/** The pauses between the attempts of an interrupted transfer: they grow while it makes no progress. */
const firstPauseMs = 500
const maxPauseMs = 30_000

export class RetryPause {
  readonly #timers: Timers
  #pauseMs = firstPauseMs
  #interruptedAt: number | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** Counts an interruption. Returns the milliseconds without progress, and the pause that follows. */
  interrupted(now: number, hasProgress: boolean): { readonly idleMs: number; readonly pauseMs: number } {
    this.#interruptedAt = hasProgress ? now : (this.#interruptedAt ?? now)
    this.#pauseMs = hasProgress ? firstPauseMs : Math.min(2 * this.#pauseMs, maxPauseMs)
    return { idleMs: now - this.#interruptedAt, pauseMs: this.#pauseMs }
  }

  /** Resolves after the pause, or after `maxMs` if that is less. Rejects when the signal is aborted. */
  async wait(signal: AbortSignal, maxMs: number): Promise<void> {
    await waitOrAbort(Math.min(this.#pauseMs, maxMs), signal, this.#timers)
    signal.throwIfAborted()
  }
}
