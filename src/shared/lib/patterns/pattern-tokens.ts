/** Splits a regular expression (ECMA-262, without the flags u and v) into its tokens. */

export type PatternTokenKind =
  | 'open'
  | 'close'
  | 'or'
  | 'quantifier'
  | 'class'
  | 'any'
  | 'start'
  | 'end'
  | 'escape'
  | 'literal'

export type PatternToken = { readonly kind: PatternTokenKind; readonly text: string }

const shapes: readonly (readonly [kind: PatternTokenKind, shape: RegExp])[] = [
  ['open', /\((?:\?(?:[:=!]|<[=!]|<[^>=!]+>|[ims-]*:))?/y],
  ['close', /\)/y],
  ['or', /\|/y],
  ['quantifier', /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y],
  ['class', /\[\^?(?:[^\]\\]|\\[\s\S])*\]/y],
  ['any', /\./y],
  ['start', /\^/y],
  ['end', /\$/y],
  ['escape', /\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|k<[^>]*>|[0-9]+|[\s\S])/y],
  ['literal', /[\s\S]/y],
]

/** Returns the tokens of an expression that V8 has accepted. */
export function splitPattern(source: string): PatternToken[] {
  const tokens: PatternToken[] = []
  for (let at = 0; at < source.length; ) {
    for (const [kind, shape] of shapes) {
      shape.lastIndex = at
      const text = shape.exec(source)?.[0]
      if (text === undefined) continue
      tokens.push({ kind, text })
      at += text.length
      break
    }
  }
  return tokens
}

/** Returns the least and the greatest number of repetitions of a quantifier such as `*`, `+?` or `{2,5}`. */
export function readQuantifier(text: string): { min: number; max: number } {
  if (text.startsWith('*')) return { min: 0, max: Number.POSITIVE_INFINITY }
  if (text.startsWith('+')) return { min: 1, max: Number.POSITIVE_INFINITY }
  if (text.startsWith('?')) return { min: 0, max: 1 }
  const [, min = '0', comma, max = ''] = /^\{(\d+)(,?)(\d*)/.exec(text) ?? []
  if (comma === '') return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Number.POSITIVE_INFINITY : Number(max) }
}
