/**
 * What a caller of an origin hands over, and what it is told.
 */
import type { Duplex, Readable } from 'node:stream'

export interface OutgoingRequest {
  method: string
  /** With the query; begins with a slash. */
  path: string
  /** Names and values in turn. Those of the connection itself are not for the caller, but `Host` and `Content-Length` are. */
  headers: string[]
  /** Without a `Content-Length`, a stream is sent in chunks. */
  body?: Buffer | Readable
  /** Is told of each part of a stream that the system has taken, by a client that knows. */
  onBodySent?: (part: Buffer) => void
  /** The connection serves this request only. */
  closeConnection?: boolean
  /** The protocol that the connection shall be switched to. */
  upgrade?: string
}

/** The head of a final answer. */
export interface ResponseHead {
  status: number
  /** Names and values in turn, as they were written, without those of the connection: RFC 9110 section 7.6.1. */
  headers: string[]
  /** What `Content-Length` says, in bytes; NaN when there is none. */
  contentLength: number
}

/** Is told what becomes of a request: a head, parts and the end; or an error at any time, and nothing after it. */
export interface ResponseHandler {
  onHead(head: ResponseHead): void
  /** A response with a status from 102 to 199 came before the final one: RFC 9110 section 15.2. There are few. */
  onInterim?(head: ResponseHead): void
  /** The part is the handler's own. After a pause, what has already been read still comes. */
  onData(part: Buffer): void
  onEnd(): void
  onError(error: Error): void
  /** The upstream has switched to the protocol that was asked for: the connection is the handler's own. */
  onUpgrade?(head: ResponseHead, connection: Duplex): void
}

/** A request on its way. */
export interface PendingRequest {
  readonly isPaused: boolean
  /** Reads nothing more of the answer until `resume`. */
  pause(): void
  resume(): void
  /** Gives it up, with its connection. The handler is not told. */
  abort(): void
}

/** The connections to one origin. */
export interface ConnectionPool {
  /** Calls nothing back before it has returned. Throws an `InvalidRequest` for what must not be sent. */
  send(request: OutgoingRequest, handler: ResponseHandler): PendingRequest
  /** Lets requests finish that have been sent. */
  close(): Promise<void>
}
