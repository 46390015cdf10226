/**
 * One connection to an upstream: it carries one request at a time, and reads its answer.
 */
import type { Socket } from 'node:net'
import { ConnectionClosedError } from '../exchange/errors.ts'
import type { ParsedResponseHead } from '../exchange/response-head.ts'
import type { RequestConnection, UpstreamRequest } from '../exchange/upstream-request.ts'
import type { BodyUpload } from './body-upload.ts'
import type { Dial } from './dial.ts'
import type { ReadBuffer } from './read-buffer.ts'
import { ResponseReader, type ResponseReceiver } from './response-reader.ts'
import { sendRequest } from './send-request.ts'

/** Who keeps the connections. */
export interface ConnectionOwner {
  /** The connection can carry another request. */
  onFree(connection: UpstreamConnection): void
  /** It is closed, or belongs to somebody else. Said once. */
  onGone(connection: UpstreamConnection): void
}

/** How long an idle connection is kept unless the upstream says otherwise, and at most; in milliseconds. */
const defaultIdleTimeoutMs = 4_000
const maxIdleTimeoutMs = 600_000
/** So much before the upstream closes it, as a request takes its time to get there. */
const idleMarginMs = 2_000

export class UpstreamConnection implements ResponseReceiver, RequestConnection {
  readonly #owner: ConnectionOwner
  readonly #reader = new ResponseReader(this)
  readonly #socket: Socket
  readonly #readBuffer: ReadBuffer
  #request: UpstreamRequest | undefined
  #upload: BodyUpload | undefined
  #isReused = false
  #isGone = false
  #idleTimeoutMs = 0
  /** When it is closed unless it is used, on the monotonic clock. */
  idleUntil = 0

  /** Connects, to carry this request first. */
  constructor(owner: ConnectionOwner, dial: Dial, request: UpstreamRequest) {
    this.#owner = owner
    this.#request = request
    request.connection = this
    const dialling = {
      onReady: () => this.#send(),
      onBytes: (bytes: Buffer, end: number) => this.#read(bytes, end),
    }
    const { socket, readBuffer: memory } = dial(dialling, request.isUpgrade)
    this.#readBuffer = memory
    this.#socket = socket
      .on('error', (error) => this.#fail(error))
      .on('end', () => this.#finish())
      .on('close', () => this.#leave())
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed
  }

  /** Sends a request. Only for a connection that is free. */
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

  /** Closes it at once. */
  destroy(): void {
    this.#request = undefined
    this.#upload?.stop()
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

  onData(bytes: Buffer, start: number, end: number): void {
    this.#request?.handler.onData(this.#readBuffer.take(bytes, start, end))
  }

  onEnd(isPersistent: boolean): void {
    const request = this.#request
    if (!request) return
    if (isPersistent && this.#idleTimeoutMs > 0 && !request.head.closesConnection && !this.#upload)
      this.#rest(request)
    else this.destroy()
    request.finish()
    request.handler.onEnd()
  }

  onUpgrade(head: ParsedResponseHead, first: Buffer): void {
    const request = this.#request as UpstreamRequest
    const socket = this.#socket
    this.#request = undefined
    this.#leave()
    socket.pause()
    socket.removeAllListeners('data')
    if (first.length > 0) socket.unshift(Buffer.from(first))
    request.finish()
    if (request.handler.onUpgrade) request.handler.onUpgrade(head, socket)
    else socket.destroy()
  }

  #send(): void {
    const request = this.#request
    if (!request) return
    this.#reader.expect(request.outgoing)
    this.#upload = sendRequest(this.#socket, request, (error) => {
      this.#upload = undefined
      if (error) this.#fail(error)
    })
  }

  #read(bytes: Buffer, end: number): void {
    try {
      this.#reader.read(bytes, end)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  /** Waits for another request. */
  #rest(request: UpstreamRequest): void {
    if (request.isPaused) this.#socket.resume()
    this.#readBuffer.onIdle()
    request.connection = undefined
    this.#request = undefined
    this.idleUntil = performance.now() + this.#idleTimeoutMs
    this.#owner.onFree(this)
  }

  /** The upstream sends nothing more. */
  #finish(): void {
    if (this.#isGone) return
    try {
      if (!this.#reader.finish()) throw new ConnectionClosedError(this.#isReused)
      this.destroy()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #fail(error: Error): void {
    const request = this.#request
    this.destroy()
    request?.fail(error)
  }

  #leave(): void {
    if (this.#isGone) return
    this.#isGone = true
    if (this.#request) this.#fail(new ConnectionClosedError(this.#isReused))
    this.#owner.onGone(this)
  }
}

function findIdleTimeoutMs({ keepAliveSeconds: idleSeconds }: ParsedResponseHead): number {
  return idleSeconds === undefined
    ? defaultIdleTimeoutMs
    : Math.min(idleSeconds * 1_000 - idleMarginMs, maxIdleTimeoutMs)
}
