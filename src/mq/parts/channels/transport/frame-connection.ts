/** A connection to a partner: sends and receives frames, counts bytes, and detects a partner that is silent. */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../../shared/lib/time/timers.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { encodeFrame, FrameError, FrameReader, type FrameType, frameTypes } from '../protocol/frames.ts'
import { ForeignPeerError, PreambleReader, preamble } from '../protocol/preamble.ts'
import { Heartbeats } from './heartbeats.ts'

export type ConnectionDeps = { readonly clock: Clock; readonly timers: Timers }

export type Frame = { readonly type: FrameType; readonly payload: Buffer }

export interface FrameHandler {
  /** Called for every frame but heartbeats. */
  frame(type: FrameType, payload: Buffer): void
  /** Called once, when the connection has ended. The error is undefined after an orderly end. */
  closed(error: Error | undefined): void
}

const heartbeat = encodeFrame(frameTypes.heartbeat, Buffer.alloc(0))
const heartbeatReply = encodeFrame(frameTypes.heartbeatReply, Buffer.alloc(0))
/** The time in milliseconds in which a partner must finish the handshake. */
export const handshakeTimeoutMs = 30_000
/** The time in milliseconds in which a partner must close a connection that this side has ended. */
const closeTimeoutMs = 2000

export class FrameConnection {
  readonly socket: Socket | TLSSocket
  readonly #deps: ConnectionDeps
  readonly #heartbeats: Heartbeats
  readonly #preamble = new PreambleReader()
  readonly #reader = new FrameReader()
  #handler: FrameHandler | undefined
  /** Frames that arrived before a handler was set, and the reader that waits for the next one. */
  #early: Frame[] = []
  #waiting: PromiseWithResolvers<Frame> | undefined
  #closed: { error: Error | undefined } | undefined
  #isCorked = false
  #drained: PromiseWithResolvers<void> | undefined
  /** Resolved when the partner sends anything. */
  #probe: PromiseWithResolvers<void> | undefined
  #cancelClose = () => {}
  buffersSent = 0
  buffersReceived = 0

  constructor(socket: Socket | TLSSocket, deps: ConnectionDeps) {
    this.socket = socket
    this.#deps = deps
    this.#heartbeats = new Heartbeats({
      ...deps,
      send: () => this.send(heartbeat),
      silent: (silentMs) => {
        const text = `the partner sent nothing for ${Math.round(silentMs / 1000)} s`
        this.destroy(new ChannelError('TIMEOUT', text))
      },
    })
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
    return this.#heartbeats.lastReceivedAt
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
    if (this.#closed) throw endError(this.#closed.error)
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
    if (!this.#closed) this.#heartbeats.start(seconds)
  }

  /** Sends a heartbeat and waits for a reply. Rejects with a `ChannelError` after `timeoutMs` or at the end. */
  async probe(timeoutMs: number): Promise<void> {
    if (this.#closed) throw endError(this.#closed.error)
    this.send(heartbeat)
    this.#probe ??= Promise.withResolvers()
    const { promise, reject } = this.#probe
    const cancel = this.#deps.timers.after(timeoutMs, () =>
      reject(new ChannelError('TIMEOUT', `the partner did not respond to a heartbeat within ${timeoutMs} ms`)),
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
    this.#heartbeats.recordSent()
    this.buffersSent++
    this.socket.write(data)
  }

  #receive(chunk: Buffer): void {
    if (this.#closed) return
    this.#heartbeats.recordReceived()
    this.buffersReceived++
    this.#probe?.resolve()
    try {
      const rest = this.#preamble.read(chunk)
      if (rest.length === 0) return
      this.#reader.add(rest)
      for (let frame = this.#reader.next(); frame && !this.#closed; frame = this.#reader.next())
        this.#dispatch(frame.type, frame.payload)
    } catch (error) {
      this.destroy(this.#toChannelError(error as Error))
    }
  }

  #toChannelError(error: Error): Error {
    if (error instanceof FrameError) return new ChannelError('PROTOCOL_ERROR', error.message)
    if (!(error instanceof ForeignPeerError)) return error
    const text = `the partner at ${this.socket.remoteAddress} speaks ${error.message}`
    return new ChannelError('PROTOCOL_ERROR', text)
  }

  #dispatch(type: FrameType, payload: Buffer): void {
    if (type === frameTypes.heartbeat) this.send(heartbeatReply)
    else if (type === frameTypes.heartbeatReply) return
    else if (this.#handler) this.#handler.frame(type, payload)
    else if (this.#waiting) {
      this.#waiting.resolve({ type, payload })
      this.#waiting = undefined
    } else this.#early.push({ type, payload })
  }

  #drain(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #finish(error: Error | undefined): void {
    if (this.socket.destroyed) this.#cancelClose()
    if (this.#closed) return
    this.#closed = { error }
    this.#heartbeats.stop()
    this.#drain()
    this.#handler?.closed(error)
    this.#probe?.reject(endError(error))
    this.#waiting?.reject(endError(error))
    this.#waiting = undefined
    if (!this.socket.writableEnded) this.socket.end()
  }
}

/** Returns the error for those who wait for a frame of a connection that has ended. */
function endError(error: Error | undefined): Error {
  return error ?? new ChannelError('ENDING', 'the partner closed the connection')
}
