/**
 * A response of the fast path. Head and body leave in one write when the whole response is known at once.
 *
 * Framing follows RFC 9112 section 6. Date and the headers of the connection are added as in responses of Node's
 * server.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { endsConnection } from '../inbound/drain-request.ts'
import {
  checkHeaderValue,
  connectionHeaderLines,
  dateHeaderLine,
  findResponseHeader,
  type RenderedHeaders,
  strictTransportHeaderLine,
} from '../message/header-lines.ts'
import type { HttpResponse, ResponseHeaders } from '../message/http-response.ts'
import { hasRoom, writeFramed } from '../message/write-framed.ts'

/** How the end of the body is found. A body without a Content-Length is sent in chunks. */
type Framing = 'none' | 'announced' | 'chunked'

const statusLines = new Map<number, string>()
const noLines: string[] = []
const notAscii = /[^\0-\x7f]/

type ResponseEvent = Parameters<HttpResponse['on']>[0]

type ResponseListener = { event: ResponseEvent; run: () => void; isOnce: boolean }

const noListeners: readonly ResponseListener[] = []

export class FastPathResponse implements HttpResponse {
  statusCode = 200
  statusMessage?: string
  headersSent = false
  writableEnded = false
  writableFinished = false
  destroyed = false
  /** Whether the connection stays open for the next request. */
  shouldKeepAlive = true
  context: object | undefined
  /** Whether the head gets a `Strict-Transport-Security` header unless the handler sets one. */
  isStrictTransport = false
  readonly #socket: Socket
  readonly #request: IncomingMessage
  readonly #onFlushed: () => void
  /** The lines of the head, until it is written together with the first bytes of the body; the last one ends it. */
  #lines = noLines
  #framing: Framing = 'none'
  /** A list of its own after each change: an `EventEmitter` costs a response 360 bytes more. */
  #listeners = noListeners

  /** `onFlushed` is called when the whole response has been handed to the operating system. */
  constructor(request: IncomingMessage, onFlushed: () => void) {
    this.#socket = request.socket
    this.#request = request
    this.#onFlushed = onFlushed
  }

