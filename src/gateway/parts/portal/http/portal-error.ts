/** The error responses of the portal. RFC 9457. */
import { STATUS_CODES } from 'node:http'
import type { PortalErrorCode, ProblemDetails } from '../rest/index.ts'
import table from '../rest/portal-errors.json' with { type: 'json' }

/** The status and the default detail of each error code. */
const portalErrors: Readonly<Record<PortalErrorCode, { status: number; detail: string }>> = table

/** Returns the error codes by their status. */
export function listErrorCodes(): ReadonlyMap<number, readonly PortalErrorCode[]> {
  return Map.groupBy(Object.keys(portalErrors) as PortalErrorCode[], (code) => portalErrors[code].status)
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
    const { status, detail: sentence } = portalErrors[code]
    const { detail = sentence, fields, retryAfter, headers = {}, cause } = facts
    super(detail, { cause })
    this.problem = { status, title: STATUS_CODES[status] as string, code, detail, fields, retryAfter }
    this.headers = retryAfter === undefined ? headers : { ...headers, 'Retry-After': String(retryAfter) }
  }
}

/** Rejects a body because of one of its members. */
export function createFieldError(field: string, message: string, detail = `${message}.`): PortalError {
  return new PortalError('wrong_body', { detail, fields: [{ field, message }] })
}
