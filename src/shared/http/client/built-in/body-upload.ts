/** Streams the body of a request to an upstream, at the pace of the connection: RFC 9112 section 7.1. */
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { writeFramed } from '../../message/write-framed.ts'
import { RequestBodyError } from '../exchange/errors.ts'
import type { RenderedRequestHead } from '../exchange/request-head.ts'
import type { UpstreamRequest } from '../exchange/upstream-request.ts'

/** Called once, when the upload has ended. An error means that the body does not have the announced length. */
export type OnBodyUploaded = (error?: RequestBodyError) => void

const uploadOf = Symbol('the upload of a body')

type UploadedBody = Readable & { [uploadOf]?: BodyUpload }

export class BodyUpload {
  readonly #socket: Socket
  readonly #body: Readable
  readonly #head: RenderedRequestHead
  readonly #onBodySent: ((part: Buffer) => void) | undefined
  readonly #onUploaded: OnBodyUploaded
  /** The request head that has not been written yet. */
  #unsentHead: string
  #sent = 0

  /** Starts the upload. The head is sent together with the first part of the body. */
  constructor(socket: Socket, { head, outgoing }: UpstreamRequest, body: Readable, onUploaded: OnBodyUploaded) {
    this.#socket = socket
    this.#body = body
    this.#head = head
    this.#unsentHead = head.text
    this.#onBodySent = outgoing.onBodySent
    this.#onUploaded = onUploaded
    ;(body as UploadedBody)[uploadOf] = this
    body.on('end', onEnd).on('data', onData)
  }

  /** Stops reading the body and writes nothing more. */
  stop(): void {
    this.#body.off('end', onEnd).off('data', onData)
  }

  /** Must be called when the socket accepts more data. */
  onDrain(): void {
    this.#body.resume()
  }

  onData(part: Buffer): void {
    const socket = this.#socket
    const { contentLength: length } = this.#head
    if (part.length === 0) return
    this.#sent += part.length
    if (length !== undefined && this.#sent > length) {
      this.#end(new RequestBodyError('the body is longer than its Content-Length'))
      return
    }
    const isChunked = length === undefined
    const size = isChunked ? `${part.length.toString(16)}\r\n` : ''
    const framing = { before: this.#takeHead() + size, after: isChunked ? '\r\n' : '' }
    const hasRoom = writeFramed(socket, part, framing, (error) => {
      if (!error) this.#onBodySent?.(part)
    })
    if (!hasRoom) this.#body.pause()
  }

  onEnd(): void {
    const { contentLength: length } = this.#head
    if (length !== undefined && this.#sent < length) {
      this.#end(new RequestBodyError('the body is shorter than its Content-Length'))
      return
    }
    const lastText = this.#takeHead() + (length === undefined ? '0\r\n\r\n' : '')
    if (lastText !== '') this.#socket.write(lastText, 'latin1')
    this.#end()
  }

  /** Returns the head the first time and an empty text after that, so that it precedes whatever is written first. */
  #takeHead(): string {
    const text = this.#unsentHead
    this.#unsentHead = ''
    return text
  }

  #end(error?: RequestBodyError): void {
    this.stop()
    this.#onUploaded(error)
  }
}

// One function per event for all bodies: closures that are made for one body may outlive it.

function onData(this: UploadedBody, part: Buffer): void {
  this[uploadOf]?.onData(part)
}

function onEnd(this: UploadedBody): void {
  this[uploadOf]?.onEnd()
}
