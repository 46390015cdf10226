/**
 * A session that receives: puts each batch and its position in one commit, then confirms the batch.
 *
 * While a batch is being committed, the session puts the messages of the next ones into their own units of work. One
 * commit takes all batches that are complete by then. Frames are handled one after the other.
 */
import { readMicroseconds } from '../../../lib/time/microseconds.ts'
import type { MessageUnitOfWork } from '../../persistence/message-persistence.ts'
import type { BatchStatus } from '../../types/network.ts'
import { noBatchId } from '../channel-status.ts'
import { type BatchEnd, decodeBatchEnd, encodeCommitted } from '../protocol/batch-frame.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../protocol/frames.ts'
import { type ChannelLimits, type Position, parseRefusal } from '../protocol/handshake.ts'
import { type Frame, type FrameConnection, handshakeTimeoutMs } from '../transport/frame-connection.ts'
import { MessagePutter, type PutterOptions } from './message-putter.ts'
import { MessageReceiver } from './message-receiver.ts'
import { changePosition, readPosition, savePosition } from './received-position.ts'
import type { PartnerNames } from './sent-batches.ts'
import { SessionCounts } from './session-counts.ts'
import type { SessionDeps } from './session-deps.ts'
import { refuse, type SessionEnd, unexpected } from './session-end.ts'
import type { SessionMonitor } from './session-monitor.ts'
import { WakeUp } from './wake-up.ts'

export interface ReceivingOptions extends PutterOptions {
  readonly limits: ChannelLimits
  readonly partner: PartnerNames
  /** The next sequence number, when RESET CHANNEL was run at the sending side. */
  readonly resetTo: number | undefined
}

interface CompleteBatch extends BatchEnd {
  readonly unit: MessageUnitOfWork
  readonly size: number
}

/** The number of unhandled frames for which the socket is paused. */
const maxQueuedFrames = 512

export class ReceivingSession {
  readonly counts = new SessionCounts()
  readonly connection: FrameConnection
  readonly monitor: SessionMonitor
  readonly #deps: SessionDeps
  readonly #options: ReceivingOptions
  readonly #putter: MessagePutter
  readonly #receiver: MessageReceiver
  #position: Position = { batchId: '', sequence: 0 }
  #unit: MessageUnitOfWork | undefined
  #batchSize = 0
  /** The batches that have ended and that the partner has not saved as in doubt yet. */
  #ended: CompleteBatch[] = []
  /** The batches that wait for the commit in progress. */
  #complete: CompleteBatch[] = []
  /** The commit in progress. */
  #committing: Promise<void> | undefined
  #frames: Frame[] = []
  readonly #wakeUp = new WakeUp()
  #end: { readonly error: Error | undefined } | undefined
  #isStopping = false

  constructor(
    connection: FrameConnection,
    options: ReceivingOptions,
    monitor: SessionMonitor,
    deps: SessionDeps,
  ) {
    this.connection = connection
    this.monitor = monitor
    this.#deps = deps
    this.#options = options
    this.#putter = new MessagePutter(options, deps, () => monitor.addPutRetry())
    this.#receiver = new MessageReceiver(options.limits, monitor)
  }

  get substate(): string {
    return this.#frames.length > 0 ? 'MQPUT' : 'RECEIVE'
  }

  get lastCompression(): string {
    return this.#receiver.lastCompression
  }

