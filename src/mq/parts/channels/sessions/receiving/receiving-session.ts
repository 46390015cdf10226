/** A session that receives: commits each batch with its position, then confirms it, and puts others meanwhile. */
import { readMicroseconds } from '../../../../../shared/lib/time/durations.ts'
import { noBatchId } from '../../../../manager/channels/channel.ts'
import { transmissionHeaderBytes } from '../../../../manager/routing/message-headers.ts'
import type { BatchStatus } from '../../../../manager/types/network.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import { decodeBatchEnd, encodeCommitted, encodeJsonFrame, type FrameType, frameTypes } from '../../protocol/frames.ts'
import { type ChannelLimits, type Position, parseRefusal } from '../../protocol/handshake.ts'
import {
  decodeMessage,
  isCompressed,
  messageOverheadBytes,
  type TransferredMessage,
} from '../../protocol/message-frame.ts'
import { type Frame, type FrameConnection, handshakeTimeoutMs } from '../../transport/frame-connection.ts'
import { ChannelSession } from '../channel-session.ts'
import type { PartnerNames, SessionDeps } from '../session-deps.ts'
import { type SessionEnd, unexpected } from '../session-end.ts'
import type { SessionMonitor } from '../session-monitor.ts'
import { IncomingBatches, type ReceivedBatch } from './incoming-batches.ts'
import { MessagePutter, type PutterOptions } from './message-putter.ts'
import { changePosition, readPosition, savePosition } from './received-position.ts'

/** Decodes received messages and checks that their sequence numbers ascend by one. */
class MessageReceiver {
  /** The compression of the last message. */
  lastCompression = 'NONE'
  /** The sequence number of the last message. */
  lastSequence = 0
  readonly #limits: ChannelLimits
  readonly #monitor: SessionMonitor
  readonly #maxBodyBytes: number

  constructor(limits: ChannelLimits, monitor: SessionMonitor) {
    this.#limits = limits
    this.#monitor = monitor
    this.#maxBodyBytes = limits.maxMessageBytes + transmissionHeaderBytes
  }

  /** The maximum payload of a message frame. */
  get maxPayloadBytes(): number {
    return this.#maxBodyBytes + messageOverheadBytes
  }

  /** Throws a `ChannelError` for a message that is malformed, too long, or not the next one. */
  receive(payload: Buffer): TransferredMessage {
    const message = this.#decode(payload)
    if (message.body.length > this.#maxBodyBytes) throw tooLong(message.body.length, this.#maxBodyBytes)
    if (message.sequence !== 0) this.#checkSequence(message.sequence)
    return message
  }

  #decode(payload: Buffer): TransferredMessage {
    const isPacked = isCompressed(payload)
    this.lastCompression = isPacked ? (this.#limits.compression[0] ?? 'NONE') : 'NONE'
    if (!isPacked || !this.#monitor.isMeasuring) return decodeMessage(payload, this.#maxBodyBytes)
    const startedAt = readMicroseconds()
    const message = decodeMessage(payload, this.#maxBodyBytes)
    this.#monitor.addCompression(message.body.length, payload.length, readMicroseconds() - startedAt)
    return message
  }

  #checkSequence(sequence: number): void {
    const expected = this.lastSequence >= this.#limits.sequenceWrap ? 1 : this.lastSequence + 1
    if (sequence === expected) return
    throw new ChannelError('SEQUENCE_ERROR', `the partner sent message ${sequence} instead of ${expected}`)
  }
}

function tooLong(bytes: number, limit: number): ChannelError {
  const text = `the partner sent a message of ${bytes} bytes; at most ${limit} were agreed`
  return new ChannelError('PROTOCOL_ERROR', text)
}

export interface ReceivingOptions extends PutterOptions {
  readonly limits: ChannelLimits
  readonly partner: PartnerNames
  /** The next sequence number, when RESET CHANNEL was run at the sending side. */
  readonly resetTo: number | undefined
}

/** The number of unhandled frames for which the socket is paused. */
const maxQueuedFrames = 512

export class ReceivingSession extends ChannelSession {
  readonly #deps: SessionDeps
  readonly #options: ReceivingOptions
  readonly #putter: MessagePutter
  readonly #receiver: MessageReceiver
  #position: Position = { batchId: '', sequence: 0 }
  readonly #batches: IncomingBatches
  #frames: Frame[] = []

  constructor(connection: FrameConnection, options: ReceivingOptions, monitor: SessionMonitor, deps: SessionDeps) {
    super(connection, monitor, options.limits.heartbeatSeconds)
    this.#deps = deps
    this.#options = options
    this.#putter = new MessagePutter(options, deps)
    this.#receiver = new MessageReceiver(options.limits, monitor)
    this.#batches = new IncomingBatches({
      session: deps,
      changePosition: (position) => changePosition(options.channel, options.partner, position, deps),
      committed: (batches, microseconds) => this.#confirm(batches, microseconds),
      failed: (error) => this.finish(error),
    })
  }

