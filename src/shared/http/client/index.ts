/**
 * The HTTP/1.1 client (RFC 9112). It keeps connections open, streams bodies in both directions at the pace of the
 * slower side, and rejects responses that are not well-formed.
 *
 *     const pool = openConnectionPool('http://127.0.0.1:8081')
 *     const pending = pool.send({ method: 'GET', path: '/', headers: [] }, handler)
 */

export { findHeaderValues } from '../message/header-values.ts'
export { openConnectionPool } from './built-in/connection-pool.ts'
export { releaseBuffer } from './built-in/read-buffer.ts'
export {
  ConnectionClosedError,
  ConnectTimeoutError,
  InvalidRequestError,
  MalformedResponseError,
  RequestBodyError,
} from './exchange/errors.ts'
export { fetchWholeResponse, ResponseTimeoutError, type WholeResponse } from './exchange/fetch-whole-response.ts'
export type {
  ConnectionPool,
  OutgoingRequest,
  PendingRequest,
  ResponseHandler,
  ResponseHead,
} from './exchange/types.ts'
export { openHttp2Pool } from './http2/http2-pool.ts'
export { openUndiciPool } from './undici/undici-pool.ts'
export { type OpenConnectionPool, upstreamClients } from './upstream-clients.ts'
