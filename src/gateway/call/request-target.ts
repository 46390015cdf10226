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
