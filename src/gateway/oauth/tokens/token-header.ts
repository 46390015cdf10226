/**
 * The JOSE header of an access token: for each signing key and client there is exactly one text. RFC 7515 section
 * 4, RFC 9068 section 2.1.
 *
 * A changed header therefore always results in "client id missing". The caller cannot choose algorithm, key or
 * type, because the text is only compared.
 */
import { parseJson } from '../../../shared/lib/collections/json-object.ts'

/** Returns the first segment of the tokens of a key and a client, as oidc-provider writes it. */
export function renderTokenHeader(kid: string, clientId: string): string {
  return Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid, client_id: clientId })).toString('base64url')
}

/** Returns key id and client id; undefined unless the segment is exactly what `renderTokenHeader` returns. */
export function parseTokenHeader(segment: string): { kid: string; clientId: string } | undefined {
  const header = parseJson(Buffer.from(segment, 'base64url').toString('utf8'))
  const { kid, client_id: clientId } = (header ?? {}) as Record<string, unknown>
  if (typeof kid !== 'string' || typeof clientId !== 'string') return undefined
  return renderTokenHeader(kid, clientId) === segment ? { kid, clientId } : undefined
}
