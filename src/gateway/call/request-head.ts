/** The headers of a request that the gateway itself uses. The stage `readRequestHead` fills it. */
export class RequestHead {
  /** The value of the Authorization header. */
  authorization: string | undefined
  /** The value of the Accept header; several Accept headers are joined with commas. */
  accept: string | undefined
  /** The value of the Origin header. */
  origin: string | undefined
  /** The value of the traceparent header; an empty text when the request has the header more than once. */
  traceparent: string | undefined
  /** Whether the request announces a body. */
  hasBody = false
  /** The value of the Content-Length header; undefined when the body comes in chunks or there is none. */
  contentLength: string | undefined
}
