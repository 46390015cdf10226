/** The server's side of a connection: protocol headers, SASL, open, sessions, timeouts and close. AMQP 1.0 part 2, section 2.4. */
import type { Socket } from 'node:net'
import { maxTimerMs } from '../../../../shared/lib/time/timers.ts'
import * as types from './composites.ts'
import { AmqpError, type AmqpErrorFields } from './errors.ts'
import {
  createFrameSplitter,
  emptyFrame,
  encodeFrame,
  type FrameSplitter,
  frameTypes,
  maxFrameBytes,
  protocolHeaders,
} from './frames.ts'
import { encodeMechanisms, encodeOutcome, parseInit, type SaslCredentials } from './sasl.ts'
import { Session, type SessionHandlers } from './session.ts'
import { encodeError } from './states.ts'
import { ValueReader } from './value-reader.ts'

/** The greatest number of a channel: a connection has at most one session more. */
export const maxChannel = 255
/** The least size of frames that every peer accepts, part 2, section 2.4.1. */
const minMaxFrameBytes = 512

export interface ConnectionOptions {
  /** The open frame of the server. */
  readonly open: Buffer
  /** The time after which a silent client is disconnected; undefined for no limit. */
  readonly silenceLimitMs: number | undefined
  /** Whether the client has presented a certificate in TLS. */
  readonly hasCertificate: boolean
}

/** Receives the events of one connection. */
export interface ConnectionOwner {
  /** Resolves with false when the credentials are rejected. */
  accepts(credentials: SaslCredentials): Promise<boolean>
  /** The client has sent its open frame. */
  opened(): void
  /** The client began a session. */
  sessionOpened(session: Session): SessionHandlers
  /** The client broke the protocol. */
  failed(error: Error): void
}

/** What the next bytes of a client are, or what the server waits for. */
type Phase = 'header' | 'sasl' | 'authentication' | 'header after sasl' | 'frames' | 'over'

export class ServerConnection {
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  readonly #owner: ConnectionOwner
  readonly #splitter: FrameSplitter
  readonly #sessions = new Map<number, Session>()
  /** Sessions with dispositions that are written at the end of the turn. */
  readonly #unflushed = new Set<Session>()
  #phase: Phase = 'header'
  #clientId: string | undefined
  #maxSentFrameBytes = minMaxFrameBytes
  #isClosing = false
  #isCorked = false
  #silence: NodeJS.Timeout | undefined
  #keepAlive: NodeJS.Timeout | undefined

  constructor(socket: Socket, owner: ConnectionOwner, options: ConnectionOptions) {
    this.#socket = socket
    this.#owner = owner
    this.#options = options
    this.#splitter = createFrameSplitter(
      () => this.#phase === 'header' || this.#phase === 'header after sasl',
      (bytes) => this.#handle(bytes),
    )
    socket.setNoDelay(true)
    socket.on('data', (bytes) => this.#receive(bytes))
  }

  /** The container id of the client; undefined until the open frame has arrived. */
  get clientId(): string | undefined {
    return this.#clientId
  }

  /** Whether both sides have opened the connection, and none has closed it. */
  get isOpen(): boolean {
    return this.#clientId !== undefined && !this.#isClosing
  }

  /** The maximum size of a frame that the client accepts. */
  get maxSentFrameBytes(): number {
    return this.#maxSentFrameBytes
  }