  get isPaused(): boolean {
    return this.#putter.isPaused
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get batchStatus(): BatchStatus {
    const { batchId, sequence } = this.#position
    return {
      ...{ isInDoubt: false, currentMessages: this.#batchSize },
      ...{ currentSequence: this.#receiver.lastSequence, currentBatchId: batchId },
      ...{ lastSequence: sequence, lastBatchId: batchId },
    }
  }

  /** Ends the session when no batch is open. */
  quiesce(): void {
    this.#isStopping = true
    this.#wakeUp.wake()
  }

  /**
   * Sends the own position, waits until the partner accepts it and calls `ready`; then receives until the session
   * ends. Rejects with the error that ended it. The connection is closed afterwards.
   */
  async run(ready: () => void): Promise<SessionEnd> {
    const { connection } = this
    try {
      await this.#synchronize()
      connection.allowMessages(this.#receiver.maxPayloadBytes)
      connection.setHandler({
        frame: (type, payload) => this.#receive(type, payload),
        closed: (error) => this.#finish(error),
      })
      connection.startHeartbeats(this.#options.limits.heartbeatSeconds)
      ready()
      const end = await this.#transfer()
      connection.end()
      return end
    } catch (error) {
      refuse(connection, error)
      throw error
    } finally {
      this.#putter.close()
      while (this.#committing) await this.#committing
      for (const { unit } of [...this.#complete, ...this.#ended]) await unit.backout()
      await this.#unit?.backout()
      this.#unit = undefined
    }
  }

  async #synchronize(): Promise<void> {
    const { connection } = this
    const { channel, partner, resetTo } = this.#options
    this.#position = readPosition(channel, partner.remoteManager, this.#deps)
    if (resetTo !== undefined) {
      this.#position = { batchId: noBatchId, sequence: resetTo - 1 }
      await savePosition(channel, partner, this.#position, this.#deps)
    }
    this.#receiver.lastSequence = this.#position.sequence
    connection.send(encodeJsonFrame(frameTypes.position, this.#position))
    // The first message may follow the frame at once.
    connection.allowMessages(this.#receiver.maxPayloadBytes)
    const { type, payload } = await connection.next(handshakeTimeoutMs)
    if (type === frameTypes.refusal) throw parseRefusal(payload)
    if (type !== frameTypes.ready) throw unexpected(type)
  }

  async #transfer(): Promise<SessionEnd> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame) {
        if (this.#frames.length === 0) this.connection.resume()
        const end = await this.#handle(frame)
        if (end) return end
      } else if (this.#end) {
        if (this.#end.error) throw this.#end.error
        if (this.#unit || this.#ended.length > 0)
          throw new ChannelError('ENDING', 'the partner closed the connection within a batch')
        return 'closedByPartner'
      } else if (this.#isStopping && !this.#unit && !this.#committing && this.#ended.length === 0) {
        this.connection.send(encodeJsonFrame(frameTypes.close, { reason: 'stopped' }))
        return 'stopped'
      } else {
        await this.#wakeUp.sleep()
      }
    }
  }

  async #handle({ type, payload }: Frame): Promise<SessionEnd | undefined> {
    switch (type) {
      case frameTypes.message:
        await this.#putMessage(payload)
        return undefined
      case frameTypes.batchEnd:
        this.#endBatch(payload)
        return undefined
      case frameTypes.commit:
        this.#release(payload)
        return undefined
      case frameTypes.close:
        return 'closedByPartner'
      case frameTypes.refusal:
        throw parseRefusal(payload)
      default:
        throw unexpected(type)
    }
  }

  async #putMessage(payload: Buffer): Promise<void> {
    const message = this.#receiver.receive(payload)
    if (message.sequence === 0) await this.#putter.put(message, undefined)
    else {
      this.#unit ??= this.#newUnit()
      await this.#putter.put(message, this.#unit)
      this.#receiver.lastSequence = message.sequence
      this.#batchSize++
    }
    this.counts.addMessage(this.#deps.clock())
  }

  #endBatch(payload: Buffer): void {
    const { batchId, lastSequence } = decodeBatchEnd(payload)
    const unit = this.#unit
    if (!unit || lastSequence !== this.#receiver.lastSequence) {
      throw new ChannelError('SEQUENCE_ERROR', `the partner ended a batch with message ${lastSequence}`)
    }
    this.#ended.push({ batchId, lastSequence, unit, size: this.#batchSize })
    this.#unit = undefined
    this.#batchSize = 0
  }

  /** Commits the batch that the partner has saved, and all before it. */
  #release(payload: Buffer): void {
    const { batchId } = decodeBatchEnd(payload)
    const count = this.#ended.findIndex((batch) => batch.batchId === batchId) + 1
    if (count === 0)
      throw new ChannelError('PROTOCOL_ERROR', `the partner commits batch ${batchId}, which is unknown`)
    this.#complete.push(...this.#ended.splice(0, count))
    this.#commit()
  }

  /** Commits all complete batches and confirms the last one, unless a commit is in progress. */
  #commit(): void {
    const batches = this.#complete
    const last = batches.at(-1)
    if (this.#committing || !last || this.#end?.error) return
    this.#complete = []
    const [unit, ...others] = batches.map((batch) => batch.unit) as [
      MessageUnitOfWork,
      ...MessageUnitOfWork[],
    ]
    for (const other of others) unit.absorb(other)
    const { batchId, lastSequence: sequence } = last
    const { channel, partner } = this.#options
    unit.addRecord(changePosition(channel, partner, { batchId, sequence }, this.#deps))
    const startedAt = readMicroseconds()
    this.#committing = unit.commit().then(
      () => {
        this.#committing = undefined
        this.#position = { batchId, sequence }
        this.counts.batches += batches.length
        for (const { size } of batches) this.monitor.addBatch(size, this.#options.limits.batchSize)
        this.#confirm(last, startedAt)
        this.#commit()
        this.#wakeUp.wake()
      },
      (error: Error) => {
        this.#committing = undefined
        this.#finish(error)
      },
    )
  }

  #confirm(batch: CompleteBatch, startedAt: number): void {
    const { reportsCommitTime } = this.#options.limits
    const microseconds = reportsCommitTime ? readMicroseconds() - startedAt : undefined
    this.connection.send(encodeCommitted(batch, microseconds))
  }

  #newUnit(): MessageUnitOfWork {
    const { clock, delivery } = this.#deps
    return delivery.beginUnitOfWork({ maxMessages: Number.POSITIVE_INFINITY, clock, ended: () => {} })
  }

  #receive(type: FrameType, payload: Buffer): void {
    this.#frames.push({ type, payload })
    if (this.#frames.length === maxQueuedFrames) this.connection.pause()
    this.#wakeUp.wake()
  }

  #finish(error: Error | undefined): void {
    this.#end ??= { error }
    this.#putter.close()
    this.#wakeUp.wake()
  }
}
