/**
 * Finds the TLS client profile that an endpoint names in `tls_client_profile`, or, in exports, in
 * `tls_client_profile_url`.
 */
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import { readResourceName } from './resource-url.ts'

/** Replaces a profile URL of an export, `.../{name}` or `.../{name}/{version}`, with the name of the profile. */
export function replaceTlsProfileUrl(source: ParsedDocument, endpoint: MemberPath): void {
  const path = [...endpoint, 'tls_client_profile_url']
  const url = source.valueAt(path)
  if (typeof url === 'string' && url.includes('/')) source.replace(path, readResourceName(url))
}

/**
 * Returns the name of the profile of the endpoint at a path and the path of that member; undefined when there is
 * none.
 */
export function findTlsProfileName(
  source: ParsedDocument,
  endpoint: readonly string[],
): { name: string; path: string[] } | undefined {
  for (const member of ['tls_client_profile', 'tls_client_profile_url']) {
    const path = [...endpoint, member]
    const profile = source.valueAt(path)
    if (typeof profile === 'string') return { name: profile, path }
  }
  return undefined
}
