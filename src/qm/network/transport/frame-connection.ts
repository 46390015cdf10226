/** A connection to a partner: sends and receives frames, counts bytes, and detects a partner that is silent. */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

import type { Clock } from '../../../lib/time/clock.ts'
import type { Timers } from '../../../lib/time/timers.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeFrame, FrameError, FrameReader, type FrameType, frameTypes } from '../protocol/frames.ts'
import { describeForeignPeer, preamble, preambleBytes } from '../protocol/preamble.ts'

export interface ConnectionDeps {
  readonly clock: Clock
  readonly timers: Timers
}

export interface Frame {
  readonly type: FrameType
  readonly payload: Buffer
}

export interface FrameHandler {
  /** Called for every frame but heartbeats. */
  frame(type: FrameType, payload: Buffer): void
  /** Called once, when the connection has ended. The error is undefined after an orderly end. */
  closed(error: Error | undefined): void
}

const nothing = Buffer.alloc(0)
/** The time in milliseconds in which a partner must finish the handshake. */
export const handshakeTimeoutMs = 30_000
/** The time in milliseconds in which a partner must close a connection that this side has ended. */
const closeTimeoutMs = 2000

export class FrameConnection {
  readonly socket: Socket | TLSSocket
  readonly #deps: ConnectionDeps
  readonly #reader = new FrameReader()
  #handler: FrameHandler | undefined
  /** Frames that arrived before a handler was set, and the reader that waits for the next one. */
  #early: Frame[] = []
  #waiting: PromiseWithResolvers<Frame> | undefined
  #head: Buffer = nothing
  #isKnown = false
  #closed: { error: Error | undefined } | undefined
  #isCorked = false
  #drained: PromiseWithResolvers<void> | undefined
  /** Resolved when the partner sends anything. */
  #probe: PromiseWithResolvers<void> | undefined
  #heartbeatMs = 0
  #cancelHeartbeat = () => {}
  #cancelClose = () => {}
  #lastSentAt: number
  #lastReceivedAt: number
  buffersSent = 0
  buffersReceived = 0

