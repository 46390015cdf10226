/** What is answered instead. */

/** Every refusal: RFC 9457, `application/problem+json`. */
export interface ProblemDetails {
  status: number
  /** The reason phrase of the status. */
  title: string
  /** A word for programs: `not_signed_in`, `name_taken`, `wrong_body`, ... */
  code: string
  /** A sentence for people. */
  detail: string
  /** What is wrong with single members of the body. */
  fields?: { field: string; message: string }[]
  /** Seconds, where it is worth trying again. */
  retryAfter?: number
}
