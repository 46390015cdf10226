/**
 * The TLS client profile that an endpoint names: `tls_client_profile`, or as exports write it, `tls_client_profile_url`.
 */
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'

/** An export refers to a profile by its address, `.../{name}` or `.../{name}/{version}`: it becomes the name. */
export function replaceTlsProfileUrl(source: ParsedDocument, endpoint: MemberPath): void {
  const path = [...endpoint, 'tls_client_profile_url']
  const address = source.valueAt(path)
  if (typeof address !== 'string' || !address.includes('/')) return
  const [last, before] = address.split('/').reverse()
  source.replace(path, /^\d+(\.\d+)*$/.test(last ?? '') ? before : last)
}

/** The profile that the endpoint at a path names, with its path in the document. */
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
