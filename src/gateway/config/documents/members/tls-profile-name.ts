/** The TLS client profile of an endpoint: `tls_client_profile`, or `tls_client_profile_url` of exports. */
import { trimEndCharacters } from '../../../../shared/lib/text/trim-characters.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'

/** Returns the name at the end of `.../{name}` or `.../{name}/{version}`; any other text itself. */
export function readResourceName(url: string): string {
  const [last = url, before] = trimEndCharacters(url, '/').split('/').reverse()
  return before !== undefined && /^\d+(\.\d+)*$/.test(last) ? before : last
}

/** Replaces a profile URL of an export, `.../{name}` or `.../{name}/{version}`, with the name of the profile. */
export function replaceTlsProfileUrl(source: ParsedDocument, endpoint: MemberPath): void {
  const path = [...endpoint, 'tls_client_profile_url']
  const url = source.valueAt(path)
  if (typeof url === 'string' && url.includes('/')) source.replace(path, readResourceName(url))
}

/** Returns the name of the profile of an endpoint, and the path of that member; undefined for none. */
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
