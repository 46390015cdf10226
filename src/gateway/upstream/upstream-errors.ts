/**
 * What went wrong with an upstream: the rejection that the caller gets, and the words for the log.
 */

import { BodyBroken, ConnectionClosed, InvalidRequest } from '../../http/client/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'

/** The caller sends more than the document allows. */
export class RequestTooLongError extends Error {
  override name = 'TooLong'
  readonly code = 'TOO_LONG'
}

/** Every origin of an upstream is left alone for a while. */
export class NoTargetAvailableError extends Error {
  override name = 'NoneLeft'
  readonly code = 'NONE_LEFT'

  constructor() {
    super('every target is left alone after repeated failures')
  }
}

const unreachable = new GatewayError('upstream_unreachable')
const closed = new GatewayError('upstream_closed')
const malformed = new GatewayError('upstream_malformed')
const silent = new GatewayError('upstream_silent')
const tooLong = new GatewayError('payload_too_large')
const unusable = new GatewayError('value_unusable')
const resting = new GatewayError('upstream_resting', { headers: ['Retry-After', '5'] })
const stalled = new GatewayError('request_stalled')

/** Codes of Node and of the client; whatever is not here happened while the connection was made. */
const byCode: Readonly<Record<string, GatewayError>> = {
  NONE_LEFT: resting,
  TOO_LONG: tooLong,
  INVALID_REQUEST: unusable,
  CONNECT_TIMEOUT: silent,
  ETIMEDOUT: silent,
  CONNECTION_CLOSED: closed,
  ECONNRESET: closed,
  EPIPE: closed,
  MALFORMED: malformed,
}

/** The rejection for a call whose upstream did not answer. */
export function findUpstreamError(error: Error): GatewayError {
  if (error instanceof PeerTimeoutError) return error.peer === 'client' ? stalled : silent
  return byCode[codeOf(error)] ?? unreachable
}

/** For an upstream that answered with an error. */
export function buildStatusError(status: number): GatewayError {
  return new GatewayError('upstream_failed', { status })
}

export function isClientTimeout(error: Error): boolean {
  return error instanceof PeerTimeoutError && error.peer === 'client'
}

/** What is wrong with the request, not with who gets it. */
const ofRequest = [RequestTooLongError, BodyBroken, InvalidRequest] as const

/** Whether the upstream is to blame. */
export function isUpstreamFault(error: Error): boolean {
  return !isClientTimeout(error) && !ofRequest.some((kind) => error instanceof kind)
}

/** Silence has cost the caller its time already, and nobody is left to ask after `NoneLeft`. */
export function isRetryable(error: Error): boolean {
  return !(error instanceof PeerTimeoutError) && !(error instanceof NoTargetAvailableError)
}

/** Whether a request may have met a connection that the upstream had already given up. */
export function isStaleConnection(error: Error): boolean {
  if (error instanceof ConnectionClosed) return error.isReused
  const code = codeOf(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** For the log: the code and the words, which name hosts and ports but nothing of the call. */
export function describeError(error: Error): string {
  const code = codeOf(error)
  const message =
    error instanceof AggregateError ? error.errors.map(({ message }) => message).join(', ') : error.message
  return code ? `${code}: ${message}` : message
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
