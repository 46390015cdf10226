/** Requests and responses in memory, for handlers of the MQ web server. */
import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

export interface RequestParts {
  method?: string
  url?: string
  headers?: Readonly<Record<string, string>>
  /** Whether the connection has closed. */
  isDisconnected?: boolean
}

/** Returns a request over TLS without a body. */
export function createRequest({
  method = 'GET',
  url = '/',
  headers = {},
  isDisconnected = false,
}: RequestParts = {}): IncomingMessage {
  const socket = { destroyed: isDisconnected, encrypted: true, remoteAddress: '127.0.0.1' }
  return { method, url, headers: { host: 'mq.example', ...headers }, socket } as unknown as IncomingMessage
}

/** A response that keeps what is written. */
export class RecordedResponse extends EventEmitter implements HttpResponse {
  statusCode = 0
  headersSent = false
  writableEnded = false
  destroyed = false
  /** The headers by name in lower case. */
  readonly headers: Record<string, string> = {}
  readonly chunks: Buffer[] = []
  /** Whether `write` asks for no pause. */
  isFlowing = true
  /** Called with each chunk. */
  onWrite: (chunk: Buffer) => void = () => {}

  get writableFinished(): boolean {
    return this.writableEnded
  }

  get body(): Buffer {
    return Buffer.concat(this.chunks)
  }

  writeEarlyHints(): void {}

  writeHead(status: number, fields: string[] | Readonly<Record<string, string | number>> = []): void {
    if (this.headersSent) throw new Error('the head has been sent')
    this.headersSent = true
    this.statusCode = status
    const list = Array.isArray(fields) ? fields : Object.entries(fields).flat().map(String)
    for (let at = 0; at < list.length; at += 2) this.headers[String(list[at]).toLowerCase()] = String(list[at + 1])
  }

  flushHeaders(): void {}

  write(chunk: Buffer | string): boolean {
    const bytes = Buffer.from(chunk as string)
    this.chunks.push(bytes)
    this.onWrite(bytes)
    return this.isFlowing
  }

  end(chunk: Buffer | string = ''): void {
    if (this.writableEnded) throw new Error('the response has ended')
    if (this.destroyed) return
    this.chunks.push(Buffer.from(chunk as string))
    this.writableEnded = true
    this.emit('finish')
    this.emit('close')
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('close')
  }
}
