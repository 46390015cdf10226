/** The resource identifiers of APIs: RFC 8707 section 2. Providers issue tokens for them, and their metadata names them. */
import type { PublicPlace } from '../../lib/http/public-place.ts'

/** The path before that of an API, at which its metadata is: RFC 9728 section 3.1. */
export const resourceMetadataPrefix = '/.well-known/oauth-protected-resource'

/** Returns a challenge that names the metadata at the place by which the caller came. */
export function moveChallenge(challenge: string, { standardPath, path, origin }: PublicPlace, baseUrl: string): string {
  const [from, to] = [`${baseUrl}${resourceMetadataPrefix}${standardPath}`, `${origin}${resourceMetadataPrefix}${path}`]
  return challenge.replaceAll(`"${from}`, `"${to}`)
}

/** Returns the path, or the URL, of an API in a catalog with this path or URL. */
export function renderResourcePath(catalog: string, basePath: string): string {
  return `${catalog}${basePath === '/' ? '' : basePath}`
}
