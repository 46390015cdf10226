/** Sends messages of a transmission queue over a connection, compressed as both sides agreed. */
import { readMicroseconds } from '../../../../../shared/lib/time/durations.ts'
import type { QueuedMessage } from '../../../../manager/messages/queued-message.ts'
import type { ObjectRecord } from '../../../../manager/types/services.ts'
import type { ChannelLimits } from '../../protocol/handshake.ts'
import { encodeMessage, type PackedBody, packBody } from '../../protocol/message-frame.ts'
import type { FrameConnection } from '../../transport/frame-connection.ts'
import { readNumber } from '../channel-attributes.ts'
import type { SessionMonitor } from '../session-monitor.ts'

/** The attributes of a channel that a sending session uses. */
export type SendingOptions = Readonly<ReturnType<typeof readSendingOptions>>

/** `limits` are those that the partner has agreed to. */
export function readSendingOptions({ name, attributes }: ObjectRecord, limits: ChannelLimits) {
  return {
    channel: name,
    limits,
    /** BATCHINT in milliseconds. */
    batchIntervalMs: readNumber(attributes, 'BATCHINT', 0),
    /** BATCHLIM in bytes; 0 for no limit. */
    batchLimitBytes: readNumber(attributes, 'BATCHLIM', 5000) * 1000,
    /** BATCHHB in milliseconds; 0 for no batch heartbeats. */
    batchHeartbeatMs: readNumber(attributes, 'BATCHHB', 0),
    /** DISCINT in seconds; 0 for never. */
    disconnectSeconds: readNumber(attributes, 'DISCINT', 6000),
    /** Whether a message that cannot be sent goes to the dead-letter queue: USEDLQ. */
    usesDeadLetterQueue: attributes.USEDLQ !== 'NO',
    /** Whether message properties are sent: not with PROPCTL(NONE). */
    sendsProperties: attributes.PROPCTL !== 'NONE',
  }
}

export class MessageSender {
  /** The compression of the last message. */
  lastCompression = 'NONE'
  readonly #connection: FrameConnection
  readonly #options: SendingOptions
  readonly #monitor: SessionMonitor
  readonly #clock: () => number
  readonly #compression: { readonly data: string; readonly header: string }
  readonly #isTimed: boolean

  constructor(connection: FrameConnection, options: SendingOptions, monitor: SessionMonitor, clock: () => number) {
    this.#connection = connection
    this.#options = options
    this.#monitor = monitor
    this.#clock = clock
    const { compression, headerCompression } = options.limits
    this.#compression = { data: compression[0] ?? 'NONE', header: headerCompression[0] ?? 'NONE' }
    const isCompressing = this.#compression.data !== 'NONE' || this.#compression.header !== 'NONE'
    this.#isTimed = isCompressing && monitor.isMeasuring
  }

  /** Sends a message with its sequence number, 0 for a message outside the batches. */
  send(entry: QueuedMessage, body: Buffer, sequence: number): void {
    const { sendsProperties } = this.#options
    const { properties, publication } = entry.descriptor
    const message = {
      sequence,
      remainingMs: this.#findRemainingMs(entry),
      isPersistent: entry.persistent,
      properties: sendsProperties ? properties : undefined,
      publication: sendsProperties ? publication : undefined,
    }
    this.#connection.send(encodeMessage(message, this.#pack(body)))
  }

  #findRemainingMs({ expiresAt }: QueuedMessage): number | undefined {
    return expiresAt === undefined ? undefined : Math.max(1, Math.round(expiresAt - this.#clock()))
  }

  #pack(body: Buffer): PackedBody {
    this.lastCompression = this.#compression.data
    if (!this.#isTimed) return packBody(body, this.#compression)
    const startedAt = readMicroseconds()
    const packed = packBody(body, this.#compression)
    const bytes = packed.header.length + packed.data.length
    this.#monitor.addCompression(body.length, bytes, readMicroseconds() - startedAt)
    return packed
  }
}
