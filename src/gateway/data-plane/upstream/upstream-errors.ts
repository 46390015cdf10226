/** Classifies errors of an upstream: the error for the caller, and the text for the log. */
import { ConnectionClosedError, InvalidRequestError, RequestBodyError } from '../../../shared/http/client/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { PeerTimeoutError } from '../errors/peer-timeout-error.ts'
import { isXmlType, parseMediaType } from '../message/headers.ts'
import { UpstreamCredentialsError } from './fetch-credential.ts'

/** Reports a request body above the limit in the documents. */
export class RequestTooLongError extends Error {
  override name = 'RequestTooLongError'
  readonly code = 'REQUEST_TOO_LONG'
}

/** Reports that every target of an upstream is unavailable after repeated failures. */
export class NoTargetAvailableError extends Error {
  override name = 'NoTargetAvailableError'
  readonly code = 'NO_TARGET_AVAILABLE'

  constructor() {
    super('every target is unavailable after repeated failures')
  }
}

/** Reports that the time is over in which a caller of gRPC expects the response. */
export class DeadlineError extends Error {
  override name = 'DeadlineError'
  readonly code = 'DEADLINE_EXCEEDED'

  constructor() {
    super('the deadline of the caller is over')
  }
}

const unreachable = new GatewayError('upstream_unreachable')
const closed = new GatewayError('upstream_closed')
const malformed = new GatewayError('upstream_malformed')
const silent = new GatewayError('upstream_silent')
const tooLong = new GatewayError('payload_too_large')
const unusable = new GatewayError('value_unusable')
const resting = new GatewayError('upstream_resting', { headers: ['Retry-After', '5'] })
const unavailable = { status: 503, headers: ['Retry-After', '5'] }
const stalled = new GatewayError('request_stalled')

/** The errors by code. Codes are those of Node and of the HTTP client; all other codes occur while connecting. */
const byCode: Readonly<Record<string, GatewayError>> = {
  NO_TARGET_AVAILABLE: resting,
  CREDENTIALS_REFUSED: new GatewayError('upstream_unauthenticated'),
  CREDENTIALS_UNAVAILABLE: new GatewayError('upstream_unauthenticated', unavailable),
  REQUEST_TOO_LONG: tooLong,
  INVALID_REQUEST: unusable,
  CONNECT_TIMEOUT: silent,
  DEADLINE_EXCEEDED: silent,
  ETIMEDOUT: silent,
  CONNECTION_CLOSED: closed,
  STREAM_RESET: closed,
  ECONNRESET: closed,
  EPIPE: closed,
  MALFORMED: malformed,
}

/** Returns the error for a call whose upstream did not respond. */
export function findUpstreamError(error: unknown): GatewayError {
  if (error instanceof PeerTimeoutError) return error.peer === 'client' ? stalled : silent
  return byCode[codeOf(error)] ?? unreachable
}

/** Returns the error that a response is; undefined for a response that the call continues with. */
export type FindStatusError = (status: number, contentType: string | undefined) => GatewayError | undefined

/** Returns what makes an error status an error: an OperationError, or a SOAPError when the body is XML (SOAP 1.1 section 6.2). */
export function compileStatusErrors(errors: readonly (string | null)[]): FindStatusError | undefined {
  const [ofSoap, ofAll] = [errors.includes('SOAPError'), errors.includes('OperationError')]
  if (!ofSoap && !ofAll) return undefined
  return (status, contentType) => {
    if (status < 400) return undefined
    const isFault = ofSoap && isXmlType(parseMediaType(contentType) ?? '')
    if (isFault) return new GatewayError('upstream_failed', { status, catchName: 'SOAPError' })
    return ofAll ? new GatewayError('upstream_failed', { status }) : undefined
  }
}

/** Returns whether the caller, and not the upstream, was too slow. */
export function isClientTimeout(error: unknown): boolean {
  return error instanceof PeerTimeoutError && error.peer === 'client'
}

/** Errors that the request itself causes, whatever the upstream. */
const requestErrors = [RequestTooLongError, RequestBodyError, InvalidRequestError, DeadlineError] as const

/** Returns whether the upstream caused the error. */
export function isCausedByUpstream(error: unknown): boolean {
  return !isClientTimeout(error) && !requestErrors.some((kind) => error instanceof kind)
}

/** Returns whether a second request makes sense: not after a timeout, nor without a target or credentials. */
export function isRetryable(error: unknown): boolean {
  const isFinal = [PeerTimeoutError, NoTargetAvailableError, UpstreamCredentialsError].some(
    (kind) => error instanceof kind,
  )
  return !isFinal
}

/** Returns whether the request may have used a connection that the upstream had already closed. */
export function isStaleConnection(error: unknown): boolean {
  if (error instanceof ConnectionClosedError) return error.isReused
  const code = codeOf(error)
  return code === 'ECONNRESET' || code === 'EPIPE'
}

/** Returns the code and the message for the log. They name hosts and ports, and hold no data of the call. */
export function describeError(error: unknown): string {
  const code = codeOf(error)
  const errors = error instanceof AggregateError ? error.errors : [error]
  const message = errors.map((each) => (each instanceof Error ? each.message : String(each))).join(', ')
  return code ? `${code}: ${message}` : message
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
