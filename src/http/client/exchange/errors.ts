/**
 * What goes wrong with a request and its answer. Each has a code for the log and for whoever makes a refusal of it;
 * what Node says about sockets and TLS keeps the codes of Node.
 */

/** The answer is not HTTP/1.1 as RFC 9112 has it. */
export class MalformedResponseError extends Error {
  override name = 'MalformedResponseError'
  readonly code = 'MALFORMED'
}

/** The upstream closed the connection before its answer was complete. */
export class ConnectionClosedError extends Error {
  override name = 'ConnectionClosedError'
  readonly code = 'CONNECTION_CLOSED'
  /** The connection had served a request before: it may have been given up while this one was on its way. */
  readonly isReused: boolean

  constructor(isReused: boolean) {
    super('the upstream closed the connection')
    this.isReused = isReused
  }
}

/** There was no connection in time. */
export class ConnectTimeoutError extends Error {
  override name = 'ConnectTimeoutError'
  readonly code = 'CONNECT_TIMEOUT'
}

/** What would be sent is not well-formed. */
export class InvalidRequestError extends Error {
  override name = 'InvalidRequestError'
  readonly code = 'INVALID_REQUEST'
}

/** The body is not as long as was announced, or was broken off. */
export class RequestBodyError extends Error {
  override name = 'RequestBodyError'
  readonly code = 'BODY_BROKEN'
}

/** Nothing is sent any more to an origin. */
export class PoolClosedError extends Error {
  override name = 'PoolClosedError'
  readonly code = 'CONNECTIONS_CLOSED'
}
