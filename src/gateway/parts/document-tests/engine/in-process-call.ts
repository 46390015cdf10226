/** Sends a request to the data plane within the process, without a connection. */
import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { HttpResponse, ResponseHeaders } from '../../../../shared/http/message/http-response.ts'
import { setClientAddress } from '../../../../shared/http/request/client-address.ts'
import type { Gateway } from '../../../data-plane/index.ts'

export interface InProcessRequest {
  method: string
  /** The path with the query. */
  target: string
  /** A flat list of names and values. */
  headers: string[]
  body: Buffer
  /** The IP address of the caller. */
  address: string
  id: string
}

export interface InProcessResponse {
  status: number
  /** Values by names in lower case; several values of a name are joined with a comma. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** Returns the response when it is complete. Rejects when the gateway breaks it off. */
export function callInProcess(gateway: Gateway, request: InProcessRequest): Promise<InProcessResponse> {
  const message = new IncomingMessage(new Socket())
  const length = request.body.length > 0 ? ['Content-Length', String(request.body.length)] : []
  message.method = request.method
  message.url = request.target
  message.httpVersionMajor = 1
  message.httpVersionMinor = 1
  message.httpVersion = '1.1'
  message.rawHeaders = ['Host', 'localhost', ...request.headers, ...length]
  setClientAddress(message, request.address)
  if (request.body.length > 0) message.push(request.body)
  message.push(null)
  message.complete = true

  const { promise, resolve, reject } = Promise.withResolvers<InProcessResponse>()
  const response = new CollectedResponse()
  response.once('close', () => {
    if (response.writableFinished) resolve(response.collect())
    else reject(new Error('the gateway broke the response off'))
  })
  gateway.handle(message, response, undefined, undefined, request.id)
  return promise
}

/** A response that keeps head and body. */
class CollectedResponse extends EventEmitter implements HttpResponse {
  statusCode = 200
  headersSent = false
  writableEnded = false
  writableFinished = false
  destroyed = false
  readonly #headers = new Map<string, string>()
  readonly #parts: Buffer[] = []

  collect(): InProcessResponse {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#parts) }
  }

  writeEarlyHints(): void {}

  writeHead(status: number, fields: ResponseHeaders = []): void {
    this.statusCode = status
    const flat = Array.isArray(fields) ? fields : Object.entries(fields).flat().map(String)
    for (let at = 0; at < flat.length; at += 2) this.#addHeader(flat[at] ?? '', flat[at + 1] ?? '')
    this.headersSent = true
  }

  flushHeaders(): void {
    this.headersSent = true
  }

  write(chunk: Buffer | string, onWritten?: (error?: Error | null) => void): boolean {
    this.headersSent = true
    this.#parts.push(Buffer.from(chunk as string))
    if (onWritten) queueMicrotask(onWritten)
    return true
  }

  end(chunk?: Buffer | string, encoding?: 'latin1' | 'utf8'): void {
    if (this.writableEnded || this.destroyed) return
    this.headersSent = true
    if (chunk !== undefined)
      this.#parts.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk))
    this.writableEnded = true
    setImmediate(() => {
      this.writableFinished = true
      this.emit('finish')
      this.emit('close')
    })
  }

  destroy(): void {
    if (this.destroyed || this.writableEnded) return
    this.destroyed = true
    setImmediate(() => this.emit('close'))
  }

  #addHeader(name: string, value: string): void {
    const key = name.toLowerCase()
    const before = this.#headers.get(key)
    this.#headers.set(key, before === undefined ? value : `${before}, ${value}`)
  }
}