  override get substate(): string {
    return this.#frames.length > 0 ? 'MQPUT' : 'RECEIVE'
  }

  override get lastCompression(): string {
    return this.#receiver.lastCompression
  }

  get isPaused(): boolean {
    return this.#putter.isPaused
  }

  override get batchStatus(): BatchStatus {
    const { batchId, sequence } = this.#position
    return {
      isInDoubt: false,
      currentMessages: this.#batches.openSize,
      currentSequence: this.#receiver.lastSequence,
      currentBatchId: batchId,
      lastSequence: sequence,
      lastBatchId: batchId,
    }
  }

  protected override async synchronize(): Promise<void> {
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

  protected override async transfer(): Promise<SessionEnd> {
    for (;;) {
      const frame = this.#frames.shift()
      if (frame) {
        if (this.#frames.length === 0) this.connection.resume()
        const end = await this.#handle(frame)
        if (end) return end
      } else if (this.end) {
        if (this.end.error) throw this.end.error
        if (this.#batches.isExpectingMore)
          throw new ChannelError('ENDING', 'the partner closed the connection within a batch')
        return 'closedByPartner'
      } else if (this.isStopping && !this.#batches.isExpectingMore && !this.#batches.isCommitting) {
        return 'stopped'
      } else {
        await this.wakeUp.sleep()
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
        this.#batches.release(decodeBatchEnd(payload).batchId)
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
      await this.#putter.put(message, this.#batches.unit)
      this.#receiver.lastSequence = message.sequence
      this.#batches.countMessage()
    }
    this.counts.addMessage(this.#deps.clock())
  }

  #endBatch(payload: Buffer): void {
    const { batchId, lastSequence } = decodeBatchEnd(payload)
    if (lastSequence !== this.#receiver.lastSequence)
      throw new ChannelError('SEQUENCE_ERROR', `the partner ended a batch with message ${lastSequence}`)
    this.#batches.end(batchId, lastSequence)
  }

  /** Confirms the last batch of a commit, and with it all before. */
  #confirm(batches: readonly ReceivedBatch[], microseconds: number): void {
    const { reportsCommitTime } = this.#options.limits
    const last = batches.at(-1) as ReceivedBatch
    this.#position = { batchId: last.batchId, sequence: last.lastSequence }
    this.counts.batches += batches.length
    for (const { size } of batches) this.monitor.addBatch(size)
    this.connection.send(encodeCommitted(last, reportsCommitTime ? microseconds : undefined))
    this.wakeUp.wake()
  }

  protected override receive(type: FrameType, payload: Buffer): void {
    this.#frames.push({ type, payload })
    if (this.#frames.length === maxQueuedFrames) this.connection.pause()
    this.wakeUp.wake()
  }

  protected override finish(error: Error | undefined): void {
    super.finish(error)
    if (error) this.#batches.close()
    this.#putter.close()
  }

  protected override close(): Promise<void> {
    return this.#batches.backOut()
  }
}
