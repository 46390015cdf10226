/** A request of the fast path: Node's `IncomingMessage`, whose body the connection supplies. */
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { BufferedRequest } from '../request/read-body.ts'
import { type FastPathHead, findRequestHeader } from './fast-path-head.ts'

export class FastPathRequest extends IncomingMessage implements BufferedRequest {
  /** The number of bytes of the body that have not arrived. */
  #missing: number
  /** The body, until the stream is read, when all of it arrived before that in one piece. */
  #wholeBody: Buffer | undefined
  #isStreaming = false
  /** The headers as they were received. The next request of the connection has the same list when it repeats them. */
  readonly receivedHeaders: readonly string[]
  #headers: IncomingHttpHeaders | undefined

  constructor(socket: Socket, { method, target, headers: { rawHeaders, bodyLength } }: FastPathHead) {
    super(socket)
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.method = method
    this.url = target
    this.receivedHeaders = rawHeaders
    this.rawHeaders = rawHeaders.slice() // handlers change it
    this.complete = bodyLength === 0
    this.#missing = bodyLength
  }

  /** The headers by names in lower case. No name occurs twice. */
  // @ts-expect-error: Node has an accessor, its types a property
  override get headers(): IncomingHttpHeaders {
    this.#headers ??= indexByName(this.rawHeaders, (value) => value)
    return this.#headers
  }

  override set headers(headers: IncomingHttpHeaders) {
    this.#headers = headers
  }

  // @ts-expect-error: as above
  override get headersDistinct(): NodeJS.Dict<string[]> {
    return indexByName(this.rawHeaders, (value) => [value])
  }

  /** Adds bytes to the body. Returns the bytes after the end of the body, which begin the next request. */
  receiveBody(bytes: Buffer): Buffer | undefined {
    const part = bytes.length > this.#missing ? bytes.subarray(0, this.#missing) : bytes
    this.#missing -= part.length
    this.complete = this.#missing === 0
    if (this.complete && !this.#isStreaming) this.#wholeBody = part
    else this.#stream(part)
    return part.length < bytes.length ? bytes.subarray(part.length) : undefined
  }

  /** Returns a body that arrived with the head, as most do, without a stream; undefined for others and when read. */
  takeWholeBody(): Buffer | undefined {
    const body = this.#wholeBody
    this.#wholeBody = undefined
    return body
  }

  override _read(): void {
    this.#isStreaming = true
    const body = this.takeWholeBody()
    if (body) this.#stream(body)
    else if (this.complete) this.push(null)
    else this.socket.resume()
  }

  #stream(part: Buffer): void {
    this.#isStreaming = true
    if (!this.push(part) && !this.complete) this.socket.pause()
    if (this.complete) this.push(null)
  }
}

function indexByName<T>(rawHeaders: readonly string[], convert: (value: string) => T): Record<string, T> {
  const byName: Record<string, T> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { name } = findRequestHeader(rawHeaders[index] as string)
    byName[name] = convert(rawHeaders[index + 1] as string)
  }
  return byName
}