  /** Sends the reason for which the connection ends. The client closes its side then. */
  close(error: AmqpErrorFields): void {
    if (this.#isClosing) return
    this.#isClosing = true
    this.write(encodeFrame(types.close, { error: encodeError(error) }))
  }

  /** Stops the timers, when the socket is closed. */
  stop(): void {
    this.#phase = 'over'
    clearTimeout(this.#silence)
    clearInterval(this.#keepAlive)
  }

  /** Writes a frame. All frames of a turn are written with one call of the operating system. */
  write(frame: Buffer): void {
    this.#endTurnLater()
    this.#socket.write(frame)
    this.#keepAlive?.refresh()
  }

  /** Calls `flush` of the session at the end of the turn. */
  flushLater(session: Session): void {
    this.#unflushed.add(session)
    this.#endTurnLater()
  }

  #endTurnLater(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      for (const session of this.#unflushed) session.flush()
      this.#unflushed.clear()
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  #receive(bytes: Buffer): void {
    this.#silence?.refresh()
    if (this.#phase === 'over') return
    try {
      this.#splitter.push(bytes)
    } catch (error) {
      this.#phase = 'over'
      this.#socket.pause()
      this.#owner.failed(error as Error)
    }
  }

  /** Returns false when the following bytes have to wait. */
  #handle(bytes: Buffer): boolean {
    if (this.#phase === 'header' || this.#phase === 'header after sasl') this.#handleHeader(bytes)
    else if (this.#phase === 'sasl') this.#handleSasl(bytes)
    else this.#handleFrame(bytes)
    return this.#phase !== 'authentication' && this.#phase !== 'over'
  }

  #handleHeader(bytes: Buffer): void {
    if (bytes.equals(protocolHeaders.amqp)) {
      this.#phase = 'frames'
      this.write(protocolHeaders.amqp)
    } else if (this.#phase === 'header' && bytes.equals(protocolHeaders.sasl)) {
      this.#phase = 'sasl'
      this.write(protocolHeaders.sasl)
      this.write(encodeMechanisms(this.#options.hasCertificate))
    } else {
      // Part 2, section 2.2: the answer is a header that the server supports.
      this.write(protocolHeaders.amqp)
      throw new AmqpError('amqp:connection:framing-error', 'the first bytes are not a header of AMQP 1.0')
    }
  }

  #handleSasl(bytes: Buffer): void {
    const credentials = parseInit(bytes, this.#options.hasCertificate)
    this.#phase = 'authentication'
    this.#socket.pause()
    this.#authenticate(credentials).catch((error: unknown) => this.#owner.failed(error as Error))
  }

  async #authenticate(credentials: SaslCredentials | undefined): Promise<void> {
    const isAccepted = credentials !== undefined && (await this.#owner.accepts(credentials))
    if (this.#phase !== 'authentication') return
    this.write(encodeOutcome(isAccepted))
    this.#phase = isAccepted ? 'header after sasl' : 'over'
    if (!isAccepted) {
      this.#socket.end()
      return
    }
    this.#receive(Buffer.alloc(0)) // what has arrived in the meantime
    this.#socket.resume()
  }

  #handleFrame(bytes: Buffer): void {
    const bodyStart = 4 * (bytes[4] as number)
    if (bodyStart < 8 || bodyStart > bytes.length || bytes[5] !== frameTypes.amqp)
      throw new AmqpError('amqp:connection:framing-error', 'the head of a frame is malformed')
    if (bodyStart === bytes.length) return
    const reader = new ValueReader(bytes, bodyStart)
    const descriptor = reader.readDescriptor()
    const channel = bytes.readUInt16BE(6)
    if (descriptor === types.open.code) this.#handleOpen(reader)
    else if (this.#clientId === undefined) throw unexpectedError('before the open frame')
    else if (descriptor === types.close.code) this.#handleClose()
    else if (this.#isClosing) return
    else if (descriptor === types.begin.code) this.#handleBegin(channel, reader)
    else if (descriptor === types.end.code) this.#handleEnd(channel)
    else this.#findSession(channel).handle(descriptor, reader, bytes)
  }

  #handleOpen(reader: ValueReader): void {
    if (this.#clientId !== undefined) throw unexpectedError('a second time: open')
    const { containerId = '', maxFrameSize = 2 ** 32 - 1, idleTimeoutMs = 0 } = types.readFields(types.open, reader)
    this.#clientId = containerId
    this.#maxSentFrameBytes = Math.min(Math.max(maxFrameSize, minMaxFrameBytes), maxFrameBytes)
    this.write(this.#options.open)
    // Within half of the time that the client waits.
    const intervalMs = Math.min(idleTimeoutMs / 2, maxTimerMs)
    if (intervalMs > 0) this.#keepAlive = setInterval(() => this.write(emptyFrame), intervalMs).unref()
    const { silenceLimitMs } = this.#options
    if (silenceLimitMs !== undefined) this.#silence = setTimeout(() => this.#endSilent(), silenceLimitMs).unref()
    this.#owner.opened()
  }

  #endSilent(): void {
    this.#owner.failed(
      new AmqpError(
        'amqp:resource-limit-exceeded',
        `the client sent nothing for ${this.#options.silenceLimitMs} ms; send an empty frame within the idle timeout`,
      ),
    )
  }

  #handleClose(): void {
    this.#phase = 'over'
    if (!this.#isClosing) this.write(encodeFrame(types.close, {}))
    this.#isClosing = true
    this.#socket.end()
  }

  /** The server uses the channel number of the client for its own frames as well. */
  #handleBegin(channel: number, reader: ValueReader): void {
    if (channel > maxChannel || this.#sessions.has(channel))
      throw new AmqpError('amqp:not-allowed', `channel ${channel} is in use, or above the limit of ${maxChannel}`)
    const session = new Session(this, channel, types.readFields(types.begin, reader))
    this.#sessions.set(channel, session)
    session.open(this.#owner.sessionOpened(session))
  }

  #handleEnd(channel: number): void {
    this.#findSession(channel).end()
    this.#sessions.delete(channel)
    this.write(encodeFrame(types.end, {}, channel))
  }

  #findSession(channel: number): Session {
    const session = this.#sessions.get(channel)
    if (session) return session
    throw new AmqpError('amqp:not-allowed', `channel ${channel} has no session`)
  }
}

function unexpectedError(text: string): AmqpError {
  return new AmqpError('amqp:connection:framing-error', `a frame came ${text}`)
}
