/** A request whose head has been read: node's own kind of message, its body fed by the connection. */
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import type { FastPathHead } from './fast-path-head.ts'

export class FastPathRequest extends IncomingMessage {
  /** Bytes of the body that are still to come. */
  #missing: number
  #headers: IncomingHttpHeaders | undefined

  constructor(socket: Socket, { method, target, rawHeaders: fields, bodyLength: length }: FastPathHead) {
    super(socket)
    this.httpVersion = '1.1'
    this.httpVersionMajor = 1
    this.httpVersionMinor = 1
    this.method = method
    this.url = target
    this.rawHeaders = fields
    this.complete = length === 0
    this.#missing = length
  }

  /** By names in lower case. No name came twice. */
  // @ts-expect-error: an accessor in node, a property in its types
  override get headers(): IncomingHttpHeaders {
    this.#headers ??= named(this.rawHeaders, (value) => value)
    return this.#headers
  }

  override set headers(headers: IncomingHttpHeaders) {
    this.#headers = headers
  }

  // @ts-expect-error: as above
  override get headersDistinct(): NodeJS.Dict<string[]> {
    return named(this.rawHeaders, (value) => [value])
  }

  /** Takes what belongs to the body, and answers what is left: the beginning of the next request. */
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

function named<T>(fields: readonly string[], shown: (value: string) => T): Record<string, T> {
  const byName: Record<string, T> = {}
  for (let index = 0; index < fields.length; index += 2) {
    byName[(fields[index] as string).toLowerCase()] = shown(fields[index + 1] as string)
  }
  return byName
}
