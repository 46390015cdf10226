/**
 * Where an API begins below its catalog: `basePath` of OpenAPI 2, the path of the first server of OpenAPI 3.
 */
import type { Path, Source } from '../text/source.ts'

export interface BasePath {
  /** Without a slash at its end: `/customerdb/v1`; empty for the root. */
  text: string
  path: Path
}

/** Where a document says its base path. */
export function basePathMember(source: Source): Path {
  return source.at(['openapi']) === undefined ? ['basePath'] : ['servers', 0, 'url']
}

/** The base path, or why there is none that could be routed. */
export function readBasePath(source: Source): BasePath | { refused: string; path: Path } {
  const path = basePathMember(source)
  const isNew = path[0] === 'servers'
  const written = source.at(path) ?? '/'
  const text = isNew ? pathOfServer(String(written), source.at(['servers', 0, 'variables'])) : String(written)

  const trimmed = text.replace(/\/$/, '')
  if (trimmed === '') return { text: '', path }
  const refused = whyNot(trimmed, JSON.stringify(source.shown(path)))
  return refused
    ? { refused: `${isNew ? 'servers[0].url' : 'basePath'} ${refused}`, path }
    : { text: trimmed, path }
}

/** Why a path is no base path, or undefined when it is one. */
function whyNot(text: string, shown: string): string | undefined {
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
