/** A request of the fast path: Node's `IncomingMessage`, whose body the connection supplies. */
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import type { FastPathHead } from './fast-path-head.ts'

export class FastPathRequest extends IncomingMessage {
  /** The number of bytes of the body that have not arrived. */
  #missing: number
  #headers: IncomingHttpHeaders | undefined

  constructor(socket: Socket, { method, target, rawHeaders, bodyLength }: FastPathHead) {
    super(socket)
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.method = method
    this.url = target
    this.rawHeaders = rawHeaders
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
    if (!this.push(part)) this.socket.pause()
    if (this.#missing === 0) {
      this.complete = true
      this.push(null)
    }
    return part.length < bytes.length ? bytes.subarray(part.length) : undefined
  }

  override _read(): void {
    if (this.complete) this.push(null)
    else this.socket.resume()
  }
}

function indexByName<T>(rawHeaders: readonly string[], convert: (value: string) => T): Record<string, T> {
  const byName: Record<string, T> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    byName[(rawHeaders[index] as string).toLowerCase()] = convert(rawHeaders[index + 1] as string)
  }
  return byName
}
