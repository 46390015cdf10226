/** The errors of a request to an upstream. Each has a `code` for the log; errors of sockets and TLS keep Node's. */

/** The response is not valid HTTP/1.1: RFC 9112. */
export class MalformedResponseError extends Error {
  override name = 'MalformedResponseError'
  readonly code = 'MALFORMED'
}

/** The upstream closed the connection before the response was complete. */
export class ConnectionClosedError extends Error {
  override name = 'ConnectionClosedError'
  readonly code = 'CONNECTION_CLOSED'
  /** Whether the connection has served a request before, so that the upstream may have closed it as idle. */
  readonly isReused: boolean

  constructor(isReused: boolean) {
    super('the upstream closed the connection')
    this.isReused = isReused
  }
}

/** The upstream has reset the stream of an HTTP/2 request: RFC 9113 section 7. */
export class StreamResetError extends Error {
  override name = 'StreamResetError'
  readonly code = 'STREAM_RESET'

  constructor(errorCode: number | undefined) {
    super(`the upstream reset the stream with the error code ${errorCode}`)
  }
}

/** The connection was not established within the connect timeout. */
export class ConnectTimeoutError extends Error {
  override name = 'ConnectTimeoutError'
  readonly code = 'CONNECT_TIMEOUT'
}

/** The request to be sent is not valid HTTP. */
export class InvalidRequestError extends Error {
  override name = 'InvalidRequestError'
  readonly code = 'INVALID_REQUEST'
}

/** The request body does not have the announced length, or its stream was destroyed. */
export class RequestBodyError extends Error {
  override name = 'RequestBodyError'
  readonly code = 'BODY_BROKEN'
}

/** The connection pool has been closed and accepts no requests. */
export class PoolClosedError extends Error {
  override name = 'PoolClosedError'
  readonly code = 'CONNECTIONS_CLOSED'
}
