/**
 * A body that is sent as it comes in, no faster than the connection takes it: RFC 9112 section 7.1.
 */
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { writeFramed } from '../../message/write-framed.ts'
import { RequestBodyError } from '../exchange/errors.ts'
import type { RenderedRequestHead } from '../exchange/request-head.ts'
import type { UpstreamRequest } from '../exchange/upstream-request.ts'

/** With an error, the body is not what was announced. */
export type OnBodyUploaded = (error?: RequestBodyError) => void

export class BodyUpload {
  readonly #socket: Socket
  readonly #body: Readable
  readonly #head: RenderedRequestHead
  readonly #onSent: ((part: Buffer) => void) | undefined
  readonly #onUploaded: OnBodyUploaded
  /** Of the head, what has not gone out. */
  #text: string
  #sent = 0

  /** Sends the head together with the first part of the body. */
  constructor(
    socket: Socket,
    { head, outgoing }: UpstreamRequest,
    body: Readable,
    onUploaded: OnBodyUploaded,
  ) {
    this.#socket = socket
    this.#body = body
    this.#head = head
    this.#text = head.text
    this.#onSent = outgoing.onBodySent
    this.#onUploaded = onUploaded
    socket.on('drain', this.#onDrain)
    body.on('end', this.#onEnd)
    body.on('data', this.#onData)
  }

  /** Sends nothing more. */
  stop(): void {
    this.#socket.off('drain', this.#onDrain)
    this.#body.off('end', this.#onEnd)
    this.#body.off('data', this.#onData)
  }

  readonly #onDrain = (): void => {
    this.#body.resume()
  }

  readonly #onData = (part: Buffer): void => {
    const socket = this.#socket
    const { contentLength: length } = this.#head
    if (part.length === 0) return
    this.#sent += part.length
    if (length !== undefined && this.#sent > length) {
      this.#over(new RequestBodyError('the body is longer than its Content-Length'))
      return
    }
    const isChunked = length === undefined
    const size = isChunked ? `${part.length.toString(16)}\r\n` : ''
    const around = { before: this.#takeHead() + size, after: isChunked ? '\r\n' : '' }
    const wantsMore = writeFramed(socket, part, around, (error) => {
      if (!error) this.#onSent?.(part)
    })
    if (!wantsMore) this.#body.pause()
  }

  readonly #onEnd = (): void => {
    const { contentLength: length } = this.#head
    if (length !== undefined && this.#sent < length) {
      this.#over(new RequestBodyError('the body is shorter than its Content-Length'))
      return
    }
    const rest = this.#takeHead() + (length === undefined ? '0\r\n\r\n' : '')
    if (rest !== '') this.#socket.write(rest, 'latin1')
    this.#over()
  }

  /** The head, once: it goes out with what is written first. */
  #takeHead(): string {
    const text = this.#text
    this.#text = ''
    return text
  }

  #over(error?: RequestBodyError): void {
    this.stop()
    this.#onUploaded(error)
  }
}