  /** The rendered headers follow the status, then `checked`, lines that each follow a line end. Throws when the head was written. */
  writeHead(status: number, headers: ResponseHeaders = [], rendered?: RenderedHeaders, checked = ''): this {
    if (this.headersSent) throw new Error('the head of this response has already been written')
    const list = Array.isArray(headers) ? headers : Object.entries(headers).flat()
    const request = this.#request
    this.#framing = status === 204 || status === 304 || request.method === 'HEAD' ? 'none' : 'chunked'
    if (!request.complete && endsConnection(request, status)) this.shouldKeepAlive = false

    const block = rendered?.block
    const phrase = this.statusMessage
    const known = phrase === undefined ? statusLines.get(status) : undefined
    const lines = [(known ?? statusLine(status, phrase)) + (block?.lines ?? '') + checked]
    let hasLength = block?.hasLength === true
    let isDated = block?.isDated === true
    let needsTransport = this.isStrictTransport && block?.hasTransport !== true
    for (let index = 0; index < list.length; index += 2) {
      const name = list[index] as string
      const value = String(list[index + 1])
      checkHeaderValue(name, value)
      const { role, start } = findResponseHeader(name)
      switch (role) {
        case 'length':
          hasLength = true
          break
        case 'date':
          isDated = true
          break
        case 'transport':
          needsTransport = false
          break
        case 'own':
          continue
      }
      lines.push(start + value)
    }
    if (hasLength && this.#framing === 'chunked') this.#framing = 'announced'
    const date = isDated ? '' : dateHeaderLine()
    const transport = needsTransport ? strictTransportHeaderLine : ''
    const coding = this.#framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : ''
    lines.push(`${date}${transport}${coding}${connectionHeaderLines(this.shouldKeepAlive)}\r\n`)
    this.#lines = lines
    this.statusCode = status
    this.headersSent = true
    return this
  }

  writeEarlyHints({ link }: { link: string[] }): void {
    if (this.headersSent || this.destroyed) return
    const value = link.join(', ')
    checkHeaderValue('Link', value)
    this.#socket.write(`HTTP/1.1 103 Early Hints\r\nLink: ${value}\r\n\r\n`, 'latin1')
  }

  flushHeaders(): void {
    if (!this.destroyed) this.#sendHead()
  }

  write(chunk: Buffer | string, onWritten?: (error?: Error | null) => void): boolean {
    if (this.destroyed || this.writableEnded) return false
    if (!this.headersSent) this.writeHead(200)
    if (chunk.length === 0) return true
    const socket = this.#socket
    socket.cork()
    this.#sendHead()
    if (this.#framing !== 'chunked') {
      if (this.#framing !== 'none') socket.write(chunk, onWritten)
      socket.uncork()
      return hasRoom(socket)
    }
    socket.write(`${Buffer.byteLength(chunk).toString(16)}\r\n`, 'latin1')
    socket.write(chunk, onWritten)
    process.nextTick(uncork, socket) // `end` often follows at once, and its bytes join this write
    socket.write('\r\n', 'latin1')
    return hasRoom(socket)
  }

  end(chunk: Buffer | string = '', encoding: 'latin1' | 'utf8' = 'utf8'): this {
    if (this.destroyed || this.writableEnded) return this
    if (!this.headersSent) this.writeHead(200, { 'Content-Length': Buffer.byteLength(chunk, encoding) })
    if (this.#framing === 'chunked') {
      this.write(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk)
      this.#sendLast('0\r\n\r\n', 'latin1')
    } else if (this.#framing === 'none' || chunk.length === 0) this.#sendLast('', 'latin1')
    else this.#sendLast(chunk, encoding)
    return this
  }

  destroy(): this {
    this.#socket.destroy()
    return this
  }

  on(event: ResponseEvent, run: () => void, isOnce = false): this {
    const added = { event, run, isOnce }
    this.#listeners = this.#listeners === noListeners ? [added] : [...this.#listeners, added]
    return this
  }

  once(event: ResponseEvent, run: () => void): this {
    return this.on(event, run, true)
  }

  off(event: ResponseEvent, run: () => void): this {
    this.#listeners = this.#listeners.filter((each) => each.event !== event || each.run !== run)
    return this
  }

  /** Runs the listeners of an event, in the order in which they were added. */
  emit(event: ResponseEvent): void {
    for (const { event: expected, run, isOnce } of this.#listeners) {
      if (expected !== event) continue
      if (isOnce) this.off(event, run)
      run.call(this)
    }
  }

  /** Must be called when the response has been sent completely, or when the connection has closed. */
  settle(isSent: boolean): void {
    this.writableFinished = isSent
    this.destroyed = true
    if (isSent) this.emit('finish')
    this.emit('close')
  }

  /** Writes the last bytes. A short body is joined with the head into one write, byte by byte in latin1. */
  #sendLast(chunk: Buffer | string, encoding: 'latin1' | 'utf8'): void {
    this.writableEnded = true
    const socket = this.#socket
    if (typeof chunk === 'string' && encoding === 'latin1') {
      socket.write(this.#takeHead(chunk), encoding, this.#onFlushed)
      return
    }
    const head = this.#takeHead()
    if (typeof chunk !== 'string') writeFramed(socket, chunk, { before: head, after: '' }, this.#onFlushed)
    else if (!notAscii.test(head)) socket.write(head + chunk, encoding, this.#onFlushed)
    else {
      socket.cork()
      socket.write(head, 'latin1')
      socket.write(chunk, encoding, this.#onFlushed)
      socket.uncork()
    }
  }

  #sendHead(): void {
    const head = this.#takeHead()
    if (head !== '') this.#socket.write(head, 'latin1')
  }

  /** Returns the head the first time, and what follows it. Joining lines costs half as much as adding them up. */
  #takeHead(body = ''): string {
    const lines = this.#lines
    if (lines === noLines) return body
    this.#lines = noLines
    if (body !== '') lines[lines.length - 1] += body
    return lines.join('\r\n')
  }
}

function uncork(socket: Socket): void {
  socket.uncork()
}

function statusLine(status: number, phrase = STATUS_CODES[status] ?? 'Unknown'): string {
  checkHeaderValue('reason phrase', phrase)
  const line = `HTTP/1.1 ${status} ${phrase}`
  if (phrase === STATUS_CODES[status]) statusLines.set(status, line)
  return line
}
