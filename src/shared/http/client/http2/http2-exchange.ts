/** A request on a stream of HTTP/2, and its response. */
import { type ClientHttp2Stream, constants, type OutgoingHttpHeaders } from 'node:http2'
import { Readable } from 'node:stream'
import { ConnectionClosedError, MalformedResponseError, StreamResetError } from '../exchange/errors.ts'
import { listRequestHeaders } from '../exchange/request-head.ts'
import { interpretResponseHead, maxInterimResponses } from '../exchange/response-head.ts'
import type { ResponseHead } from '../exchange/types.ts'
import type { RequestConnection, UpstreamRequest } from '../exchange/upstream-request.ts'
import type { Http2Connection } from './http2-pool.ts'

const exchangeOf = Symbol('exchange of the stream')

type StreamOfExchange = ClientHttp2Stream & { [exchangeOf]?: Http2Exchange }

export class Http2Exchange implements RequestConnection {
  readonly #request: UpstreamRequest
  readonly #connection: Http2Connection
  readonly #stream: ClientHttp2Stream
  readonly #onAborted: () => void
  #hasHead = false
  /** Whether the response is complete before the body of the request, which the upstream goes on to read. */
  #isAnswered = false
  #interimResponses = 0

  /** Sends the request. `onAborted` is called when it is aborted before its response. */
  constructor(request: UpstreamRequest, connection: Http2Connection, url: URL, onAborted: () => void) {
    this.#request = request
    this.#connection = connection
    this.#onAborted = onAborted
    const { body } = request.outgoing
    const stream = connection.session.request(buildHeaders(request, url), { endStream: body === undefined })
    this.#stream = stream
    connection.streams += 1
    ;(stream as StreamOfExchange)[exchangeOf] = this
    stream.on('response', onResponse).on('headers', onInterim).on('data', onData).on('trailers', onTrailers)
    stream.on('end', onEnd).on('error', onError).on('close', onClose)
    if (body instanceof Readable) body.pipe(stream)
    else if (body) stream.end(body)
  }

  pause(): void {
    this.#stream.pause()
  }

  resume(): void {
    this.#stream.resume()
  }

  destroy(): void {
    if (!this.#hasHead) this.#onAborted()
    if (!this.#stream.closed) this.#stream.close(constants.NGHTTP2_CANCEL)
  }

  receiveHead(status: number, rawHeaders: readonly string[], isLast: boolean): void {
    const head = this.#readHead(status, rawHeaders)
    if (!head) return
    this.#hasHead = true
    this.#connection.hasServed = true
    if (isLast && Number.isNaN(head.contentLength)) head.contentLength = 0
    this.#request.handler.onHead(head)
  }

  receiveInterim(status: number, rawHeaders: readonly string[]): void {
    this.#interimResponses += 1
    if (this.#interimResponses > maxInterimResponses) {
      const text = `there are more than ${maxInterimResponses} interim responses`
      this.#request.fail(new MalformedResponseError(text))
      return
    }
    const head = this.#readHead(status, rawHeaders)
    if (head) this.#request.handler.onInterim?.(head)
  }

  receiveData(part: Buffer): void {
    if (!this.#request.isOver) this.#request.handler.onData(part)
  }

  receiveTrailers(rawTrailers: string[]): void {
    if (!this.#request.isOver) this.#request.handler.onTrailers?.(rawTrailers)
  }

  /** Ends the response. Node also ends the stream after a reset. */
  end(): void {
    const request = this.#request
    const { rstCode } = this.#stream
    if (request.isOver || !this.#hasHead || rstCode !== constants.NGHTTP2_NO_ERROR) return
    // An upstream resets the stream when it wants no more of the request: RFC 9113 section 8.1.
    this.#isAnswered = !this.#stream.writableEnded
    if (this.#isAnswered) this.#stream.once('finish', onEnd)
    else request.end()
  }

  fail(error: NodeJS.ErrnoException): void {
    if (error.code === 'ERR_HTTP2_STREAM_ERROR') return // the close of a reset stream follows
    this.#request.fail(error.cause instanceof Error ? error.cause : error) // Node wraps the errors of connections
  }

  close(): void {
    this.#connection.streams -= 1
    const { rstCode } = this.#stream
    const isUnprocessed = rstCode === constants.NGHTTP2_REFUSED_STREAM
    if (this.#isAnswered) this.#request.end()
    else if (rstCode === constants.NGHTTP2_NO_ERROR || isUnprocessed)
      this.#request.fail(new ConnectionClosedError(isUnprocessed || (this.#connection.hasServed && !this.#hasHead)))
    else this.#request.fail(new StreamResetError(rstCode))
  }

  #readHead(status: number, rawHeaders: readonly string[]): ResponseHead | undefined {
    if (this.#request.isOver) return undefined
    try {
      const own = rawHeaders.filter((_, index) => !(rawHeaders[index - (index % 2)] as string).startsWith(':'))
      return interpretResponseHead({ status, version: '1.1', rawHeaders: own })
    } catch (error) {
      this.#request.fail(error as Error)
      return undefined
    }
  }
}

function onResponse(this: StreamOfExchange, fields: Fields, flags: number, raw: string[]): void {
  this[exchangeOf]?.receiveHead(Number(fields[':status']), raw, (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0)
}

type Fields = { ':status'?: number }

function onInterim(this: StreamOfExchange, fields: Fields, _flags: number, raw: string[]): void {
  this[exchangeOf]?.receiveInterim(Number(fields[':status']), raw)
}

function onData(this: StreamOfExchange, part: Buffer): void {
  this[exchangeOf]?.receiveData(part)
}

function onTrailers(this: StreamOfExchange, _fields: unknown, _flags: number, raw: string[]): void {
  this[exchangeOf]?.receiveTrailers(raw)
}

function onEnd(this: StreamOfExchange): void {
  this[exchangeOf]?.end()
}

function onError(this: StreamOfExchange, error: Error): void {
  this[exchangeOf]?.fail(error)
}

function onClose(this: StreamOfExchange): void {
  this[exchangeOf]?.close()
}

/** Returns the headers by name, as HTTP/2 has them. The gateway forwards trailers, so it says that it takes them. */
function buildHeaders({ outgoing }: UpstreamRequest, { protocol, host }: URL): OutgoingHttpHeaders {
  const { method, path } = outgoing
  const headers = listRequestHeaders(outgoing)
  const fields: Record<string, string | string[]> = Object.assign(Object.create(null), {
    ':method': method,
    ':path': path,
    ':scheme': protocol.slice(0, -1),
    ':authority': host,
    te: 'trailers',
  })
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] as string).toLowerCase()
    const value = headers[index + 1] as string
    const known = fields[name]
    if (name === 'host') fields[':authority'] = value
    else if (known === undefined) fields[name] = value
    else fields[name] = Array.isArray(known) ? [...known, value] : [known, value]
  }
  return fields
}
