/**
 * A connection on which plain requests come, one after the other.
 *
 * It reads a head, has the request served, and waits for the next. At the first request that is in doubt, or that
 * nobody wants to have this way, the connection goes to the complete server, with the bytes of that request.
 */
import type { Socket } from 'node:net'

import type { BodyRateWatch } from '../inbound/min-body-rate.ts'
import { parseFastPathHead } from './fast-path-head.ts'
import { FastPathRequest } from './fast-path-request.ts'
import { FastPathResponse } from './fast-path-response.ts'

/** What a connection asks of the server that it belongs to. */
export interface ConnectionOwner {
  /** The answer under way is the last one of its connection. */
  readonly isClosing: boolean
  /** Answers ask browsers to use HTTPS alone. */
  readonly isStrictTransport: boolean
  /** How often the server has looked for connections on which nothing happens. */
  readonly checkCount: number
  accepts(method: string, target: string): boolean
  handle(request: FastPathRequest, response: FastPathResponse): void
  /** Watches bodies that have not come as a whole with their head. */
  readonly bodyRateWatch: BodyRateWatch
  /** The connection is somebody else's from now on, or at its end. */
  release(connection: FastPathConnection): void
  passToNodeServer(socket: Socket): void
}

const endOfHead = Buffer.from('\r\n\r\n')
const maxHeadBytes = 32 * 1024

export class FastPathConnection {
  readonly socket: Socket
  /** The round in which it last began to wait. */
  waitingSinceCheck: number
  /** A head is due: the first one, or the rest of one that has begun. */
  isAwaitingHead = true
  readonly #owner: ConnectionOwner
  /** The time of a client that does not read runs. */
  #isReaderTimed = false
  #request: FastPathRequest | undefined
  #response: FastPathResponse | undefined
  /** What came and has not been read: the beginning of a head, or requests before their time. */
  #pending: Buffer | undefined

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

  get hasRequest(): boolean {
    return this.#request !== undefined
  }

  /** Makes the response under way the last one of the connection, unless its head has said otherwise already. */
  announceClose(): void {
    if (this.#response && !this.#response.headersSent) this.#response.shouldKeepAlive = false
  }

  /** Destroys the connection when the client takes nothing of a response for `stalledMs`. */
  checkReader(stalledMs: number): void {
    const { socket } = this
    if (socket.writableLength === 0 || this.#isReaderTimed) return
    this.#isReaderTimed = true
    socket.setTimeout(stalledMs)
  }

  /** Closes the connection when it has no request, nor the beginning of one. */
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
    const end = bytes.indexOf(endOfHead)
    if (end < 0 && mayBecomeHead(bytes)) {
      this.#pending = bytes
      if (!this.isAwaitingHead) this.waitingSinceCheck = this.#owner.checkCount
      this.isAwaitingHead = true
      return
    }
    this.#pending = undefined
    const head = end < 0 || end > maxHeadBytes ? undefined : parseFastPathHead(bytes, end + 2)
    if (!head || !this.#owner.accepts(head.method, head.target)) {
      this.#passToNodeServer(bytes)
      return
    }

    this.isAwaitingHead = false
    const request = new FastPathRequest(this.socket, head)
    const response = new FastPathResponse(this.socket, head.method, this.#onFlushed)
    response.shouldKeepAlive = !this.#owner.isClosing
    response.isStrictTransport = this.#owner.isStrictTransport
    this.#request = request
    this.#response = response
    const body = end + endOfHead.length
    if (body < bytes.length) this.#receiveBody(request, bytes.subarray(body))
    if (!request.complete) this.#owner.bodyRateWatch.add(request, response)
    this.#owner.handle(request, response)
  }

  #receiveBody(request: FastPathRequest, bytes: Buffer): void {
    const rest = request.complete ? bytes : request.receiveBody(bytes)
    if (rest) this.#keepForLater(rest)
    if (request.complete && this.#response?.writableFinished) this.#next()
  }

  /** Whoever sends requests before the last one was answered waits: what follows stays in the system. */
  #keepForLater(bytes: Buffer): void {
    this.#pending = this.#pending ? Buffer.concat([this.#pending, bytes]) : bytes
    this.socket.pause()
  }

  readonly #onFlushed = (error?: Error | null): void => {
    const request = this.#request
    if (error || !request) return // `close` follows
    this.#response?.settle(true)
    if (request.complete) this.#next()
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
    this.#isReaderTimed = false
    if (this.socket.writableLength > 0) this.socket.destroy()
    else this.socket.setTimeout(0)
  }

  /** Whoever says that nothing more will come does not wait for an answer either, unless it is on its way. */
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

/** Begins with a method, and its lines end as they should as far as they have come: RFC 9112 section 2.2. */
function mayBecomeHead(bytes: Buffer): boolean {
  return bytes.length < maxHeadBytes && /^[A-Z][^\n]*(?:(?<=\r)\n[^\n]*)*$/.test(bytes.toString('latin1'))
}
