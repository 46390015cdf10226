/**
 * An HTTP/1.1 client: RFC 9112. Connections are kept, bodies stream both ways at the pace of the slower side, and
 * whatever an origin sends is either well-formed or refused.
 *
 *     const connections = openConnections('http://127.0.0.1:8081')
 *     const sending = connections.send({ method: 'GET', path: '/', headers: [] }, handler)
 */

export { findHeaderValues } from '../message/header-values.ts'
export { type ConnectionPoolOptions, openConnectionPool } from './built-in/connection-pool.ts'
export { releaseBuffer } from './built-in/read-buffer.ts'
export {
  ConnectionClosedError,
  ConnectTimeoutError,
  InvalidRequestError,
  MalformedResponseError,
  RequestBodyError,
} from './exchange/errors.ts'
export { fetchWholeResponse, type WholeResponse } from './exchange/fetch-whole-response.ts'
export type {
  ConnectionPool,
  OutgoingRequest,
  PendingRequest,
  ResponseHandler,
  ResponseHead,
} from './exchange/types.ts'
export { openUndiciPool } from './undici/undici-pool.ts'
export { type OpenConnectionPool, type UpstreamClientName, upstreamClients } from './upstream-clients.ts'