  constructor(socket: Socket | TLSSocket, deps: ConnectionDeps) {
    this.socket = socket
    this.#deps = deps
    this.#lastSentAt = deps.clock()
    this.#lastReceivedAt = deps.clock()
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('drain', () => this.#drain())
    socket.on('error', (cause) => {
      this.#finish(new ChannelError('ENDING', `the connection broke: ${cause.message}`, { cause }))
    })
    socket.on('end', () => this.#finish(undefined))
    socket.on('close', () => this.#finish(undefined))
    this.#write(preamble)
  }

  get bytesSent(): number {
    return this.socket.bytesWritten
  }

  get bytesReceived(): number {
    return this.socket.bytesRead
  }

  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /** Sets the receiver of frames. Frames that have arrived already are passed on at once. */
  setHandler(handler: FrameHandler): void {
    this.#handler = handler
    const early = this.#early
    this.#early = []
    for (const { type, payload } of early) handler.frame(type, payload)
    if (this.#closed) handler.closed(this.#closed.error)
  }

  /** Returns the next frame while no handler is set. Rejects when the connection ends or `timeoutMs` has passed. */
  async next(timeoutMs: number): Promise<Frame> {
    const first = this.#early.shift()
    if (first) return first
    if (this.#closed)
      throw this.#closed.error ?? new ChannelError('ENDING', 'the partner closed the connection')
    const waiting = Promise.withResolvers<Frame>()
    this.#waiting = waiting
    const cancel = this.#deps.timers.after(timeoutMs, () => {
      this.destroy(new ChannelError('TIMEOUT', `the partner did not respond within ${timeoutMs / 1000} s`))
    })
    try {
      return await waiting.promise
    } finally {
      cancel()
    }
  }

  pause(): void {
    this.socket.pause()
  }

  resume(): void {
    this.socket.resume()
  }

  /** Allows message frames up to this payload. The initial limit is 0. */
  allowMessages(maxBytes: number): void {
    this.#reader.maxMessageFrameBytes = maxBytes
  }

  /** Sends a heartbeat after this time without data, and ends the connection when the partner is silent for longer. */
  startHeartbeats(seconds: number): void {
    this.#heartbeatMs = seconds * 1000
    this.#scheduleHeartbeat()
  }

  /**
   * Sends a heartbeat and resolves when the partner has sent anything. Rejects with a `ChannelError` after `timeoutMs`,
   * and when the connection ends.
   */
  async probe(timeoutMs: number): Promise<void> {
    if (this.#closed)
      throw this.#closed.error ?? new ChannelError('ENDING', 'the partner closed the connection')
    this.send(encodeFrame(frameTypes.heartbeat, nothing))
    this.#probe ??= Promise.withResolvers()
    const { promise, reject } = this.#probe
    const cancel = this.#deps.timers.after(timeoutMs, () =>
      reject(
        new ChannelError('TIMEOUT', `the partner did not respond to a heartbeat within ${timeoutMs} ms`),
      ),
    )
    try {
      await promise
    } finally {
      this.#probe = undefined
      cancel()
    }
  }

  /** Sends an encoded frame. The frames of one turn of the event loop are written together. */
  send(frame: Buffer): void {
    if (this.#closed) return
    if (!this.#isCorked) {
      this.#isCorked = true
      this.socket.cork()
      setImmediate(() => {
        this.#isCorked = false
        this.socket.uncork()
      })
    }
    this.#write(frame)
  }

  /** Resolves when the socket can take more data, at once when it can now. */
  async drained(): Promise<void> {
    if (!this.socket.writableNeedDrain || this.#closed) return
    this.#drained ??= Promise.withResolvers()
    await this.#drained.promise
  }

  /** Ends the connection after the data that was sent. */
  end(): void {
    this.socket.end()
    this.#finish(undefined)
    this.#cancelClose = this.#deps.timers.after(closeTimeoutMs, () => this.socket.destroy())
  }

  destroy(error?: Error): void {
    this.#finish(error)
    this.socket.destroy()
  }

  #write(data: Buffer): void {
    this.#lastSentAt = this.#deps.clock()
    this.buffersSent++
    this.socket.write(data)
  }

  #receive(chunk: Buffer): void {
    if (this.#closed) return
    this.#lastReceivedAt = this.#deps.clock()
    this.buffersReceived++
    this.#probe?.resolve()
    try {
      const rest = this.#isKnown ? chunk : this.#readPreamble(chunk)
      if (rest.length === 0) return
      this.#reader.add(rest)
      for (let frame = this.#reader.next(); frame && !this.#closed; frame = this.#reader.next()) {
        this.#dispatch(frame.type, frame.payload)
      }
    } catch (error) {
      this.destroy(
        error instanceof FrameError ? new ChannelError('PROTOCOL_ERROR', error.message) : (error as Error),
      )
    }
  }

  /** Returns the bytes after the preamble. Throws a `ChannelError` when the partner speaks another protocol. */
  #readPreamble(chunk: Buffer): Buffer {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const foreign = describeForeignPeer(this.#head)
    if (foreign !== undefined) {
      throw new ChannelError(
        'PROTOCOL_ERROR',
        `the partner at ${this.socket.remoteAddress} speaks ${foreign}`,
      )
    }
    if (this.#head.length < preambleBytes) return nothing
    this.#isKnown = true
    return this.#head.subarray(preambleBytes)
  }

  #dispatch(type: FrameType, payload: Buffer): void {
    if (type === frameTypes.heartbeat) this.send(encodeFrame(frameTypes.heartbeatReply, nothing))
    else if (type === frameTypes.heartbeatReply) return
    else if (this.#handler) this.#handler.frame(type, payload)
    else if (this.#waiting) {
      this.#waiting.resolve({ type, payload })
      this.#waiting = undefined
    } else this.#early.push({ type, payload })
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat()
    if (this.#heartbeatMs === 0 || this.#closed) return
    const { clock, timers } = this.#deps
    const wait = Math.max(10, this.#lastSentAt + this.#heartbeatMs - clock())
    this.#cancelHeartbeat = timers.after(wait, () => {
      const now = clock()
      if (now - this.#lastReceivedAt >= this.#heartbeatMs + graceMs(this.#heartbeatMs)) {
        const text = `the partner sent nothing for ${Math.round((now - this.#lastReceivedAt) / 1000)} s`
        this.destroy(new ChannelError('TIMEOUT', text))
        return
      }
      if (now - this.#lastSentAt >= this.#heartbeatMs) this.send(encodeFrame(frameTypes.heartbeat, nothing))
      this.#scheduleHeartbeat()
    })
  }

  #drain(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #finish(error: Error | undefined): void {
    if (this.socket.destroyed) this.#cancelClose()
    if (this.#closed) return
    this.#closed = { error }
    this.#cancelHeartbeat()
    this.#drain()
    this.#handler?.closed(error)
    this.#probe?.reject(error ?? new ChannelError('ENDING', 'the partner closed the connection'))
    this.#waiting?.reject(error ?? new ChannelError('ENDING', 'the partner closed the connection'))
    this.#waiting = undefined
    if (!this.socket.writableEnded) this.socket.end()
  }
}

/** Returns the time to wait for a heartbeat in addition to the interval: as long again, at most a minute. */
function graceMs(heartbeatMs: number): number {
  return Math.min(heartbeatMs, 60_000)
}
