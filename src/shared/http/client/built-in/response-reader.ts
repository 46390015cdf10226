/** Reads the responses on a connection, one after the other, from bytes that arrive in any pieces: RFC 9112. */
import { copyText } from '../../../lib/headers/cache-by-spelling.ts'
import { MalformedResponseError } from '../exchange/errors.ts'
import { maxInterimResponses, type ParsedResponseHead, parseResponseHead } from '../exchange/response-head.ts'
import { ChunkedBody } from './chunked-body.ts'
import { HeaderBlock } from './header-block.ts'

/** Callbacks of a `ResponseReader`. They may call `stop`. The bytes they get are valid only during the call. */
export interface ResponseReceiver {
  onHead(head: ParsedResponseHead): void
  /** Called for an interim response: a status from 102 to 199. */
  onInterim(head: ParsedResponseHead): void
  /** Called with the part of the body between `start` and `end`; at most once per read. A whole short body is also passed as latin1 `text`. */
  onData(bytes: Buffer, start: number, end: number, text?: string): void
  /** Called at the end of a response. `isPersistent` says whether another request may be sent on the connection. */
  onEnd(isPersistent: boolean): void
  /** Called when the upstream has switched protocols. `first` holds bytes of the new one that have arrived already. */
  onUpgrade(head: ParsedResponseHead, first: Buffer): void
}

/** The properties of a request on which the framing of its response depends. */
type ExpectedResponse = { method: string; upgrade?: string }

const maxHeadBytes = 64 * 1024
/** The length up to which a connection keeps the head of its last response. */
const maxKeptHeadLength = 2 * 1024
const noRequest: ExpectedResponse = { method: '' }

export class ResponseReader {
  readonly #receiver: ResponseReceiver
  readonly #head = new HeaderBlock('the head of the response is', maxHeadBytes, { requiredPrefix: 'HTTP/1.' })
  #stage: 'idle' | 'head' | 'length' | 'chunks' | 'close' | 'stopped' = 'idle'
  #expected = noRequest
  #interimResponses = 0
  #left = 0
  #chunks: ChunkedBody | undefined
  #isPersistent = false
  /** The last head with its text: the next one is often the same, and is then not parsed again. */
  #lastHead: { lines: string; parsed: ParsedResponseHead } | undefined

  constructor(receiver: ResponseReceiver) {
    this.#receiver = receiver
  }

  /** Prepares for the response to a request. Must be called before each request is sent. */
  expect(request: ExpectedResponse): void {
    this.#stage = 'head'
    this.#expected = request
    this.#interimResponses = 0
  }

  /** Ignores all further bytes. */
  stop(): void {
    this.#stage = 'stopped'
  }

  /** Reads the bytes before `end`, and may move them. Throws a `MalformedResponseError`, and must not be used then. */
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
          throw new MalformedResponseError('the upstream sent bytes that belong to no response')
        case 'stopped':
          return
      }
    }
  }

  /** Must be called when the upstream has closed its side. Returns false when the response is incomplete. */
  finish(): boolean {
    if (this.#stage !== 'close') return this.#stage === 'stopped'
    this.#end(false)
    return true
  }

  #readHead(bytes: Buffer, at: number, end: number): number {
    const next = this.#head.read(bytes, at, end)
    if (this.#head.lines === undefined) return next
    const head = this.#parseHead(this.#head.lines)
    return head.status < 200 ? this.#readInterim(head, bytes, next, end) : this.#begin(head, bytes, next, end)
  }

  #parseHead(lines: string): ParsedResponseHead {
    if (lines !== this.#lastHead?.lines) {
      if (lines.length > maxKeptHeadLength) return parseResponseHead(lines)
      const copy = copyText(lines)
      this.#lastHead = { lines: copy, parsed: parseResponseHead(copy) }
    }
    return this.#lastHead.parsed
  }

  /** Handles an interim response (RFC 9110 section 15.2). 100 is an error: `Expect: 100-continue` is never sent. */
  #readInterim(head: ParsedResponseHead, bytes: Buffer, at: number, end: number): number {
    if (head.status === 101) return this.#switch(head, bytes, at, end)
    if (head.status === 100)
      throw new MalformedResponseError('the upstream sent 100 Continue without an expectation in the request')
    this.#interimResponses += 1
    if (this.#interimResponses > maxInterimResponses)
      throw new MalformedResponseError(`there are more than ${maxInterimResponses} interim responses`)
    this.#receiver.onInterim(head)
    return at
  }

  #switch(head: ParsedResponseHead, bytes: Buffer, at: number, end: number): number {
    const { upgrade } = this.#expected
    if (upgrade === undefined || head.upgrade?.toLowerCase() !== upgrade.toLowerCase())
      throw new MalformedResponseError('the upstream switched to a protocol that was not requested')
    this.stop()
    this.#receiver.onUpgrade(head, bytes.subarray(at, end))
    return end
  }

  /** Determines the framing of the body: RFC 9112 section 6.3. */
  #begin(head: ParsedResponseHead, bytes: Buffer, at: number, end: number): number {
    const { status, contentLength: length, isChunked } = head
    const isSilent = status === 204 || status === 304
    this.#isPersistent = head.isPersistent
    if (isSilent || this.#expected.method === 'HEAD') {
      this.#left = 0
      this.#stage = 'length'
      if (isSilent && (length > 0 || isChunked)) this.#isPersistent = false // some servers send a body nevertheless
      // the body would end with the connection
      if (!isSilent && !isChunked && Number.isNaN(length)) this.#isPersistent = false
    } else if (isChunked) {
      this.#chunks = new ChunkedBody()
      this.#stage = 'chunks'
    } else if (length >= 0) {
      this.#left = length
      this.#stage = 'length'
    } else this.#stage = 'close'

    this.#receiver.onHead(head)
    if (this.#stage !== 'length') return at
    if (this.#left > 0) return at === end ? at : this.#readLength(bytes, at, end, this.#head.following)
    this.#end(at === end)
    return at
  }

  #readLength(bytes: Buffer, at: number, end: number, following = ''): number {
    const next = Math.min(end, at + this.#left)
    this.#left -= next - at
    const isWhole = this.#left === 0 && following.length === next - at
    this.#receiver.onData(bytes, at, next, isWhole ? following : undefined)
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

  /** Ends a response. Further bytes belong to no request: the connection is then not used again. */
  #end(isAlone: boolean): void {
    if (this.#stage === 'stopped') return
    this.#expected = noRequest // an idle connection must not keep the last request with its body
    this.#chunks = undefined
    this.#stage = isAlone && this.#isPersistent ? 'idle' : 'stopped'
    this.#receiver.onEnd(this.#stage === 'idle')
  }
}
