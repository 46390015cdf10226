/**
 * The first segment of an access token: for each key and client there is exactly one text.
 *
 * That is what lets a verifier say "client id missing" about any change in it, and what keeps a caller from
 * choosing algorithm, key or type: the text is compared, never obeyed. RFC 7515 section 4, RFC 9068 section 2.1.
 */

/** The segment for a key and a client. */
export function renderTokenHeader(kid: string, clientId: string): string {
  return Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid, client_id: clientId })).toString(
    'base64url',
  )
}

/** The key and the client that a segment names; undefined when no key and client would be rendered as this text. */
export function parseTokenHeader(segment: string): { kid: string; clientId: string } | undefined {
  let header: unknown
  try {
    header = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  const { kid, client_id: clientId } = (header ?? {}) as Record<string, unknown>
  if (typeof kid !== 'string' || typeof clientId !== 'string') return undefined
  return renderTokenHeader(kid, clientId) === segment ? { kid, clientId } : undefined
}
