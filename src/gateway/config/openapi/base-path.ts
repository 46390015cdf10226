/** Reads the base path of an API: `basePath` of OpenAPI 2, or the path of the first server of OpenAPI 3. */
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'

export interface BasePath {
  /** The base path without a slash at its end, `/customerdb/v1`; empty for the root. */
  text: string
  path: MemberPath
}

/** Returns the path of the member that holds the base path. */
export function findBasePathMember(source: ParsedDocument): MemberPath {
  return source.valueAt(['openapi']) === undefined ? ['basePath'] : ['servers', 0, 'url']
}

/** Returns the base path, or the reason why calls cannot be routed to it. */
export function readBasePath(source: ParsedDocument): BasePath | { error: string; path: MemberPath } {
  const path = findBasePathMember(source)
  const isNew = path[0] === 'servers'
  const written = source.valueAt(path) ?? '/'
  const text = isNew ? pathOfServer(String(written), source.valueAt(['servers', 0, 'variables'])) : String(written)

  const trimmed = text.replace(/\/$/, '')
  if (trimmed === '') return { text: '', path }
  const error = findBasePathError(trimmed, JSON.stringify(source.renderValue(path)))
  return error ? { error: `${isNew ? 'servers[0].url' : 'basePath'} ${error}`, path } : { text: trimmed, path }
}

/** Returns the reason why a path is not a valid base path; undefined when it is valid. */
function findBasePathError(text: string, shown: string): string | undefined {
  if (!text.startsWith('/')) return `must begin with "/" - found ${shown}`
  if (/[{}]/.test(text)) return `must have no parameters in its path - found ${shown}`
  if (/[?#%\\\s]|\$\(/.test(text)) return `must be a plain path, without "?", "#", "%" and blanks`
  if (/\/(\.{0,2})(\/|$)/.test(text)) return 'must have no empty segment, and none of "." and ".."'
  return undefined
}

function pathOfServer(url: string, variables: unknown): string {
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (whole, key) => {
    const variable = (variables as Record<string, { default?: unknown } | undefined> | undefined)?.[key]
    return variable?.default === undefined ? whole : String(variable.default)
  })
  const path = filled.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '')
  return path === '' ? '/' : path
}
