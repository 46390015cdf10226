/**
 * What goes wrong with a request and its answer. Each has a code for the log and for whoever makes a refusal of it;
 * what Node says about sockets and TLS keeps the codes of Node.
 */

/** The answer is not HTTP/1.1 as RFC 9112 has it. */
export class Malformed extends Error {
  override name = 'Malformed'
  readonly code = 'MALFORMED'
}

/** The upstream closed the connection before its answer was complete. */
export class ConnectionClosed extends Error {
  override name = 'ConnectionClosed'
  readonly code = 'CONNECTION_CLOSED'
  /** The connection had served a request before: it may have been given up while this one was on its way. */
  readonly isReused: boolean

  constructor(isReused: boolean) {
    super('the upstream closed the connection')
    this.isReused = isReused
  }
}

/** There was no connection in time. */
export class ConnectTimeout extends Error {
  override name = 'ConnectTimeout'
  readonly code = 'CONNECT_TIMEOUT'
}

/** What would be sent is not well-formed. */
export class InvalidRequest extends Error {
  override name = 'InvalidRequest'
  readonly code = 'INVALID_REQUEST'
}

/** The body is not as long as was announced, or was broken off. */
export class BodyBroken extends Error {
  override name = 'BodyBroken'
  readonly code = 'BODY_BROKEN'
}

/** Nothing is sent any more to an origin. */
export class ConnectionsClosed extends Error {
  override name = 'ConnectionsClosed'
  readonly code = 'CONNECTIONS_CLOSED'
}
