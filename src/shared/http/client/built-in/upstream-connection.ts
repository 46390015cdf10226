/** A connection to an upstream. It sends one request at a time and reads the response. */
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { writeFramed } from '../../message/write-framed.ts'
import { ConnectionClosedError, type RequestBodyError } from '../exchange/errors.ts'
import type { ParsedResponseHead } from '../exchange/response-head.ts'
import type { RequestConnection, UpstreamRequest } from '../exchange/upstream-request.ts'
import { BodyUpload } from './body-upload.ts'
import type { Dial } from './dial.ts'
import type { ReadBuffer } from './read-buffer.ts'
import { ResponseReader, type ResponseReceiver } from './response-reader.ts'

/** The callbacks of a connection to the pool that owns it. */
export interface ConnectionOwner {
  /** Called when the connection is ready for another request. */
  onFree(connection: UpstreamConnection): void
  /** Called once, when the connection is closed or has been given to another owner. */
  onGone(connection: UpstreamConnection): void
}

/** The idle timeout of a connection when the upstream does not announce one, and its maximum. */
const defaultIdleTimeoutMs = 4_000
const maxIdleTimeoutMs = 600_000
/** How many ms earlier than announced an idle connection is closed: no request meets one that the upstream closes. */
const idleMarginMs = 2_000

export class UpstreamConnection implements ResponseReceiver, RequestConnection {
  readonly #owner: ConnectionOwner
  readonly #reader = new ResponseReader(this)
  readonly #socket: Socket
  readonly #readBuffer: ReadBuffer
  #request: UpstreamRequest | undefined
  #upload: BodyUpload | undefined
  /** Whether the response is complete before the body of the request, which the upstream goes on to read. */
  #isAnswered = false
  #isReused = false
  #isGone = false
  #idleTimeoutMs = 0
  /** The time of the monotonic clock, in milliseconds, at which an idle connection is closed. */
  idleUntil = 0

  /** Connects, and sends `request` as the first request. */
  constructor(owner: ConnectionOwner, dial: Dial, request: UpstreamRequest) {
    this.#owner = owner
    this.#request = request
    request.connection = this
    const handler = { onReady: () => this.#send(), onBytes: (bytes: Buffer, end: number) => this.#read(bytes, end) }
    const { socket, readBuffer } = dial(handler, request.outgoing.upgrade !== undefined)
    this.#readBuffer = readBuffer
    this.#socket = socket
      .on('error', (error) => this.#fail(error))
      .on('end', () => this.#onUpstreamEnd())
      .on('drain', () => this.#upload?.onDrain())
      .on('close', () => this.#onClose())
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Sends the next request. The connection must be free. */
  sendNext(request: UpstreamRequest): void {
    this.#isReused = true
    this.#request = request
    request.connection = this
    this.#send()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  /** Closes the connection at once. The handler of the current request is not called. */
  destroy(): void {
    this.#request = undefined
    this.#upload?.stop()
    this.#upload = undefined
    this.#reader.stop()
    this.#socket.destroy()
  }

  onHead(head: ParsedResponseHead): void {
    this.#idleTimeoutMs = findIdleTimeoutMs(head)
    this.#request?.handler.onHead(head)
  }

  onInterim(head: ParsedResponseHead): void {
    this.#request?.handler.onInterim?.(head)
  }

  onData(bytes: Buffer, start: number, end: number, text?: string): void {
    const handler = this.#request?.handler
    if (handler?.onWholeBody && text !== undefined) handler.onWholeBody(text)
    else handler?.onData(this.#readBuffer.take(bytes, start, end))
  }

  onEnd(isPersistent: boolean): void {
    this.#isAnswered = isPersistent && this.#upload !== undefined
    if (this.#isAnswered) return
    const request = this.#takeRequest()
    if (isPersistent && this.#idleTimeoutMs > 0 && !request.head.closesConnection) this.#becomeFree(request)
    else this.destroy()
    request.end()
  }

  onUpgrade(head: ParsedResponseHead, first: Buffer): void {
    const request = this.#takeRequest()
    const socket = this.#socket
    this.#onClose()
    socket.pause()
    socket.removeAllListeners('data')
    socket.unshift(Buffer.from(first))
    request.finish()
    if (request.handler.onUpgrade) request.handler.onUpgrade(head, socket)
    else socket.destroy()
  }

  #send(): void {
    const request = this.#request
    if (!request) return
    const { outgoing, head } = request
    const { body } = outgoing
    this.#reader.expect(outgoing)
    if (body instanceof Readable) this.#upload = new BodyUpload(this.#socket, request, body, this.#onUploaded)
    else if (body) writeFramed(this.#socket, body, { before: head.text, after: '' })
    else this.#socket.write(head.text, 'latin1')
  }

  readonly #onUploaded = (error?: RequestBodyError): void => {
    this.#upload = undefined
    if (error) this.#fail(error)
    else if (this.#isAnswered) this.onEnd(true)
  }

  /** Returns the request whose response is complete. The connection has none after that. */
  #takeRequest(): UpstreamRequest {
    const request = this.#request as UpstreamRequest
    this.#request = undefined
    return request
  }

  #read(bytes: Buffer, end: number): void {
    try {
      this.#reader.read(bytes, end)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Makes the connection free for another request. */
  #becomeFree(request: UpstreamRequest): void {
    if (request.isPaused) this.#socket.resume()
    this.#readBuffer.onIdle()
    request.connection = undefined
    this.idleUntil = performance.now() + this.#idleTimeoutMs
    this.#owner.onFree(this)
  }

  /** Handles the end of the upstream's side of the connection. */
  #onUpstreamEnd(): void {
    try {
      if (!this.#reader.finish()) throw new ConnectionClosedError(this.#isReused)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #fail(error: Error): void {
    const request = this.#request
    this.destroy()
    if (this.#isAnswered) request?.end()
    else request?.fail(error)
  }

  #onClose(): void {
    if (this.#isGone) return
    this.#isGone = true
    if (this.#request) this.#fail(new ConnectionClosedError(this.#isReused))
    this.#owner.onGone(this)
  }
}

function findIdleTimeoutMs({ keepAliveSeconds }: ParsedResponseHead): number {
  return keepAliveSeconds === undefined
    ? defaultIdleTimeoutMs
    : Math.min(keepAliveSeconds * 1_000 - idleMarginMs, maxIdleTimeoutMs)
}
