/**
 * A session that sends: takes messages from the transmission queue in batches and removes them when the partner has
 * committed them.
 *
 * While the partner commits a batch, the session already sends the messages of the next one. Their end is sent only
 * after the confirmation, so that at most one batch is in doubt.
 */
import { randomBytes } from 'node:crypto'

import type { QueuedMessage } from '../../messages/queued-message.ts'
import type { MessageUnitOfWork } from '../../persistence/message-persistence.ts'
import type { Queue } from '../../queues/queue.ts'
import { decodeBatchEnd, encodeBatchEnd } from '../protocol/batch-frame.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeJsonFrame, type FrameType, frameTypes } from '../protocol/frames.ts'
import { type ChannelLimits, parseClose, parsePosition, parseRefusal } from '../protocol/handshake.ts'
import { encodeMessage } from '../protocol/message-frame.ts'
import { type FrameConnection, handshakeTimeoutMs } from '../transport/frame-connection.ts'
import type { SentBatch, SentBatches } from './sent-batches.ts'
import { SessionCounts } from './session-counts.ts'
import type { SessionDeps } from './session-deps.ts'
import { refuse, type SessionEnd, unexpected } from './session-end.ts'
import { findTransferProblem, setAside } from './set-aside.ts'
import { TransmissionReader } from './transmission-reader.ts'

export interface SendingOptions {
  readonly channel: string
  readonly limits: ChannelLimits
  /** BATCHINT in milliseconds. */
  readonly batchIntervalMs: number
  /** BATCHLIM in bytes; 0 for no limit. */
  readonly batchLimitBytes: number
  /** DISCINT in seconds; 0 for never. */
  readonly disconnectSeconds: number
  /** Whether a message that cannot be sent goes to the dead-letter queue: USEDLQ. */
  readonly usesDeadLetterQueue: boolean
  /** Whether message properties are sent: not with PROPCTL(NONE). */
  readonly sendsProperties: boolean
}

/** A batch that is being filled. */
interface OpenBatch {
  readonly batchId: string
  readonly unit: MessageUnitOfWork
  readonly stored: number[]
  size: number
  bytes: number
  lastSequence: number
  /** When BATCHINT ends, in milliseconds since the epoch. */
  closesAt: number
}

export class SendingSession {
  readonly counts = new SessionCounts()
  readonly connection: FrameConnection
  readonly #deps: SessionDeps
  readonly #options: SendingOptions
  readonly #batches: SentBatches
  readonly #reader: TransmissionReader
  #open: OpenBatch | undefined
  /** The batch whose end was sent, and whether the partner has confirmed it. */
  #sent: { readonly batch: SentBatch; isConfirmed: boolean } | undefined
  #lastSequence = 0
  #end: { readonly error: Error | undefined; readonly end: SessionEnd } | undefined
  #isStopping = false
  #idleSince: number
  #wakeUp: PromiseWithResolvers<void> | undefined
  #isWaiting = false

  constructor(
    connection: FrameConnection,
    queue: Queue,
    batches: SentBatches,
    options: SendingOptions,
    deps: SessionDeps,
  ) {
    this.connection = connection
    this.#deps = deps
    this.#options = options
    this.#batches = batches
    this.#idleSince = deps.clock()
    this.#reader = new TransmissionReader(queue, deps, () => this.#wake())
  }

