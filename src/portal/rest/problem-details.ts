/** The body of every error response. */

/** An error response, `application/problem+json`. RFC 9457. */
export interface ProblemDetails {
  status: number
  /** The reason phrase of the status. */
  title: string
  /** The error code for programs: `not_signed_in`, `name_taken`, `wrong_body`, ... */
  code: string
  /** The error text for users. */
  detail: string
  /** The errors of single members of the body. */
  fields?: { field: string; message: string }[]
  /** Seconds after which the client may retry. */
  retryAfter?: number
}
