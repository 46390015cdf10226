/** An example request, independent of the language in which it is rendered. */
export interface ExampleRequest {
  method: string
  /** The absolute URL with its query. */
  url: string
  headers: readonly (readonly [name: string, value: string])[]
  /** Whether the request has HTTP Basic credentials, RFC 7617. */
  basic: boolean
  /** Whether the connection has a client certificate. */
  certificate?: boolean
  body: string | undefined
}

/**
 * Quotes a text as a string literal for languages with `\uXXXX` escapes: Java, C#, Go, Python. JSON escapes are valid
 * there, except for those of characters above U+FFFF, which stay as they are.
 */
export function quoteUnicode(text: string): string {
  return JSON.stringify(text.toWellFormed())
}
