/** The resource identifiers of APIs: RFC 8707 section 2. Providers issue tokens for them, and their metadata names them. */

/** Returns the path of an API below the origin of the gateway. */
export function renderResourcePath(catalogPath: string, basePath: string): string {
  return `${catalogPath}${basePath === '/' ? '' : basePath}`
}
