/** Takes the messages of a transmission queue in delivery order, waits for one when the queue is empty, and measures the idle time. */
import { anyMessage, hasExpired, type QueuedMessage } from '../../../../manager/messages/queued-message.ts'
import type { Queue } from '../../../../manager/queues/queue.ts'
import type { WaitingGetter } from '../../../../manager/queues/waiting-getters.ts'
import { addDeadLetterHeader, transmissionHeaderBytes } from '../../../../manager/routing/message-headers.ts'
import { reasonCodes } from '../../../../manager/types/errors.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { SessionDeps } from '../session-deps.ts'

interface TransferProblem {
  /** The reason code or feedback code of the dead-letter header. */
  readonly reason: number
  readonly text: string
}

/** MQFB_XMIT_Q_MSG_ERROR. */
const notTransmittable = 271

/** Returns why a message cannot be sent, or undefined when it can. */
export function findTransferProblem(
  { descriptor, length }: QueuedMessage,
  maxMessageBytes: number,
): TransferProblem | undefined {
  if (descriptor.format !== 'MQXMIT' || length < transmissionHeaderBytes) {
    const text = `it has the format "${descriptor.format}" and no transmission header`
    return { reason: notTransmittable, text }
  }
  const bytes = length - transmissionHeaderBytes
  if (bytes <= maxMessageBytes) return undefined
  const text = `it has ${bytes} bytes, and MAXMSGL of the channel is ${maxMessageBytes}`
  return { reason: reasonCodes.MQRC_MSG_TOO_BIG_FOR_CHANNEL, text }
}

/** Moves a locked message to the dead-letter queue. Throws a `ChannelError` when it cannot, and unlocks the message. */
export async function setAside(
  queue: Queue,
  entry: QueuedMessage,
  problem: TransferProblem,
  { channel, usesDeadLetterQueue }: { channel: string; usesDeadLetterQueue: boolean },
  { attribute, delivery, log, manager, queues }: SessionDeps,
): Promise<void> {
  const name = String(attribute('DEADQ') ?? '')
  const deadLetterQueue = usesDeadLetterQueue && name !== '' ? queues.find(name) : undefined
  const id = entry.messageId.toString('hex')
  if (!deadLetterQueue) {
    queue.unlock(entry)
    const text = `message ${id} of ${queue.name} cannot be sent, because ${problem.text}, and there is no dead-letter queue for it`
    throw new ChannelError('PUT_FAILED', text)
  }
  const unit = delivery.beginUnitOfWork()
  try {
    const body = await delivery.get(queue, entry, unit)
    const { messageId, correlationId, expiresAt, descriptor, persistent } = entry
    const draft = { body, persistent, messageId, correlationId, expiresAt, descriptor }
    const dead = addDeadLetterHeader(draft, { reason: problem.reason, queue: queue.name, manager })
    await delivery.put([{ queue: deadLetterQueue, draft: dead }], unit)
    await unit.commit()
  } catch (error) {
    await unit.backout({ countsBackout: false })
    throw error
  }
  log.warn({ channel, message: id, queue: name }, `a message went to the dead-letter queue: ${problem.text}`)
}

export class TransmissionReader {
  readonly queue: Queue
  readonly #deps: Pick<SessionDeps, 'clock' | 'delivery'>
  readonly #wake: () => void
  /** A locked message that arrived while the reader was waiting. */
  #arrived: QueuedMessage | undefined
  #waiting: WaitingGetter | undefined
  #error: unknown

  /** `wake` is called when a message has arrived, and when the queue can no longer be read. */
  constructor(queue: Queue, deps: Pick<SessionDeps, 'clock' | 'delivery'>, wake: () => void) {
    this.queue = queue
    this.#deps = deps
    this.#wake = wake
  }

  /** Returns the next message, locked, if any; discards expired ones. Throws `MqError`: queue deleted or inhibited. */
  take(): QueuedMessage | undefined {
    if (this.#error) throw this.#error
    this.queue.checkGet()
    for (;;) {
      const entry = this.#arrived ?? this.queue.messages.lockFirst(anyMessage)
      this.#arrived = undefined
      if (!entry || !hasExpired(entry, this.#deps.clock())) return entry
      // The next sweep finds the message again when the removal fails.
      this.#deps.delivery.discard(this.queue, entry).catch(() => undefined)
    }
  }

  /** Begins to wait for a message. `wake` is called when one has arrived. */
  wait(): void {
    if (this.#waiting || this.#arrived) return
    const waiting: WaitingGetter = {
      filter: anyMessage,
      accepts: () => true,
      receive: (entry) => {
        this.#waiting = undefined
        this.#arrived = entry
        this.#wake()
      },
      fail: (error) => {
        this.#waiting = undefined
        this.#error = error
        this.#wake()
      },
    }
    this.#waiting = waiting
    this.queue.addWaitingGetter(waiting)
  }

  /** Stops waiting and unlocks a message that has arrived. */
  close(): void {
    if (this.#waiting) this.queue.removeWaitingGetter(this.#waiting)
    this.#waiting = undefined
    if (this.#arrived) this.queue.unlock(this.#arrived)
    this.#arrived = undefined
  }
}

/** The time since a session did something, and when it ends for this (DISCINT). */
export class IdleTime {
  readonly #limitMs: number
  readonly #clock: () => number
  #since: number

  /** 0 seconds for a session that may be idle without an end. */
  constructor(limitSeconds: number, clock: () => number) {
    this.#limitMs = limitSeconds * 1000
    this.#clock = clock
    this.#since = clock()
  }

  restart(): void {
    this.#since = this.#clock()
  }

  get isOver(): boolean {
    return this.#limitMs > 0 && this.#clock() - this.#since >= this.#limitMs
  }

  /** Milliseconds since the epoch; undefined when the session does not end. */
  get endsAt(): number | undefined {
    return this.#limitMs > 0 ? this.#since + this.#limitMs : undefined
  }
}
