/** Sends messages of a transmission queue over a connection, compressed as both sides agreed. */
import { readMicroseconds } from '../../../../lib/time/microseconds.ts'
import type { QueuedMessage } from '../../../messages/queued-message.ts'
import { transmissionHeaderBytes } from '../../../routing/message-headers.ts'
import { encodeMessage, type PackedBody, packBody } from '../../protocol/message-frame.ts'
import type { FrameConnection } from '../../transport/frame-connection.ts'
import type { SessionMonitor } from '../session-monitor.ts'
import type { SendingOptions } from './sending-options.ts'

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
    this.#monitor.addMessage(body.length - transmissionHeaderBytes)
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
