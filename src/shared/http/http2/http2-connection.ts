/** A connection of HTTP/2: checks the head of each stream, and hands it to the handler as a request and a response. */
import {
  constants,
  type IncomingHttpHeaders,
  performServerHandshake,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { checkAuthority, connectUnsupportedError, unknownExpectationError } from '../inbound/check-head.ts'
import type { ConnectionState } from '../inbound/connection-limits.ts'
import type { ConnectionReaderOptions } from '../inbound/connection-reader.ts'
import { continueAtFirstRead } from '../inbound/expectation.ts'
import { strictTransportHeader } from '../message/header-lines.ts'
import type { ExchangeInProgress } from '../message/http-response.ts'
import { type ProtocolError, sendProtocolError } from '../message/protocol-error.ts'
import type { UpgradeListener } from '../message/upgrade-caller.ts'
import { Http2Request } from './http2-request.ts'
import { Http2Response } from './http2-response.ts'
import { openStreamCaller, toUpgradeHead, webSocketProtocol } from './http2-web-socket.ts'
import { AbortBudget, sessionOptions, webSocketSessionOptions } from './session-options.ts'

/** The properties and callbacks of the server that owns a connection. */
export interface Http2ConnectionOwner
  extends Readonly<Pick<ConnectionReaderOptions, 'isStrictTransport' | 'bodyRateWatch'>> {
  readonly isClosing: boolean
  handle(request: Http2Request, response: Http2Response): void
  /** Serves a WebSocket; undefined for a listener without WebSockets. */
  readonly upgrade: UpgradeListener | undefined
  /** Reports a rejected request or connection, and returns its request id. */
  report(error: ProtocolError, socket: Socket): string
  release(connection: Http2Connection): void
}

const frameError: ProtocolError = { status: 400, text: 'The connection is not well-formed HTTP/2' }

export class Http2Connection {
  readonly socket: Socket
  /** The time since which the connection has no stream, in milliseconds of a monotonic clock. */
  idleSince = performance.now()
  #hasServed = false
  readonly #owner: Http2ConnectionOwner
  readonly #session: ServerHttp2Session
  readonly #open = new Map<ServerHttp2Stream, ExchangeInProgress>()
  readonly #aborts = new AbortBudget(performance.now())

  constructor(owner: Http2ConnectionOwner, socket: Socket) {
    this.#owner = owner
    this.socket = socket
    const session = performServerHandshake(socket, owner.upgrade ? webSocketSessionOptions : sessionOptions)
    this.#session = session
    session.on('stream', (stream, headers, _flags, rawHeaders) => this.#serve(stream, headers, rawHeaders))
    session.on('error', (error) => this.#onError(error))
    session.on('frameError', () => this.destroy())
    session.once('close', () => owner.release(this))
    session.setLocalWindowSize(connectionWindowBytes)
    if (owner.isClosing) session.close()
  }

  get state(): ConnectionState {
    if (this.#open.size > 0) return 'busy'
    return this.#hasServed ? 'idle' : 'silent'
  }

  get exchanges(): ExchangeInProgress[] {
    return [...this.#open.values()]
  }

  /** Sends GOAWAY. Streams that are open end normally, and the connection closes after them. */
  announceClose(): void {
    if (!this.#session.closed) this.#session.close()
  }

  /** Starts a timeout for each stream whose client does not take the response. */
  checkReaders(stalledMs: number): void {
    for (const stream of this.#open.keys())
      if (stream.writableLength > 0 && stream.listenerCount('timeout', onStalled) === 0)
        stream.on('timeout', onStalled).setTimeout(stalledMs)
  }

  /** Resets the streams, as some clients take a response whose connection ends for complete. Ends the connection. */
  abort(): void {
    for (const { response } of this.#open.values()) response.destroy()
    setImmediate(() => this.destroy()) // when the frames have been written
  }

  /** Ends the connection. Node's session never ends when its client resets the connection before the last frame is written. */
  destroy(code: number = constants.NGHTTP2_NO_ERROR): void {
    if (!this.#session.destroyed) setTimeout(() => this.socket.destroy(), lastFrameMs).unref()
    this.#session.destroy(undefined, code)
  }

  #serve(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, rawHeaders: readonly string[] = []): void {
    const { socket } = this
    const owner = this.#owner
    stream.on('error', ignore)
    if (stream.destroyed || socket.destroyed) return
    const isWebSocket = owner.upgrade !== undefined && headers[':protocol'] === webSocketProtocol
    const head = isWebSocket ? toUpgradeHead(headers, rawHeaders) : { headers, rawHeaders }
    const request = new Http2Request(socket, stream, head, !isWebSocket)
    const response = new Http2Response(stream, request)
    this.#hasServed = true
    this.#open.set(stream, { request, response })
    ;(stream as StreamOfConnection)[connectionOf] = this
    stream.on('close', onStreamClose).on('finish', onStreamFinish)
    if (owner.isStrictTransport) response.setHeader(strictTransportHeader.name, strictTransportHeader.value)
    const error = checkStream(head.headers)
    if (error) {
      sendProtocolError(response, error, owner.report(error, socket))
      return
    }
    if (isWebSocket) {
      owner.upgrade?.(request, openStreamCaller(stream, response))
      return
    }
    if (!request.complete) {
      if (headers.expect !== undefined) continueAtFirstRead(request, response)
      owner.bodyRateWatch.add({ request, response })
    }
    owner.handle(request, response)
  }

  /** Ends a stream whose response is complete. The client need not send the rest of the body: RFC 9113 section 8.1. */
  finish(stream: ServerHttp2Stream): void {
    const request = this.#open.get(stream)?.request
    if (stream.headersSent && request && !request.complete) request.destroy()
  }

  /** Must be called when a stream has closed. */
  end(stream: ServerHttp2Stream): void {
    const isServed = this.#open.get(stream)?.response.writableFinished
    this.#open.delete(stream)
    if (this.#open.size === 0) this.idleSince = performance.now()
    if (!isServed && !this.#aborts.spend(performance.now())) this.destroy(constants.NGHTTP2_ENHANCE_YOUR_CALM)
  }

  #onError({ code }: NodeJS.ErrnoException): void {
    if (code?.startsWith('ERR_HTTP2')) this.#owner.report({ ...frameError, detail: code }, this.socket)
  }
}

const connectionWindowBytes = 1024 * 1024
/** The time in which the last frame can be written. */
const lastFrameMs = 1_000

function checkStream(headers: IncomingHttpHeaders): ProtocolError | undefined {
  if (headers[':method'] === 'CONNECT') return connectUnsupportedError
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return unknownExpectationError
  return checkAuthority(headers[':authority'], headers.host)
}

const connectionOf = Symbol('connection of the stream')

type StreamOfConnection = ServerHttp2Stream & { [connectionOf]?: Http2Connection }

/** One function for all streams: V8 may keep a closure for each, and its call, until the next full collection. */
function onStreamClose(this: StreamOfConnection): void {
  this[connectionOf]?.end(this)
}

function onStreamFinish(this: StreamOfConnection): void {
  this[connectionOf]?.finish(this)
}

function onStalled(this: ServerHttp2Stream): void {
  if (this.writableLength > 0) this.close(constants.NGHTTP2_CANCEL)
}

function ignore(): void {}
