/** Serves a call of an API from within another call, through the same pipeline as a call from outside. */
import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import type { HttpResponse, ResponseHeaders } from '../../../shared/http/message/http-response.ts'
import { findClientAddress, setClientAddress } from '../../../shared/http/request/client-address.ts'
import type { Call } from './call.ts'

/** Begins a call whose token another call has verified. */
export type ServeInnerCall = (request: IncomingMessage, response: HttpResponse, outer: Call) => void

export interface InnerRequest {
  method: string
  /** Path and query, with the path of the catalog. */
  target: string
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
}

export interface InnerResponse {
  status: number
  /** The headers by names in lower case. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

const timeoutMs = 60_000

/** Resolves with the response. Rejects above `maxBytes`, after a minute, and when the outer caller disconnects. */
export function callInside(
  serve: ServeInnerCall,
  { method, target, headers, body }: InnerRequest,
  outer: Call,
  maxBytes: number,
): Promise<InnerResponse> {
  const request = new InnerMessage(outer.request.socket)
  const all = {
    host: outer.request.headers.host ?? 'localhost',
    ...(outer.head.authorization !== undefined && { authorization: outer.head.authorization }),
    ...headers,
    ...(body && { 'content-length': String(body.length) }),
  }
  const address = findClientAddress(outer.request)
  if (address !== undefined) setClientAddress(request, address)
  Object.assign(request, { method, url: target, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  request.headers = all
  request.rawHeaders = Object.entries(all).flat()
  if (body && body.length > 0) request.push(body)
  request.push(null)
  request.complete = true

  return new Promise((resolve, reject) => {
    const response = new CollectedResponse(maxBytes)
    const fail = (why: string) => {
      reject(new Error(why))
      response.destroy()
    }
    const onClose = () => fail('the caller disconnected')
    const timer = setTimeout(() => fail(`the response did not end within ${timeoutMs / 1000} s`), timeoutMs)
    outer.response.once('close', onClose)
    response.once('close', () => {
      clearTimeout(timer)
      outer.response.off('close', onClose)
      if (response.writableFinished) resolve(response.collect())
      else
        reject(
          new Error(response.isTooLong ? `the response has more than ${maxBytes} bytes` : 'the response broke off'),
        )
    })
    serve(request, response, outer)
  })
}

/** A request that no connection supplies. */
class InnerMessage extends IncomingMessage {
  override _read(): void {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error) // the connection belongs to the outer call
  }
}

/** A response that is kept in memory. */
export class CollectedResponse extends EventEmitter implements HttpResponse {
  statusCode = 200
  headersSent = false
  writableEnded = false
  writableFinished = false
  destroyed = false
  isTooLong = false
  readonly #maxBytes: number
  readonly #chunks: Buffer[] = []
  readonly #headers = new Map<string, string>()
  #length = 0

  constructor(maxBytes: number) {
    super()
    this.#maxBytes = maxBytes
  }

  collect(): InnerResponse {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) }
  }

  writeEarlyHints(): void {}

  writeHead(status: number, fields: ResponseHeaders = []): void {
    this.statusCode = status
    this.headersSent = true
    const list = Array.isArray(fields)
      ? fields
      : Object.entries(fields).flatMap(([name, value]) => [name, String(value)])
    for (let index = 0; index < list.length; index += 2)
      this.#headers.set(String(list[index]).toLowerCase(), String(list[index + 1]))
  }

  flushHeaders(): void {
    this.headersSent = true
  }

  write(chunk: Buffer | string, onWritten?: (error?: Error | null) => void): boolean {
    this.#keep(Buffer.from(chunk as string)) // copies a buffer, which its owner uses again
    if (onWritten) setImmediate(onWritten)
    return true
  }

  end(chunk?: Buffer | string, encoding?: 'latin1' | 'utf8'): void {
    if (this.writableEnded || this.destroyed) return
    if (chunk !== undefined) this.#keep(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk))
    if (this.destroyed) return
    this.headersSent = true
    this.writableEnded = true
    this.writableFinished = true
    this.#close(['finish', 'close'])
  }

  destroy(): void {
    if (this.destroyed || this.writableFinished) return
    this.destroyed = true
    this.#close(['close'])
  }

  #keep(chunk: Buffer): void {
    this.#length += chunk.length
    this.isTooLong = this.#length > this.#maxBytes
    if (this.isTooLong) this.destroy()
    else this.#chunks.push(chunk)
  }

  /** Emits later, as a connection does, so that the pipeline is not entered again from within. */
  #close(events: readonly string[]): void {
    setImmediate(() => {
      for (const event of events) this.emit(event)
    })
  }
}
