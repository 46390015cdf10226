/** The batch that a sending session fills, with the sequence numbers of its messages. */
import { randomBytes } from 'node:crypto'
import { readMicroseconds } from '../../../../../shared/lib/time/durations.ts'
import type { QueuedMessage } from '../../../../manager/messages/queued-message.ts'
import type { MessageUnitOfWork } from '../../../../manager/persistence/message-persistence.ts'
import type { FrameConnection } from '../../transport/frame-connection.ts'
import type { SessionDeps } from '../session-deps.ts'
import type { SessionMonitor } from '../session-monitor.ts'
import type { SendingOptions } from './message-sender.ts'
import type { SentBatch } from './sent-batches.ts'

export class OpenBatch {
  readonly batchId = randomBytes(8).toString('hex')
  /** The messages, locked on the transmission queue. */
  readonly unit: MessageUnitOfWork
  size = 0
  bytes = 0
  lastSequence = 0
  /** When BATCHINT ends, in milliseconds since the epoch. */
  readonly closesAt: number
  readonly #options: SendingOptions
  readonly #clock: () => number
  readonly #stored: number[] = []

  constructor(options: SendingOptions, { clock, delivery }: Pick<SessionDeps, 'clock' | 'delivery'>) {
    this.#options = options
    this.#clock = clock
    this.unit = delivery.beginUnitOfWork()
    this.closesAt = clock() + options.batchIntervalMs
  }

  /** Counts a message that the unit of work has. */
  add(entry: QueuedMessage, bytes: number, sequence: number): void {
    this.lastSequence = sequence
    this.size++
    this.bytes += bytes
    if (entry.persistent) this.#stored.push(entry.sequence)
  }

  /** Returns whether the batch ends now. With BATCHINT(0), it also ends when the queue is empty. */
  isComplete({ isQueueEmpty }: { readonly isQueueEmpty: boolean }): boolean {
    const { limits, batchIntervalMs, batchLimitBytes } = this.#options
    if (this.size >= limits.batchSize) return true
    if (batchLimitBytes > 0 && this.bytes >= batchLimitBytes) return true
    return batchIntervalMs > 0 ? this.#clock() >= this.closesAt : isQueueEmpty
  }

  /** Returns the batch as it is after its last message. */
  end(): SentBatch {
    const { batchId, lastSequence, unit, size, bytes } = this
    return { batchId, lastSequence, unit, stored: this.#stored, size, bytes }
  }
}

/** Measures the time that the requests to commit batches, and their confirmations, are on the network. */
export class CommitTimes {
  readonly #monitor: SessionMonitor
  /** When commits were requested, by batch, in microseconds. */
  readonly #requestedAt = new Map<string, number>()

  constructor(monitor: SessionMonitor) {
    this.#monitor = monitor
  }

  recordRequest(batchId: string): void {
    if (this.#monitor.isMeasuring) this.#requestedAt.set(batchId, readMicroseconds())
  }

  /** `commitMicroseconds` is the time that the partner took; undefined when the partner does not say. */
  recordConfirmation(batchId: string, commitMicroseconds: number | undefined): void {
    const requestedAt = this.#requestedAt.get(batchId)
    this.#requestedAt.delete(batchId)
    if (requestedAt === undefined || commitMicroseconds === undefined) return
    this.#monitor.addNetworkTime(Math.max(0, readMicroseconds() - requestedAt - commitMicroseconds))
  }
}

/**
 * Returns undefined when there is nothing to wait for. The promise resolves when the partner has sent something, and
 * rejects with a `ChannelError` when it sends nothing within `intervalMs`, or the connection ends.
 */
export function checkPartner(
  connection: FrameConnection,
  intervalMs: number,
  clock: () => number,
): Promise<void> | undefined {
  if (intervalMs === 0 || clock() - connection.lastReceivedAt < intervalMs) return undefined
  return connection.probe(intervalMs)
}
