/** The error responses of the portal. RFC 9457. */
import { STATUS_CODES } from 'node:http'

import type { ApplicationEditErrorCode } from '../context/application-edit.ts'
import type { ProblemDetails } from '../rest/index.ts'

/** The status and the default detail of each error code. */
const portalErrors = {
  not_signed_in: [401, 'Sign in first: there is no session, or it has ended.'],
  wrong_credentials: [401, 'The name or the password is wrong.'],
  wrong_password: [422, 'The present password is wrong.'],
  too_many_attempts: [429, 'There were too many failed attempts. Try again later.'],
  too_many_sign_ins: [429, 'You signed in very often. Try again later.'],
  too_many_sign_ups: [429, 'Too many people signed up from this address. Try again later.'],
  too_many_changes: [429, 'You changed your applications very often. Try again later.'],
  no_self_signup: [
    403,
    'Nobody can sign up here by themselves: ask the owner of the catalog for an account.',
  ],
  account_taken: [409, 'This name is taken: choose another.'],
  wrong_csrf_token: [
    403,
    'The header X-CSRF-Token must hold the token of the session: get it by GET /session.',
  ],
  other_site: [403, 'This request was sent by a page of another site.'],
  not_an_owner: [403, 'Only owners of the catalog may do this.'],

  unknown_resource: [404, 'There is no such resource.'],
  wrong_method: [405, 'This resource does not take that method.'],
  wrong_body: [422, 'Something in the body is not as it must be.'],
  no_json: [400, 'The body must be a JSON object.'],
  wrong_type: [415, 'The body must be sent as application/json.'],
  too_long: [413, 'The body is too long.'],
  wrong_query: [400, 'The query is not as it must be.'],

  unknown_product: [404, 'There is no such product in this catalog.'],
  unknown_api: [404, 'There is no such API in this catalog.'],
  product_deprecated: [409, 'This product is deprecated: nobody can subscribe to it any more.'],
  unknown_plan: [422, 'The product has no such plan.'],
  unknown_application: [404, 'You have no application of this name.'],
  name_taken: [409, 'An application of this name exists in the catalog: choose another.'],
  too_many_applications: [
    409,
    'You have as many applications as one person may have here: delete one first.',
  ],
  not_subscribed: [404, 'The application is not subscribed to this product.'],
  subscription_disabled: [
    409,
    'This subscription was disabled by the operator of the catalog, who alone can enable it.',
  ],
  nothing_requested: [404, 'Nothing waits for a decision here.'],
  no_secret: [409, 'The application is public: it has no secret.'],
  one_secret: [409, 'The application has one secret only.'],
  two_secrets: [
    409,
    'Two secrets of the application are valid, and a third would end one of them: name the one to keep in "keep", "newest" or "old", or drop the old one first. "secretsLastUsed" of the application says which one is in use.',
  ],
  kept_elsewhere: [
    409,
    'The secret of this application is kept outside its document: the operator must change it.',
  ],
  wrong_application: [422, 'The application would not be right like this.'],
  documents_wrong: [
    503,
    'Nothing was changed: the documents of this gateway are being worked on and are wrong at this moment. Try again later.',
  ],
  overtaken: [409, 'Nothing was changed: the application was changed by somebody else meanwhile. Try again.'],
  not_written: [
    503,
    'Nothing was changed: the gateway cannot write its documents. Its operator finds more in the log.',
  ],
  busy: [503, 'Too many changes are waiting. Try again in a moment.'],

  unknown_approval: [404, 'Nothing waits for a decision under this name.'],
  unknown_request: [
    404,
    'No refused call of your applications is remembered under this id: it was served, is long ago, or is not yours.',
  ],
  unavailable: [503, 'The users of the portal cannot be asked at this moment. Try again later.'],
  fault: [500, 'Something went wrong here. The operator finds more in the log.'],
} as const satisfies Record<string, readonly [status: number, detail: string]> &
  Record<ApplicationEditErrorCode, readonly [status: number, detail: string]>

export type PortalErrorCode = keyof typeof portalErrors

interface PortalErrorOptions {
  /** Replaces the default detail. */
  detail?: string | undefined
  fields?: ProblemDetails['fields'] | undefined
  /** Seconds after which the client may retry. */
  retryAfter?: number | undefined
  headers?: Readonly<Record<string, string>>
  cause?: unknown
}

/** Rejects a request. The error boundary renders it as problem details. */
export class PortalError extends Error {
  override name = 'Refusal'
  readonly problem: ProblemDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(code: PortalErrorCode, facts: PortalErrorOptions = {}) {
    const [status, sentence] = portalErrors[code]
    const { detail = sentence, fields, retryAfter, headers = {}, cause } = facts
    super(detail, { cause })
    this.problem = {
      status,
      title: STATUS_CODES[status] as string,
      code,
      detail,
      ...(fields && { fields }),
      ...(retryAfter !== undefined && { retryAfter }),
    }
    this.headers = retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) }
  }
}
