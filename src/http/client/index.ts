/**
 * An HTTP/1.1 client: RFC 9112. Connections are kept, bodies stream both ways at the pace of the slower side, and
 * whatever an origin sends is either well-formed or refused.
 *
 *     const connections = openConnections('http://127.0.0.1:8081')
 *     const sending = connections.send({ method: 'GET', path: '/', headers: [] }, handler)
 */
export { type CollectedAnswer, collect } from './collect.ts'
export { type ConnectionsOptions, openConnections } from './connections.ts'
export { BodyBroken, ConnectionClosed, ConnectTimeout, InvalidRequest, Malformed } from './errors.ts'
export { valuesOf } from './header-values.ts'
export { free } from './read-buffer.ts'
export type { AnswerHandler, AnswerHead, Connections, OutgoingRequest, Sending } from './types.ts'
export { openUndiciConnections } from './undici/open-undici-connections.ts'
export { type OpenConnections, type UpstreamClient, upstreamClients } from './upstream-clients.ts'