  get substate(): string {
    if (this.#sent && !this.#sent.isConfirmed) return 'RECEIVE'
    return this.#isWaiting ? 'MQGET' : 'SEND'
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  get batchStatus() {
    const { size = 0, lastSequence = 0, batchId = '' } = this.#open ?? {}
    return this.#batches.status({ size, lastSequence, batchId })
  }

  /** Ends the session after the current batch. */
  quiesce(): void {
    this.#isStopping = true
    this.#wake()
  }

  /**
   * Waits for the partner's position, resolves a batch in doubt and calls `ready`; then sends until the session
   * ends. Rejects with the error that ended it. The connection is closed afterwards.
   */
  async run(ready: () => void): Promise<SessionEnd> {
    const { connection } = this
    try {
      await this.#synchronize()
      connection.send(encodeJsonFrame(frameTypes.ready, { sequence: this.#lastSequence }))
      connection.setHandler({
        frame: (type, payload) => this.#receive(type, payload),
        closed: (error) => this.#finish(error, 'closedByPartner'),
      })
      connection.startHeartbeats(this.#options.limits.heartbeatSeconds)
      ready()
      const end = await this.#transfer()
      if (end !== 'closedByPartner') connection.send(encodeJsonFrame(frameTypes.close, { reason: end }))
      connection.end()
      return end
    } catch (error) {
      refuse(connection, error)
      throw error
    } finally {
      this.#reader.close()
      await this.#open?.unit.backout({ countsBackout: false })
      this.#open = undefined
      if (this.#sent?.isConfirmed) await this.#settle(this.#sent.batch)
    }
  }

  async #synchronize(): Promise<void> {
    const { type, payload } = await this.connection.next(handshakeTimeoutMs)
    if (type === frameTypes.refusal) throw parseRefusal(payload)
    if (type !== frameTypes.position) throw unexpected(type)
    await this.#batches.synchronize(parsePosition(payload))
    this.#lastSequence = this.#batches.lastSequence
  }

  async #transfer(): Promise<SessionEnd> {
    for (;;) {
      if (this.#end) {
        if (this.#end.error) throw this.#end.error
        if (this.#sent && !this.#sent.isConfirmed)
          throw new ChannelError('ENDING', 'the partner ended the session with a batch in doubt')
        return this.#end.end
      }
      const open = this.#open
      if (open && (this.#isFull(open) || this.#isOverdue(open) || this.#isStopping))
        await this.#endBatch(open)
      else if (!open && this.#isStopping && !this.#sent) return 'stopped'
      else if (!this.#isStopping && (await this.#sendNext())) continue
      else if (this.#open && this.#options.batchIntervalMs === 0) await this.#endBatch(this.#open)
      else if (this.#sent?.isConfirmed) await this.#settle(this.#sent.batch)
      else if (!this.#open && !this.#sent && this.#isIdle()) return 'idle'
      else await this.#wait()
    }
  }

  /** Sends the next message of the queue. Returns false when the queue is empty. */
  async #sendNext(): Promise<boolean> {
    const entry = this.#reader.take()
    if (!entry) return false
    const problem = findTransferProblem(entry, this.#options.limits.maxMessageBytes)
    if (problem) {
      await setAside(this.#reader.queue, entry, problem, this.#options, this.#deps)
      return true
    }
    const isFast = !entry.persistent && this.#options.limits.nonPersistentFast
    if (isFast) await this.#sendFast(entry)
    else await this.#sendInBatch(entry)
    this.counts.addMessage(this.#deps.clock())
    if (this.connection.socket.writableNeedDrain) await this.connection.drained()
    return true
  }

  /** Sends a non-persistent message outside the batches: it arrives at once, and is lost if the connection ends. */
  async #sendFast(entry: QueuedMessage): Promise<void> {
    const body = await this.#deps.delivery.remove(this.#reader.queue, entry)
    this.#sendMessage(entry, body, 0)
    this.#idleSince = this.#deps.clock()
  }

  async #sendInBatch(entry: QueuedMessage): Promise<void> {
    const { delivery } = this.#deps
    this.#open ??= this.#newBatch()
    const open = this.#open
    const body = await delivery.get(this.#reader.queue, entry, open.unit)
    open.lastSequence = this.#nextSequence()
    open.size++
    open.bytes += body.length
    if (entry.persistent) open.stored.push(entry.sequence)
    this.#sendMessage(entry, body, open.lastSequence)
  }

  #sendMessage(entry: QueuedMessage, body: Buffer, sequence: number): void {
    const { limits, sendsProperties } = this.#options
    const { properties, publication } = entry.descriptor
    const remainingMs =
      entry.expiresAt === undefined
        ? undefined
        : Math.max(1, Math.round(entry.expiresAt - this.#deps.clock()))
    const message = {
      ...{ sequence, remainingMs, body, isPersistent: entry.persistent },
      properties: sendsProperties ? properties : undefined,
      publication: sendsProperties ? publication : undefined,
    }
    this.connection.send(encodeMessage(message, limits.compression[0] ?? 'NONE'))
  }

  #newBatch(): OpenBatch {
    const { clock, delivery } = this.#deps
    const unit = delivery.beginUnitOfWork({ maxMessages: Number.POSITIVE_INFINITY, clock, ended: () => {} })
    return {
      ...{ batchId: randomBytes(8).toString('hex'), unit, stored: [], size: 0, bytes: 0, lastSequence: 0 },
      closesAt: clock() + this.#options.batchIntervalMs,
    }
  }

  #nextSequence(): number {
    this.#lastSequence = this.#lastSequence >= this.#options.limits.sequenceWrap ? 1 : this.#lastSequence + 1
    return this.#lastSequence
  }

  /** Waits until the batch before is confirmed, saves this one as in doubt, and sends its end. */
  async #endBatch(open: OpenBatch): Promise<void> {
    if (this.#sent && !this.#sent.isConfirmed) {
      await this.#wait()
      return
    }
    const { batchId, lastSequence, unit, stored, size } = open
    const batch = { batchId, lastSequence, unit, stored, size }
    await this.#batches.begin(batch)
    this.#open = undefined
    this.#sent = { batch, isConfirmed: false }
    this.connection.send(encodeBatchEnd(frameTypes.commit, batch))
  }

  async #settle(batch: SentBatch): Promise<void> {
    await this.#batches.settle(batch)
    this.#sent = undefined
    this.#idleSince = this.#deps.clock()
  }

  #isFull({ size, bytes }: OpenBatch): boolean {
    const { limits, batchLimitBytes } = this.#options
    return size >= limits.batchSize || (batchLimitBytes > 0 && bytes >= batchLimitBytes)
  }

  #isOverdue({ closesAt }: OpenBatch): boolean {
    return this.#options.batchIntervalMs > 0 && this.#deps.clock() >= closesAt
  }

  #isIdle(): boolean {
    const { disconnectSeconds } = this.#options
    return disconnectSeconds > 0 && this.#deps.clock() - this.#idleSince >= disconnectSeconds * 1000
  }

  /** Waits until a message or a frame arrives, a batch is overdue, the channel is idle, or the session must end. */
  async #wait(): Promise<void> {
    const open = this.#open
    if (!this.#isStopping && !(open && this.#isFull(open))) this.#reader.wait()
    this.#wakeUp = Promise.withResolvers()
    this.#isWaiting = true
    const until = this.#nextDeadline()
    const cancel = until === undefined ? undefined : this.#schedule(until)
    await this.#wakeUp.promise
    cancel?.()
    this.#isWaiting = false
    this.#wakeUp = undefined
  }

  #schedule(until: number): () => void {
    const { clock, timers } = this.#deps
    return timers.after(Math.max(1, until - clock()), () => this.#wake())
  }

  #nextDeadline(): number | undefined {
    if (this.#open) return this.#options.batchIntervalMs > 0 ? this.#open.closesAt : undefined
    const { disconnectSeconds } = this.#options
    return disconnectSeconds > 0 && !this.#sent ? this.#idleSince + disconnectSeconds * 1000 : undefined
  }

  #wake(): void {
    this.#wakeUp?.resolve()
  }

  #receive(type: FrameType, payload: Buffer): void {
    try {
      if (type === frameTypes.committed) this.#confirm(payload)
      else if (type === frameTypes.close) {
        parseClose(payload)
        this.#finish(undefined, 'closedByPartner')
      } else if (type === frameTypes.refusal) this.#finish(parseRefusal(payload), 'closedByPartner')
      else this.#finish(unexpected(type), 'closedByPartner')
    } catch (error) {
      this.#finish(error as Error, 'closedByPartner')
    }
  }

  #confirm(payload: Buffer): void {
    const { batchId } = decodeBatchEnd(payload)
    if (this.#sent?.batch.batchId !== batchId || this.#sent.isConfirmed) {
      throw new ChannelError('PROTOCOL_ERROR', `the partner confirmed batch ${batchId}, which was not sent`)
    }
    this.#sent.isConfirmed = true
    this.counts.batches++
    this.#wake()
  }

  #finish(error: Error | undefined, end: SessionEnd): void {
    this.#end ??= { error, end }
    this.#wake()
  }
}
