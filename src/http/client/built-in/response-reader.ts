/**
 * Reads the answers on a connection, one after the other, from bytes that come in any pieces: RFC 9112.
 */

import { MalformedResponseError } from '../exchange/errors.ts'
import { maxInterimResponses } from '../exchange/interim-responses.ts'
import { type ParsedResponseHead, parseResponseHead } from '../exchange/response-head.ts'
import { ChunkedBody } from './chunked-body.ts'
import { HeaderBlock } from './header-block.ts'

/** Is told what has been read. It may call `stop` at any time. Bytes are its own only until it returns. */
export interface ResponseReceiver {
  onHead(head: ParsedResponseHead): void
  /** A response with a status from 102 to 199 came before the final one. */
  onInterim(head: ParsedResponseHead): void
  /** A part of the body stands between `start` and `end`. No more than once for each read. */
  onData(bytes: Buffer, start: number, end: number): void
  /** With `false`, nothing more must be sent on this connection. */
  onEnd(isPersistent: boolean): void
  /** The upstream has switched protocols; these bytes of the new one have come already. */
  onUpgrade(head: ParsedResponseHead, first: Buffer): void
}

/** What the request says about its answer. */
export interface ExpectedResponse {
  method: string
  upgrade?: string
}

const maxHeadBytes = 64 * 1024 // bytes

export class ResponseReader {
  readonly #receiver: ResponseReceiver
  readonly #head = new HeaderBlock('the head of the answer is', maxHeadBytes, { requiredPrefix: 'HTTP/1.' })
  #stage: 'idle' | 'head' | 'length' | 'chunks' | 'close' | 'stopped' = 'idle'
  #expected: ExpectedResponse = { method: '' }
  #interimResponses = 0
  #left = 0
  #chunks: ChunkedBody | undefined
  #isPersistent = false

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver
  }

  /** Reads the answer to a request next. */
  expect(request: ExpectedResponse): void {
    this.#stage = 'head'
    this.#expected = request
    this.#interimResponses = 0
  }

  /** Reads nothing any more. */
  stop(): void {
    this.#stage = 'stopped'
  }

  /** Reads bytes, which it may move about. Throws a `Malformed`, after which nothing can be read any more. */
  read(bytes: Buffer, end: number): void {
    let at = 0
    while (at < end) {
      switch (this.#stage) {
        case 'head':
          at = this.#readHead(bytes, at, end)
          break
        case 'length':
          at = this.#readLength(bytes, at, end)
          break
        case 'chunks':
          at = this.#readChunks(bytes, at, end)
          break
        case 'close':
          this.#receiver.onData(bytes, at, end)
          return
        case 'idle':
          throw new MalformedResponseError('there are bytes that nobody asked for')
        case 'stopped':
          return
      }
    }
  }

  /** The upstream sends nothing more. False: there is no complete answer. */
  finish(): boolean {
    if (this.#stage !== 'close') return this.#stage === 'stopped'
    this.#end(false)
    return true
  }

  #readHead(bytes: Buffer, at: number, end: number): number {
    const next = this.#head.read(bytes, at, end)
    if (this.#head.lines === undefined) return next
    const head = parseResponseHead(this.#head.lines)
    return head.status < 200 ? this.#readInterim(head, bytes, next, end) : this.#begin(head, next, end)
  }

  /** RFC 9110 section 15.2. No request of this client expects a 100 (section 10.1.1). */
  #readInterim(head: ParsedResponseHead, bytes: Buffer, at: number, end: number): number {
    if (head.status === 101) return this.#switch(head, bytes, at, end)
    if (head.status === 100)
      throw new MalformedResponseError('there is a 100 Continue that the request did not ask for')
    this.#interimResponses += 1
    if (this.#interimResponses > maxInterimResponses)
      throw new MalformedResponseError(`there are more than ${maxInterimResponses} interim responses`)
    this.#receiver.onInterim(head)
    return at
  }

  #switch(head: ParsedResponseHead, bytes: Buffer, at: number, end: number): number {
    const { upgrade } = this.#expected
    if (upgrade === undefined || head.upgrade?.toLowerCase() !== upgrade.toLowerCase())
      throw new MalformedResponseError('the protocol is switched to one that was not asked for')
    this.stop()
    this.#receiver.onUpgrade(head, bytes.subarray(at, end))
    return end
  }

  /** What follows the head: RFC 9112 section 6.3. */
  #begin(head: ParsedResponseHead, at: number, end: number): number {
    const { status, contentLength: length, isChunked } = head
    const isSilent = status === 204 || status === 304
    this.#isPersistent = head.isPersistent
    if (isSilent || this.#expected.method === 'HEAD') {
      this.#left = 0
      this.#stage = 'length'
      if (isSilent && (length > 0 || isChunked)) this.#isPersistent = false // some do send a body
      if (!isSilent && !isChunked && Number.isNaN(length)) this.#isPersistent = false // the body would end with it
    } else if (isChunked) {
      this.#chunks = new ChunkedBody()
      this.#stage = 'chunks'
    } else if (length >= 0) {
      this.#left = length
      this.#stage = 'length'
    } else this.#stage = 'close'

    const stage = this.#stage
    this.#receiver.onHead(head)
    if (stage === 'length' && this.#left === 0 && this.#stage === stage) this.#end(at === end)
    return at
  }

  #readLength(bytes: Buffer, at: number, end: number): number {
    const next = Math.min(end, at + this.#left)
    this.#left -= next - at
    this.#receiver.onData(bytes, at, next)
    if (this.#left === 0) this.#end(next === end)
    return next
  }

  #readChunks(bytes: Buffer, at: number, end: number): number {
    const chunks = this.#chunks as ChunkedBody
    const filled = chunks.read(bytes, at, end)
    if (filled > at) this.#receiver.onData(bytes, at, filled)
    if (chunks.isOver) this.#end(chunks.position === end)
    return chunks.position
  }

  /** An answer that is followed by bytes is the last one: nobody asked for what they say. */
  #end(isAlone: boolean): void {
    if (this.#stage === 'stopped') return
    this.#stage = isAlone && this.#isPersistent ? 'idle' : 'stopped'
    this.#receiver.onEnd(this.#stage === 'idle')
  }
}
