/**
 * A connection of the fast path, which reads one request after the other.
 *
 * It parses a head, calls the handler, and waits for the next request. When the fast path cannot serve a request,
 * the connection passes to Node's server together with the bytes of that request.
 */
import type { Socket } from 'node:net'
import type { ConnectionReaderOptions } from '../inbound/connection-reader.ts'
import { drainRequest } from '../inbound/drain-request.ts'
import type { ExchangeInProgress } from '../message/http-response.ts'
import { type FastPathHead, parseFastPathHead } from './fast-path-head.ts'
import { FastPathRequest } from './fast-path-request.ts'
import { FastPathResponse } from './fast-path-response.ts'
import { isHeadPrefix } from './head-prefix.ts'

/** The properties and callbacks of the server that owns a connection. */
export interface ConnectionOwner
  extends Readonly<Pick<ConnectionReaderOptions, 'isStrictTransport' | 'bodyRateWatch'>> {
  /** Whether the current response is the last one of each connection. */
  readonly isClosing: boolean
  /** The number of timeout checks that the server has made. */
  readonly checkCount: number
  accepts(method: string, target: string, host?: string): boolean
  handle(request: FastPathRequest, response: FastPathResponse): void
  /** Called when the connection has closed or passes to Node's server. */
  release(connection: FastPathConnection): void
  passToNodeServer(socket: Socket): void
}

const endOfHead = Buffer.from('\r\n\r\n')
const maxHeadBytes = 32 * 1024
/** The length up to which a connection keeps the head of its last request. */
const maxKeptHeadBytes = 4 * 1024

export class FastPathConnection {
  readonly socket: Socket
  /** The value of `checkCount` when the connection began to wait. */
  waitingSinceCheck: number
  /** Whether the connection waits for its first head, or for the rest of one. */
  isAwaitingHead = true
  readonly #owner: ConnectionOwner
  #request: FastPathRequest | undefined
  #response: FastPathResponse | undefined
  /** Bytes that are not parsed yet: the beginning of a head, or requests sent before the previous response. */
  #pending: Buffer | undefined
  /** Whether `#pending` is the beginning of a head that a read has left incomplete. */
  #isHeadSplit = false
  /** The head of the last request, unless it is long or the connection has become idle. */
  #lastHead: FastPathHead | undefined
  /** The bytes of that request, once a client has sent it twice: a request with the same bytes is not parsed again. */
  #lastBytes: Buffer | undefined

