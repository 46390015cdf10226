/**
 * The table of reasons for which the gateway rejects a call: the word for logs and metrics, the status, and the
 * sentence for the caller.
 *
 * A sentence says what the caller can do and reveals nothing about the servers behind the gateway.
 */
import type { SourceLocation } from '../../config/types/index.ts'
import type { RejectionReason } from '../../telemetry/calls/index.ts'
import { type ErrorFormat, renderErrorBody } from './error-body.ts'

const checksFailed =
  'Cannot pass the security checks that are required by the target API or operation, Enable debug headers for more details.'

export const gatewayErrors = {
  certificate_missing: [403, 'A client certificate is required'],
  certificate_untrusted: [403, 'The client certificate is not trusted'],
  hang_repeated: [503, 'This request has stopped servers of the gateway: it is refused for some minutes'],
  host_repeated: [400, 'The request has more than one Host header'],
  host_missing: [400, 'The request has no Host header'],
  coding_unsupported: [501, 'The transfer coding of the request is not supported: send chunked or Content-Length'],
  authorization_repeated: [400, 'The request has more than one Authorization header'],
  target_unsupported: [400, 'The form of the request target is not supported'],
  path_ambiguous: [400, 'The path of the request is ambiguous or malformed'],
  api_unknown: [404, 'API not found for requested URI'],
  operation_unknown: [404, 'No resources match requested URI'],
  method_unknown: [405, 'The method is not allowed for the requested URL'],

  api_offline: [503, 'The API is offline'],
  client_wrong: [401, 'Invalid client id or secret.'],
  credentials_unavailable: [503, 'Credentials cannot be verified at the moment, try again later'],
  client_locked: [429, 'Too many failed attempts, try again later'],
  clients_several: [403, 'Multiple Client-ids found'],
  client_id_missing: [401, 'Client id missing'],
  application_disabled: [403, 'The application is not enabled'],
  not_subscribed: [403, 'Not registered to plan'],
  token_missing: [401, checksFailed],
  token_invalid: [401, checksFailed],
  proof_invalid: [401, 'The access token is bound to a key, and the request does not prove that it has it'],
  resource_wrong: [401, 'The access token is for another API'],
  sign_in_insufficient: [401, 'The API demands a newer or stronger sign-in of the owner'],
  scope_insufficient: [403, checksFailed],
  rate_limit: [429, 'Rate Limit exceeded'],
  burst_limit: [429, 'Rate Limit exceeded'],
  concurrent_limit: [429, 'Too many calls at the same time'],
  address_denied: [403, 'Calls from this IP address are not allowed'],
  limits_unavailable: [503, 'Calls cannot be counted at the moment, try again later'],
  assembly_limit: [429, 'Assembly Rate Limit exceeded'],
  provider_unavailable: [503, 'Access tokens cannot be verified at the moment, try again later'],
  user_missing: [401, checksFailed],
  user_wrong: [401, checksFailed],
  user_locked: [429, 'Too many failed attempts, try again later'],
  registry_unavailable: [503, 'Users cannot be authenticated at the moment, try again later'],

  value_unusable: [400, 'The request contains a value that cannot be forwarded to the API'],
  value_undefined: [500, 'The API is not configured completely'],
  request_stalled: [408, 'The body of the request did not arrive in time'],
  payload_malformed: [400, 'The body of the message is not well-formed in its media type'],
  payload_invalid: [422, 'The message does not match the definition of the API'],
  command_refused: [403, 'The command is not allowed'],
  answer_invalid: [502, 'The API responded with a message that does not match its definition'],
  payload_too_large: [413, 'The body of the message is too large'],
  thrown: [500, 'Internal Server Error'],
  fault_injected: [503, 'The caller asked for this error'],
  script_failed: [500, 'Internal Server Error'],
  policy_failed: [500, 'Internal Server Error'],
  jwt_invalid: [401, 'The JSON Web Token is not valid'],
  not_cached: [504, 'The request demands a response from the cache, which has none'],
  upstream_failed: [500, 'Internal Server Error'],
  upstream_unreachable: [502, 'Failed to establish a backside connection'],
  upstream_closed: [502, 'The API closed the connection without a response'],
  upstream_malformed: [502, 'The API responded with malformed HTTP'],
  upstream_resting: [503, 'The API is not available at the moment'],
  upstream_silent: [504, 'The API did not respond in time'],
  upstream_unauthenticated: [502, 'The gateway has no valid credentials for the API'],
  fault: [500, 'Internal Server Error'],
} as const satisfies Record<RejectionReason, readonly [number, string]>

/** The names that a clause of `catch` matches. All other reasons are a `RuntimeError`. */
const errorNames: Partial<Record<RejectionReason, string>> = {
  upstream_unreachable: 'ConnectionError',
  upstream_closed: 'ConnectionError',
  upstream_malformed: 'ConnectionError',
  upstream_silent: 'ConnectionError',
  upstream_resting: 'ConnectionError',
  upstream_unauthenticated: 'ConnectionError',
  upstream_failed: 'OperationError',
  value_undefined: 'PropertyError',
  user_missing: 'UnauthorizedError',
  user_wrong: 'UnauthorizedError',
  user_locked: 'UnauthorizedError',
  assembly_limit: 'AssemblyRateLimitError',
  payload_malformed: 'ParseError',
  payload_too_large: 'ParseError',
  payload_invalid: 'ValidateError',
  answer_invalid: 'ValidateError',
  script_failed: 'JavaScriptError',
}

export interface GatewayErrorDetails {
  /** Headers of the response, as a flat list of names and values, like `rawHeaders`. */
  headers?: readonly string[]
  /** Replaces the status of the table. */
  status?: number
  /** The name that a clause of `catch` matches. */
  catchName?: string
  /** Replaces the sentence of the table. */
  text?: string
  /** The element of the documents that caused the rejection. */
  location?: SourceLocation
}

/**
 * An error with which the gateway rejects calls. It is built once and returned for many calls; it is not an
 * `Error`, so that it costs no stack trace.
 */
export class GatewayError {
  readonly reason: RejectionReason
  readonly status: number
  readonly text: string
  readonly catchName: string
  readonly headers: readonly string[]
  readonly location: SourceLocation | undefined
  readonly #bodies = new Map<ErrorFormat, Buffer>()

  constructor(reason: RejectionReason, details: GatewayErrorDetails = {}) {
    const [status, text] = gatewayErrors[reason]
    this.reason = reason
    this.status = details.status ?? status
    this.text = details.text ?? text
    this.catchName = details.catchName ?? errorNames[reason] ?? 'RuntimeError'
    this.headers = details.headers ?? []
    this.location = details.location
  }

  body(format: ErrorFormat): Buffer {
    let body = this.#bodies.get(format)
    if (!body) {
      body = renderErrorBody(format, this.status, this.text)
      this.#bodies.set(format, body)
    }
    return body
  }
}
