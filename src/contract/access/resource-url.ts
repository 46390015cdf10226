/** The resource identifiers of APIs: RFC 8707 section 2. Providers issue tokens for them, and their metadata names them. */

/** Returns the path, or the URL, of an API in a catalog with this path or URL. */
export function renderResourcePath(catalog: string, basePath: string): string {
  return `${catalog}${basePath === '/' ? '' : basePath}`
}
