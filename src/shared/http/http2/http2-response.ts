/** A response of HTTP/2: Node's compatible response, which leaves out what only connections of HTTP/1.1 have. */
import type { IncomingMessage } from 'node:http'
import { constants, Http2ServerResponse, type ServerHttp2Stream } from 'node:http2'
import { isHeaderValue } from '../message/header-lines.ts'
import type { HttpResponse, ResponseHeaders } from '../message/http-response.ts'

/** Headers of the connection, which HTTP/2 forbids: RFC 9113 section 8.2.2. */
const connectionHeaders = /^(?:connection|http2-settings|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i

export class Http2Response extends Http2ServerResponse implements HttpResponse {
  /** Has no effect: a stream has one response. */
  shouldKeepAlive = true
  declare flushHeaders: () => void

  #isHeadDue = false
  #hasTrailers = false

  constructor(stream: ServerHttp2Stream, request: IncomingMessage) {
    super(stream as never)
    ;(this as { req: unknown }).req = request
  }

  // @ts-expect-error: Node has no such property, its types do
  override get destroyed(): boolean {
    return this.stream.destroyed || this.stream.closed
  }

  /** Node ends the stream of a HEAD request before its response, and one that the client has reset. */
  // @ts-expect-error: Node has an accessor, its types a property
  override get writableFinished(): boolean {
    const { headersSent, writableFinished, aborted } = this.stream
    return headersSent && writableFinished && !aborted
  }

  // @ts-expect-error: a flat list of names and values, like that of `ServerResponse`
  override writeHead(status: number, headers?: ResponseHeaders): this {
    // Node calls this method without headers when it needs the head: at the first part of the body, or at the end.
    if (headers === undefined) return super.writeHead(status)
    this.#setHeaders(headers)
    this.statusCode = status
    this.#isHeadDue = true
    return this
  }

  // @ts-expect-error: Node has an accessor, its types a property
  override get headersSent(): boolean {
    return this.#isHeadDue || this.stream.headersSent
  }

  override addTrailers(trailers: Readonly<Record<string, string | string[]>>): void {
    this.#hasTrailers = true
    super.addTrailers(trailers as Record<string, string>)
  }

  // @ts-expect-error: the overloads of Node's types
  override end(chunk?: Buffer | string, encoding?: BufferEncoding): this {
    if (this.#hasTrailers) this.flushHeaders() // else the head would end the stream
    return super.end(chunk as string, encoding as BufferEncoding) as this
  }

  #setHeaders(headers: ResponseHeaders): void {
    const list: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers).flat()
    const seen = new Set<string>()
    for (let index = 0; index < list.length; index += 2) {
      const name = list[index] as string
      if (connectionHeaders.test(name)) continue
      const value = String(list[index + 1])
      if (!isHeaderValue(value))
        throw new TypeError(`the value of the header "${name}" contains a character that is not allowed in headers`)
      const lowerName = name.toLowerCase()
      if (seen.has(lowerName)) super.appendHeader(name, value)
      else super.setHeader(name, value)
      seen.add(lowerName)
    }
  }

  override setHeader(name: string, value: number | string | readonly string[]): void {
    if (!connectionHeaders.test(name)) super.setHeader(name, value as string)
  }

  /** Resets the stream, so that a response that is cut short does not look complete. The connection stays open. */
  override destroy(): this {
    if (!this.stream.closed) this.stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    return this
  }
}
