/** A request that the product makes to itself, and the response that it keeps: no connection carries them. */
import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpResponse, ResponseHeaders } from '../../../shared/http/message/http-response.ts'
import { type ProxiedClient, setProxiedClient } from '../../../shared/http/request/client-address.ts'
import { addChunk } from '../../../shared/lib/memory/add-chunk.ts'

interface InternalRequestOptions {
  method: string
  /** The path with the query. */
  target: string
  /** A flat list of names and values. */
  rawHeaders: string[]
  body: Buffer | undefined
  /** The caller; undefined when it is the peer of the socket. */
  client: ProxiedClient | undefined
}

/** A request whose headers are read as those of a request from outside: by Node, which joins repeated ones. */
export class InternalRequest extends IncomingMessage {
  /** Node's reader of header lines, from which `headers` and `headersDistinct` come: it has no public name. */
  declare private readonly _addHeaderLines: (rawHeaders: string[], count: number) => void

  constructor(socket: Socket, { method, target, rawHeaders, body, client }: InternalRequestOptions) {
    super(socket)
    this.method = method
    this.url = target
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.rawHeaders = rawHeaders
    this._addHeaderLines(rawHeaders, rawHeaders.length)
    if (client) setProxiedClient(this, client)
    if (body && body.length > 0) this.push(body)
    this.push(null)
    this.complete = true
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    done(error) // a connection, if there is one, belongs to another request
  }
}

export interface InternalResponse {
  status: number
  /** Values by names in lower case; several values of a name are joined with a comma. */
  headers: ReadonlyMap<string, string>
  body: Buffer
}

/** A response that is kept in memory. It is destroyed when its body becomes longer than `maxBytes`. */
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

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    super()
    this.#maxBytes = maxBytes
  }

  collect(): InternalResponse {
    return { status: this.statusCode, headers: this.#headers, body: Buffer.concat(this.#chunks) }
  }

  writeEarlyHints(): void {}

  writeHead(status: number, fields: ResponseHeaders = []): void {
    this.statusCode = status
    this.headersSent = true
    const flat = Array.isArray(fields) ? fields : Object.entries(fields).flat()
    for (let index = 0; index < flat.length; index += 2) {
      const name = String(flat[index]).toLowerCase()
      const before = this.#headers.get(name)
      this.#headers.set(name, before === undefined ? String(flat[index + 1]) : `${before}, ${flat[index + 1]}`)
    }
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
    this.headersSent = true
    this.#length += chunk.length
    this.isTooLong = this.#length > this.#maxBytes
    if (this.isTooLong) this.destroy()
    else addChunk(this.#chunks, chunk)
  }

  /** Emits later, as a connection does, so that the pipeline is not entered again from within. */
  #close(events: readonly string[]): void {
    setImmediate(() => {
      for (const event of events) this.emit(event)
    })
  }
}
