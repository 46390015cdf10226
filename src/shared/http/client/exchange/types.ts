/** The interface of the HTTP client, of both implementations: requests, callbacks, pools of connections. */
import type { Duplex, Readable } from 'node:stream'
import type { RenderedHeaders } from '../../message/header-lines.ts'

/** The names of the clients that can be chosen. Commands read them without loading the clients. */
export const upstreamClientNames = ['built-in', 'undici'] as const
export type UpstreamClientName = (typeof upstreamClientNames)[number]

export interface OutgoingRequest {
  method: string
  /** The path with the query. It begins with a slash. */
  path: string
  /** A flat list of names and values, without headers of the connection except `Host` and `Content-Length`. */
  headers: string[]
  /** Headers that precede the others, without Host and Content-Length. */
  rendered?: RenderedHeaders | undefined
  /** The body. A stream is sent in chunks unless `headers` contains `Content-Length`. */
  body?: Buffer | Readable | undefined
  /** Called for each part of a streamed body when the operating system has taken it. */
  onBodySent?: (part: Buffer) => void
  /** Closes the connection after this request. */
  closeConnection?: boolean
  /** Requests a switch to this protocol, for example `websocket`. */
  upgrade?: string
}

/** The head of a final response. */
export interface ResponseHead {
  status: number
  /** A flat list of names and values as they were received, without hop-by-hop headers: RFC 9110 section 7.6.1. */
  headers: readonly string[]
  /** The same headers with the text of their lines; undefined when their values have not been checked. */
  rendered?: RenderedHeaders | undefined
  /** The value of `Content-Length` in bytes; NaN without this header. */
  contentLength: number
}

/** The callbacks of a request: one `onHead`, any number of `onData`, `onEnd`. `onError` is the last, at any time. */
export interface ResponseHandler {
  onHead(head: ResponseHead): void
  /** Called for each interim response: a status from 102 to 199 before the final response (RFC 9110 section 15.2). */
  onInterim?(head: ResponseHead): void
  /** Called with a part of the body, which the handler may keep. After a pause, parts already read may still come. */
  onData(part: Buffer): void
  /** Called instead of `onData` with a short body in one piece, as latin1 text: a character is a byte. Saves a copy. */
  onWholeBody?(text: string): void
  /** Called before `onEnd` with the trailers of a response over HTTP/2, a flat list of names and values. */
  onTrailers?(rawTrailers: string[]): void
  onEnd(): void
  onError(error: Error): void
  /** Called when the upstream has switched to the requested protocol. The handler then owns the connection. */
  onUpgrade?(head: ResponseHead, connection: Duplex): void
}

/** A request that has been sent or waits for a connection. */
export interface PendingRequest {
  readonly isPaused: boolean
  /** Stops reading the response until `resume` is called. */
  pause(): void
  resume(): void
  /** Aborts the request and closes its connection. The handler is not called again. */
  abort(): void
}

/** The connections to one origin. */
export interface ConnectionPool {
  /** Sends a request; calls back after it returns. Throws `InvalidRequestError`, or `PoolClosedError` after `close`. */
  send(request: OutgoingRequest, handler: ResponseHandler): PendingRequest
  /** Waits until requests in flight have ended, then closes the connections. */
  close(): Promise<void>
}
