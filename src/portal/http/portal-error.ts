/** The error responses of the portal. RFC 9457. */
import { STATUS_CODES } from 'node:http'
import type { ApplicationEditErrorCode } from '../context/application-edit.ts'
import type { DocumentErrorCode } from '../context/document-request.ts'
import type { SigningKeyErrorCode } from '../context/signing-keys.ts'
import type { ProblemDetails } from '../rest/index.ts'

/** The status and the default detail of each error code. */
const portalErrors = {
  not_signed_in: [401, 'Sign in first: there is no session, or it has ended.'],
  wrong_credentials: [401, 'The name or the password is wrong.'],
  wrong_password: [422, 'The present password is wrong.'],
  too_many_attempts: [429, 'There were too many failed attempts. Try again later.'],
  too_many_sign_ins: [429, 'You signed in too often. Try again later.'],
  too_many_sign_ups: [429, 'Too many accounts were created from this IP address. Try again later.'],
  too_many_changes: [429, 'You changed your applications too often. Try again later.'],
  too_many_sign_in_tests: [429, 'You tested too many sign-ins. Try again later.'],
  too_many_mails: [429, 'Too many e-mails were requested. Try again later.'],
  wrong_mail_token: [
    422,
    'This link is not valid: it has expired, it was used, or the password was changed meanwhile. Request another one.',
  ],
  no_mail: [403, 'This portal sends no e-mails: ask the operator, who can set SLUICE_SMTP_URL and SLUICE_MAIL_FROM.'],
  email_not_verified: [
    403,
    'Verify your e-mail address first: open the link that was sent to you, or request another one on the page of your account.',
  ],
  no_self_signup: [403, 'Sign-up is not open to everyone here: request an account from the owner of the catalog.'],
  account_taken: [409, 'This name is taken: choose another.'],
  wrong_csrf_token: [403, 'The header X-CSRF-Token must be the CSRF token of the session: get it with GET /session.'],
  other_site: [403, 'This request was sent by a page of another site.'],
  not_an_owner: [403, 'Only owners of the catalog may do this.'],

  not_a_configurator: [
    403,
    'Owners of this catalog may not change documents: the operator allows it with portal.owners_edit_documents.',
  ],

  unknown_document: [404, 'There is no such document.'],
  wrong_document_path: [
    422,
    'This is no path of a document: documents are .yaml or .json files in providers, apis, and the folders of catalogs.',
  ],
  document_changed: [409, 'The document was changed at the same time: load it again.'],
  wrong_document: [422, 'The documents would have errors with this change.'],
  read_only: [403, 'The gateway cannot write its documents here: download the patch and apply it where they are kept.'],
  nothing_to_undo: [404, 'No change can be undone.'],
  unknown_provider: [404, 'There is no native OAuth provider of this name in this catalog.'],
  unknown_key: [404, 'The provider has no valid key with this id: it was removed, or its last token has expired.'],
  newest_key: [409, 'The newest key signs and cannot be removed: rotate the keys first, then remove this one.'],
  keys_elsewhere: [409, 'The keys of this provider are in files, a variable or an external signer: rotate them there.'],
  keys_rotated: [409, 'The keys were rotated at the same time: load them again.'],

  unknown_resource: [404, 'There is no such resource.'],
  wrong_method: [405, 'The resource does not support this method.'],
  wrong_body: [422, 'The body is invalid: see "fields".'],
  no_json: [400, 'The body must be a JSON object.'],
  wrong_type: [415, 'The body must be sent as application/json.'],
  too_long: [413, 'The body is too long.'],
  wrong_query: [400, 'The query string is invalid.'],

  unknown_product: [404, 'There is no such product in this catalog.'],
  unknown_api: [404, 'There is no such API in this catalog.'],
  unknown_guide: [404, 'There is no such guide in this catalog.'],
  unknown_image: [404, 'There is no such image.'],
  document_unreadable: [
    503,
    'The document of this API cannot be read at the moment. The operator finds the reason in the log.',
  ],
  product_deprecated: [409, 'This product is deprecated and accepts no new subscriptions.'],
  unknown_plan: [422, 'The product has no such plan.'],
  unknown_application: [404, 'You have no application of this name.'],
  name_taken: [409, 'An application of this name exists in the catalog: choose another.'],
  too_many_applications: [409, 'You have reached the maximum number of applications: delete one first.'],
  not_subscribed: [404, 'The application is not subscribed to this product.'],
  subscription_disabled: [
    409,
    'The operator of the catalog has disabled this subscription. Only the operator can enable it.',
  ],
  nothing_requested: [404, 'No subscription waits for approval here.'],
  no_secret: [409, 'The application is public: it has no secret.'],
  credential_taken: [409, 'The application has a credential of this name: choose another.'],
  too_many_credentials: [409, 'An application has at most 10 credentials: delete one first.'],
  last_credential: [409, 'This is the only credential of the application: add another one first.'],
  unknown_credential: [404, 'The application has no credential of this name.'],
  one_secret: [409, 'The application has one secret only.'],
  two_secrets: [
    409,
    'Two secrets of the application are valid, and a third would end one of them: name the one to keep in "keep", "newest" or "old", or drop the old one first. "secretsLastUsed" of the application says which one is in use.',
  ],
  kept_in_file: [409, 'This application is a file of the gateway: only the operator can change it.'],
  kept_elsewhere: [
    409,
    'The secret of this application is stored outside its document: only the operator can change it.',
  ],
  wrong_application: [422, 'The application would be invalid with this change.'],
  documents_wrong: [
    503,
    'Nothing was changed: the documents of this gateway have errors at the moment. Try again later.',
  ],
  overtaken: [409, 'Nothing was changed: the application was changed at the same time. Try again.'],
  not_written: [
    503,
    'Nothing was changed: the gateway cannot write its documents. The operator finds the reason in the log.',
  ],
  busy: [503, 'Too many changes are waiting. Try again in a moment.'],

  unknown_approval: [404, 'No subscription with this name waits for approval.'],
  unknown_request: [
    404,
    'There is no record of a rejected call of your applications with this request id: it was served, its record was replaced, or it belongs to another user.',
  ],
  unavailable: [503, 'The user registry or the store of the portal is unavailable. Try again later.'],
  fault: [500, 'The portal has a defect. The operator finds the reason in the log.'],
} as const satisfies Record<string, readonly [status: number, detail: string]> &
  Record<ApplicationEditErrorCode | DocumentErrorCode | SigningKeyErrorCode, readonly [status: number, detail: string]>

export type PortalErrorCode = keyof typeof portalErrors

/** Returns the error codes by their status. */
export function listErrorCodes(): ReadonlyMap<number, readonly PortalErrorCode[]> {
  return Map.groupBy(Object.keys(portalErrors) as PortalErrorCode[], (code) => portalErrors[code][0])
}

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
  override name = 'PortalError'
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
