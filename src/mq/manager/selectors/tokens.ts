/** Splits a selector into tokens. Jakarta Messaging 3.1, section 3.8.1.1. */

export type SelectorToken =
  | { readonly kind: 'name' | 'string' | 'symbol' | 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly text: string; readonly at: number }
  | { readonly kind: 'end'; readonly text: ''; readonly at: number }

/** An invalid selector. The message states the position and the reason. */
export class SelectorError extends Error {
  override name = 'SelectorError'
}

const words = new Set('AND OR NOT BETWEEN LIKE IN IS NULL ESCAPE TRUE FALSE'.split(' '))
const blanks = /\s*/y
const shapes = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['string', /'(?:[^']|'')*'/y],
  ['name', /[A-Za-z_$][\w$.]*/y],
  ['symbol', /<>|<=|>=|[=<>+\-*/(),]/y],
] as const

/** Returns the tokens with a final `end` token. Keywords are converted to upper case. Throws a `SelectorError`. */
export function tokenizeSelector(text: string): SelectorToken[] {
  const tokens: SelectorToken[] = []
  let at = 0
  for (;;) {
    blanks.lastIndex = at
    blanks.exec(text)
    at = blanks.lastIndex
    if (at >= text.length) return [...tokens, { kind: 'end', text: '', at }]
    const [token, end] = tokenAt(text, at)
    tokens.push(token)
    at = end
  }
}

/** Returns the token at a position, and the position after it. */
function tokenAt(text: string, at: number): [SelectorToken, number] {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at
    const found = shape.exec(text)?.[0]
    if (found === undefined) continue
    const end = shape.lastIndex
    if (kind === 'number') return [{ kind, text: found, value: Number(found), at }, end]
    if (kind === 'string') return [{ kind, text: found.slice(1, -1).replaceAll("''", "'"), at }, end]
    const word = found.toUpperCase()
    return [kind === 'name' && words.has(word) ? { kind: 'word', text: word, at } : { kind, text: found, at }, end]
  }
  throw new SelectorError(`"${text[at]}" at character ${at + 1} belongs to no selector`)
}
