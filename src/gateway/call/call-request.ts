/** What a call has received: the headers that the gateway uses, the path and the query. */

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

/**
 * The path and the query of a request. The stage `readRequestTarget` fills it; an API key in the query is taken out by the
 * security check that reads it.
 */
export class RequestTarget {
  /** The path that the gateway matches, authorises and forwards: normalised, with its leading slash. */
  path = ''
  /** The query with its question mark; an empty text when there is none. */
  search = ''
  /** The query as it was received, before API keys were taken out of it. */
  receivedSearch = ''
  /** Whether the path contains an encoded slash, `%2F`. */
  hasEncodedSlash = false
}
