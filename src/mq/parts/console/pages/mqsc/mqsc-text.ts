/** The text of MQSC: attributes that DISPLAY prints, the commands of a script, tokens for colours, quotes. */

/** One displayed object: its attributes by keyword, in the order in which they were printed. */
export type AnswerRow = ReadonlyMap<string, string>

const attributeShape = /(?<![A-Z0-9])([A-Z0-9]+)\(((?:[^()]|\([^()]*\))*)\)/g

/** Returns the objects in the lines of an answer. An object begins with a line of an AMQ message. */
export function parseAnswer(lines: readonly string[]): readonly AnswerRow[] {
  const rows: Map<string, string>[] = []
  for (const line of lines.flatMap((each) => each.split('\n'))) {
    if (/^\s*AMQ\d{4}[IWE]/.test(line)) rows.push(new Map())
    for (const [, keyword = '', value = ''] of line.matchAll(attributeShape)) rows.at(-1)?.set(keyword, value.trim())
  }
  return rows.filter(({ size }) => size > 0)
}

/** Returns the keywords of all rows, in the order of their first occurrence. */
export function listKeywords(rows: readonly AnswerRow[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))]
}

/** Splits an MQSC script into commands. A line that ends in `+` or `-` continues; `*` begins a comment. */
export function splitScript(script: string): readonly string[] {
  const commands: string[] = []
  let command = ''
  let dropsBlanks = true
  for (const line of script.split(/\r?\n/)) {
    if (command === '' && /^\s*(\*|$)/.test(line)) continue
    const [, mark] = /([+-])$/.exec(line.trimEnd()) ?? []
    const text = mark === undefined ? line.trimEnd() : line.trimEnd().slice(0, -1)
    // After `+` the next line continues at its first character that is not blank; after `-` at its start.
    command += dropsBlanks ? text.trimStart() : text
    dropsBlanks = mark !== '-'
    if (mark === '+') command = `${command.trimEnd()} `
    else if (mark !== '-') {
      commands.push(command.trim().replace(/;$/, ''))
      command = ''
    }
  }
  if (command.trim() !== '') commands.push(command.trim())
  return commands.filter((each) => each !== '')
}

type TokenKind = 'verb' | 'keyword' | 'value' | 'string' | 'comment' | 'other'

type Token = { kind: TokenKind; text: string }

/** A comment line, a quoted string, a word, blanks, or one other character. */
const tokenShape = /(^|(?<=\n))[ \t]*\*[^\n]*|'(?:[^']|'')*'?|[^\s()',+*]+|\s+|[\s\S]/g

/** Splits MQSC text into tokens for syntax colours. The tokens together are the text. */
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

/** Quotes all but numbers and words in upper case: MQSC converts unquoted text to upper case. */
export function quoteMqsc(text: string): string {
  return /^[A-Z0-9_]+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`
}
