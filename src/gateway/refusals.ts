/**
 * Every way the gateway says no: the word that logs and metrics use, the status, and the sentence a caller is shown.
 *
 * Sentences tell a caller what to mend and nothing about what stands behind the gateway.
 */
import type { Place } from '../config/types.ts'
import { type ErrorFormat, renderError } from './answer/error-body.ts'

const checksFailed =
  'Cannot pass the security checks that are required by the target API or operation, Enable debug headers for more details.'

export const refusals = {
  host_repeated: [400, 'The request has more than one Host field'],
  authorization_repeated: [400, 'The request has more than one Authorization field'],
  target_unsupported: [400, 'The form of the request target is not supported'],
  upgrade_unsupported: [400, 'The connection can only be switched to a WebSocket'],
  path_ambiguous: [400, 'The path of the request is ambiguous or malformed'],
  api_unknown: [404, 'API not found for requested URI'],
  operation_unknown: [404, 'No resources match requested URI'],
  method_unknown: [405, 'The method is not allowed for the requested URL'],

  client_wrong: [401, 'Invalid client id or secret.'],
  clients_several: [403, 'Multiple Client-ids found'],
  client_id_missing: [401, 'Client id missing'],
  application_disabled: [403, 'The application is not enabled'],
  not_subscribed: [403, 'Not registered to plan'],
  token_missing: [401, checksFailed],
  token_invalid: [401, checksFailed],
  scope_insufficient: [403, checksFailed],
  user_missing: [401, checksFailed],
  user_wrong: [401, checksFailed],
  registry_unavailable: [503, 'Users cannot be authenticated at the moment'],

  value_unusable: [400, 'The request holds a value that cannot be passed on to the API'],
  request_stalled: [408, 'The body of the request did not arrive in time'],
  upstream_unreachable: [502, 'Failed to establish a backside connection'],
  upstream_closed: [502, 'The API closed the connection without an answer'],
  upstream_malformed: [502, 'The API answered with something that is not well-formed HTTP'],
  upstream_silent: [504, 'The API did not answer in time'],
  fault: [500, 'Internal Server Error'],
} as const satisfies Record<string, readonly [number, string]>

export type RefusalReason = keyof typeof refusals

export interface RefusalDetails {
  /** Fields of the answer, as a flat list of names and values. */
  headers?: readonly string[]
  /** Instead of the status of the table. */
  status?: number
  /** The element of the documents that decided. */
  place?: Place
}

/** A no, prepared once and answered to many calls. */
export class Refusal {
  readonly reason: RefusalReason
  readonly status: number
  readonly text: string
  readonly headers: readonly string[]
  readonly place: Place | undefined
  readonly #bodies = new Map<ErrorFormat, Buffer>()

  constructor(reason: RefusalReason, details: RefusalDetails = {}) {
    const [status, text] = refusals[reason]
    this.reason = reason
    this.status = details.status ?? status
    this.text = text
    this.headers = details.headers ?? []
    this.place = details.place
  }

  body(format: ErrorFormat): Buffer {
    let body = this.#bodies.get(format)
    if (!body) {
      body = renderError(format, this.status, this.text)
      this.#bodies.set(format, body)
    }
    return body
  }
}
