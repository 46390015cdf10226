/** Splits MQSC text into tokens for syntax colours. Pure: the tokens together are the text. */

export type TokenKind = 'verb' | 'keyword' | 'value' | 'string' | 'comment' | 'other'

export interface Token {
  kind: TokenKind
  text: string
}

/** A comment line, a quoted string, a word, blanks, or one other character. */
const tokenShape = /(^|(?<=\n))[ \t]*\*[^\n]*|'(?:[^']|'')*'?|[^\s()',+*]+|\s+|[\s\S]/g

export function tokenizeCommand(text: string): readonly Token[] {
  const tokens: Token[] = []
  let depth = 0
  let isStart = true
  for (const [part] of text.matchAll(tokenShape)) {
    const kind = findKind(part, depth, isStart)
    if (part === '(') depth += 1
    if (part === ')') depth = Math.max(0, depth - 1)
    if (part.trim() !== '' && kind !== 'comment') isStart = false
    if (part.includes('\n') && depth === 0 && !/[+-]$/.test(tokens.at(-1)?.text ?? '')) isStart = true
    tokens.push({ kind, text: part })
  }
  return tokens
}

function findKind(part: string, depth: number, isStart: boolean): TokenKind {
  if (/^[ \t]*\*/.test(part) && isStart) return 'comment'
  if (part.startsWith("'")) return 'string'
  if (!/^\w/.test(part)) return 'other'
  if (depth > 0) return 'value'
  return isStart ? 'verb' : 'keyword'
}
