/** A path template: texts, `{name}` for a segment or a part of one, `{+name}` or `{*name}` for the rest of the path. */

export interface PathTemplate {
  /** The template without parameter names: two templates of the same shape match the same paths. */
  shape: string
}

const parameter = /\{[+*]?([^{}+*]+)\}/g
const restParameter = /^\{[+*][^{}+*]+\}$/
/** One or more parameters with a text between each two of them. */
const parametersAndTexts = /^[^{}]*\{[^{}+*]+\}(?:[^{}]+\{[^{}+*]+\})*[^{}]*$/

/** Parses a path template. Returns the reason when the text is not one. */
export function parsePathTemplate(text: string): PathTemplate | { error: string } {
  if (!text.startsWith('/')) return { error: 'must begin with "/"' }
  if (/[?#\\\s]/.test(text)) return { error: 'must be a path only, without "?", "#" and blanks' }

  const segments = text.slice(1).split('/')
  const names = new Set<string>()
  const shape: string[] = []
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    if (segment === '.' || segment === '..') return { error: 'must have no segment "." or ".."' }
    if (segment === '' && !last) return { error: 'must have no empty segment' }
    if (!/[{}]/.test(segment)) {
      shape.push(segment)
      continue
    }

    const isRest = restParameter.test(segment)
    if (isRest && !last) return { error: `must have "${segment}" at its end: it stands for the rest of the path` }
    if (!isRest && !parametersAndTexts.test(segment)) {
      return {
        error: `must have a name in each pair of braces, and a text between two parameters, such as {id}.json or {from}-{to} - found "${segment}"`,
      }
    }
    for (const [, name = ''] of segment.matchAll(parameter)) {
      if (names.has(name)) return { error: `has the parameter {${name}} twice` }
      names.add(name)
    }
    shape.push(isRest ? '{+}' : segment.replaceAll(parameter, '{}'))
  }
  // A document may write letters outside ASCII as they are or as escapes (RFC 3986 section 2.5).
  const escaped = shape
    .join('/')
    .toWellFormed()
    .replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)
  return { shape: `/${escaped}` }
}
