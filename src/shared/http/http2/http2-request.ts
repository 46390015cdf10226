/**
 * A request of HTTP/2: Node's `IncomingMessage`, whose body comes from a stream. Handlers read it like a request of
 * HTTP/1.1.
 *
 * RFC 9113 section 8.3.1. A body without a length is marked by `Transfer-Encoding: chunked`, which HTTP/2 itself
 * does not have, because handlers recognise a body by its headers.
 */
import { IncomingMessage } from 'node:http'
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import type { StreamRequest } from '../inbound/min-body-rate.ts'

const requestOf = Symbol('request of the stream')

type StreamWithRequest = ServerHttp2Stream & { [requestOf]?: Http2Request }

export interface Http2Head {
  headers: IncomingHttpHeaders
  /** A flat list of names and values, with the pseudo-headers. */
  rawHeaders: readonly string[]
}

export class Http2Request extends IncomingMessage implements StreamRequest {
  receivedBytes = 0
  readonly #fields: IncomingHttpHeaders
  readonly #stream: ServerHttp2Stream

  /** Makes a request of a stream, which another reader reads when `readsBody` is false. */
  constructor(socket: Socket, stream: ServerHttp2Stream, { headers, rawHeaders }: Http2Head, readsBody = true) {
    super(socket)
    this.httpVersion = '2.0'
    this.httpVersionMajor = 2
    this.httpVersionMinor = 0
    this.method = headers[':method'] as string
    this.url = headers[':path'] as string
    this.complete = stream.endAfterHeaders || !readsBody
    this.#fields = toFields(headers, !this.complete)
    this.rawHeaders = toRawHeaders(this.#fields, rawHeaders)
    this.#stream = stream
    ;(stream as StreamWithRequest)[requestOf] = this
    if (!this.complete) stream.on('data', onData).on('trailers', onTrailers).on('end', onEnd).pause()
    stream.on('close', onClose)
  }

  // @ts-expect-error: Node has an accessor, its types a property
  override get headers(): IncomingHttpHeaders {
    return this.#fields
  }

  // @ts-expect-error: as above
  override get headersDistinct(): NodeJS.Dict<string[]> {
    const values: Record<string, string[]> = Object.create(null)
    for (let index = 0; index < this.rawHeaders.length; index += 2) {
      const name = this.rawHeaders[index] as string
      values[name] ??= []
      values[name].push(this.rawHeaders[index + 1] as string)
    }
    return values
  }

  get isHeldBack(): boolean {
    return this.#stream.isPaused() || this.readableLength > 0
  }

  receive(part: Buffer): void {
    this.receivedBytes += part.length
    if (!this.push(part)) this.#stream.pause()
  }

  override _read(): void {
    if (this.complete) this.push(null)
    else this.#stream.resume()
  }

  /** Resets the stream when the body has not arrived completely. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.complete && !this.aborted) {
      this.aborted = true
      this.emit('aborted')
      const { closed, writableFinished } = this.#stream
      const code = writableFinished ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL
      if (!closed) this.#stream.close(code)
    }
    done(this.listenerCount('error') > 0 ? error : null)
  }
}

function onData(this: StreamWithRequest, part: Buffer): void {
  this[requestOf]?.receive(part)
}

function onTrailers(this: StreamWithRequest, _headers: unknown, _flags: number, rawTrailers: string[]): void {
  const request = this[requestOf]
  if (request) request.rawTrailers = rawTrailers
}

function onEnd(this: StreamWithRequest): void {
  const request = this[requestOf]
  // Node ends the stream after a reset, too.
  if (!request || request.aborted || this.aborted || this.rstCode !== constants.NGHTTP2_NO_ERROR) return
  request.complete = true
  request.push(null)
}

function onClose(this: StreamWithRequest): void {
  const request = this[requestOf]
  if (request && !request.complete) request.destroy()
}

/** Returns the headers by name, as HTTP/1.1 has them: with Host, without pseudo-headers. */
function toFields(headers: IncomingHttpHeaders, hasBody: boolean): IncomingHttpHeaders {
  const fields: IncomingHttpHeaders = Object.create(null)
  const authority = headers[':authority']
  if (authority !== undefined) fields.host = authority
  for (const name in headers) if (!name.startsWith(':')) fields[name] = headers[name]
  if (hasBody && headers['content-length'] === undefined) fields['transfer-encoding'] = 'chunked'
  return fields
}

/** Returns a flat list of names and values, with one Cookie: clients may split it (RFC 9113 section 8.2.3). */
function toRawHeaders(fields: IncomingHttpHeaders, rawHeaders: readonly string[]): string[] {
  const list: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.startsWith(':') || name === 'host' || name === 'cookie') continue
    list.push(name, rawHeaders[index + 1] as string)
  }
  for (const name of ['host', 'cookie', 'transfer-encoding'] as const) {
    const value = fields[name]
    if (value !== undefined) list.push(name, value)
  }
  return list
}