  constructor(owner: ConnectionOwner, socket: Socket) {
    this.#owner = owner
    this.socket = socket
    this.waitingSinceCheck = owner.checkCount
    socket.on('data', this.#onData)
    socket.on('drain', this.#onDrain)
    socket.on('timeout', this.#onTimeout)
    socket.on('end', this.#onEnd)
    socket.on('close', this.#onClose)
    socket.on('error', ignore) // `close` follows
  }

  /** The request in progress with its response; undefined between two requests. */
  get exchange(): ExchangeInProgress | undefined {
    const request = this.#request
    const response = this.#response
    return request && response && { request, response }
  }

  get hasRequest(): boolean {
    return this.#request !== undefined
  }

  /** Whether the rest of a request is read and dropped, after its response. */
  get isDraining(): boolean {
    return this.#response?.writableFinished === true
  }

  /** Makes the current response the last one of the connection, unless its head has been sent. */
  announceClose(): void {
    const request = this.#request
    const response = this.#response
    if (!request || !response) return
    if (!response.headersSent) response.shouldKeepAlive = false
    else if (this.isDraining && response.shouldKeepAlive) {
      response.shouldKeepAlive = false
      drainRequest(request, false)
    }
  }

  /** Starts a timeout that destroys the connection when the client reads nothing of a response for `stalledMs`. */
  checkReader(stalledMs: number): void {
    const { socket } = this
    if (socket.writableLength > 0 && socket.timeout !== stalledMs) socket.setTimeout(stalledMs)
  }

  /** Frees the memory that an idle connection needs no longer. */
  forgetHeaders(): void {
    this.#lastHead = undefined
    this.#lastBytes = undefined
  }

  /** Closes the connection unless a request has begun. */
  closeIfIdle(): void {
    if (!this.#request && !this.#pending) this.socket.destroy()
  }

  readonly #onData = (bytes: Buffer): void => {
    const request = this.#request
    if (request === undefined) this.#read(this.#pending ? Buffer.concat([this.#pending, bytes]) : bytes)
    else if (request.complete) this.#keepForLater(bytes)
    else this.#receiveBody(request, bytes)
  }

  #read(bytes: Buffer): void {
    const isRepeated = this.#lastBytes?.equals(bytes) === true
    const end = isRepeated ? bytes.length - endOfHead.length : bytes.indexOf(endOfHead)
    // The second read that leaves a head incomplete passes it on: Node's parser reads each byte once.
    if (end < 0 && !this.#isHeadSplit && mayBecomeHead(bytes)) {
      this.#isHeadSplit = true
      this.#pending = bytes
      if (!this.isAwaitingHead) this.waitingSinceCheck = this.#owner.checkCount
      this.isAwaitingHead = true
      return
    }
    this.#isHeadSplit = false
    this.#pending = undefined
    const head = isRepeated ? this.#lastHead : this.#parseHead(bytes, end)
    if (!head || !this.#owner.accepts(head.method, head.target, head.headers.host)) {
      this.#passToNodeServer(bytes)
      return
    }

    this.isAwaitingHead = false
    const request = new FastPathRequest(this.socket, head)
    const response = new FastPathResponse(request, this.#onFlushed)
    response.shouldKeepAlive = head.headers.keepsAlive && !this.#owner.isClosing
    response.isStrictTransport = this.#owner.isStrictTransport
    this.#request = request
    this.#response = response
    const body = end + endOfHead.length
    if (body < bytes.length) this.#receiveBody(request, bytes.subarray(body))
    if (!request.complete) this.#owner.bodyRateWatch.add({ request, response })
    this.#owner.handle(request, response)
  }

  #parseHead(bytes: Buffer, end: number): FastPathHead | undefined {
    const last = this.#lastHead
    const head = end < 0 || end > maxHeadBytes ? undefined : parseFastPathHead(bytes, end + 2, last?.headers)
    const isSame = head && head.headers === last?.headers && head.target === last.target && head.method === last.method
    this.#lastHead = end < maxKeptHeadBytes ? head : undefined
    // A part of a larger buffer would keep all of it in memory.
    const isAlone = end + endOfHead.length === bytes.buffer.byteLength
    this.#lastBytes = isSame && isAlone ? bytes : undefined
    return head
  }

  #receiveBody(request: FastPathRequest, bytes: Buffer): void {
    const rest = request.receiveBody(bytes)
    if (rest) this.#keepForLater(rest)
    if (request.complete && this.#response?.writableFinished) this.#next()
  }

  /** Keeps pipelined requests until the response is sent. The paused socket leaves further bytes to the system. */
  #keepForLater(bytes: Buffer): void {
    this.#pending = this.#pending ? Buffer.concat([this.#pending, bytes]) : bytes
    this.socket.pause()
  }

  readonly #onFlushed = (error?: Error | null): void => {
    const request = this.#request
    if (error || !request) return // `close` follows
    const response = this.#response
    response?.settle(true)
    if (request.complete) this.#next()
    else drainRequest(request, response?.shouldKeepAlive === true)
  }

  #next(): void {
    const isKept = this.#response?.shouldKeepAlive
    this.#request = undefined
    this.#response = undefined
    this.waitingSinceCheck = this.#owner.checkCount
    if (!isKept) {
      this.socket.destroySoon()
      return
    }
    if (this.socket.isPaused()) this.socket.resume()
    const pending = this.#pending
    if (pending) this.#read(pending)
  }

  #passToNodeServer(bytes: Buffer): void {
    const { socket } = this
    socket.off('data', this.#onData).off('drain', this.#onDrain).off('end', this.#onEnd)
    socket.off('close', this.#onClose).off('timeout', this.#onTimeout).off('error', ignore)
    this.#owner.release(this)
    socket.pause()
    socket.unshift(bytes)
    this.#owner.passToNodeServer(socket)
    socket.resume()
  }

  readonly #onDrain = (): void => {
    this.#response?.emit('drain')
  }

  readonly #onTimeout = (): void => {
    if (this.socket.writableLength > 0) this.socket.destroy()
    else this.socket.setTimeout(0)
  }

  /** Handles the end of the client's side. Before the response is complete, the client has given up the request. */
  readonly #onEnd = (): void => {
    if (this.#response?.writableEnded) this.socket.destroySoon()
    else this.socket.destroy()
  }

  readonly #onClose = (): void => {
    this.#owner.release(this)
    const request = this.#request
    const response = this.#response
    this.#request = undefined
    this.#response = undefined
    if (request && !request.complete) request.destroy()
    if (response && !response.destroyed) response.settle(false)
  }
}

function ignore(): void {}

/** Returns whether more bytes can complete a head of the fast path. */
function mayBecomeHead(bytes: Buffer): boolean {
  return bytes.length < maxHeadBytes && isHeadPrefix(bytes.toString('latin1'))
}
