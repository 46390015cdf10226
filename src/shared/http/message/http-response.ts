/** The response interface of handlers. Node's `ServerResponse` and the response of the fast path implement it. */
import type { IncomingMessage } from 'node:http'

/** A flat list of names and values, or values by name. */
export type ResponseHeaders = string[] | Readonly<Record<string, string | number>>

export interface HttpResponse {
  readonly statusCode: number
  statusMessage?: string
  /** What the handler keeps with the response. */
  context?: object | undefined
  /** Whether a server that closes has cut off the response after its grace period. */
  isCutOff?: boolean
  readonly headersSent: boolean
  /** Whether `end` has been called. */
  readonly writableEnded: boolean
  /** Whether the whole response has been handed to the operating system. */
  readonly writableFinished: boolean
  /** Whether nothing more can be sent. */
  readonly destroyed: boolean

  /** Sends the interim response 103 Early Hints before the head. Throws for an invalid value of `Link`. */
  writeEarlyHints(hints: { link: string[] }): unknown
  /** Sets the head, which is sent together with the first bytes of the body. */
  writeHead(status: number, fields?: ResponseHeaders): unknown
  /** Sends the head at once, for a body that starts later. Does nothing when the head has been sent. */
  flushHeaders(): void
  /** Writes a part of the body. False: wait for `drain`. `onWritten` is called when the system has taken the chunk. */
  write(chunk: Buffer | string, onWritten?: (error?: Error | null) => void): boolean
  end(): unknown
  end(chunk: Buffer | string): unknown
  end(chunk: string, encoding: 'latin1' | 'utf8'): unknown
  /** Aborts the response and closes the connection. */
  destroy(): unknown

  /** `close` is always emitted once: after the complete response, or when the connection has closed before. */
  on(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
  once(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
  off(event: 'close' | 'drain' | 'finish', listener: () => void): unknown
}

/** A request whose response is not complete. */
export interface ExchangeInProgress {
  request: IncomingMessage
  response: HttpResponse
}
