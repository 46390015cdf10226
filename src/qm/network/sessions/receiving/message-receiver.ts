/** Decodes received messages and checks that their sequence numbers ascend by one. */
import { readMicroseconds } from '../../../../lib/time/durations.ts'
import { transmissionHeaderBytes } from '../../../routing/message-headers.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { ChannelLimits } from '../../protocol/handshake.ts'
import {
  decodeMessage,
  isCompressed,
  messageOverheadBytes,
  type TransferredMessage,
} from '../../protocol/message-frame.ts'
import type { SessionMonitor } from '../session-monitor.ts'

export class MessageReceiver {
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
    this.#monitor.addMessage(message.body.length - transmissionHeaderBytes)
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
  return new ChannelError(
    'PROTOCOL_ERROR',
    `the partner sent a message of ${bytes} bytes; at most ${limit} were agreed`,
  )
}
