/** Splits lines of indented JSON, XML and YAML into parts with a colour, and finds the lines that fold. Pure. */

export type CodeLanguage = 'json' | 'xml' | 'yaml'

/** A part of a line; text without a colour has an empty kind. */
export type CodePart = readonly [kind: '' | 'name' | 'string' | 'number' | 'word' | 'comment', text: string]

const jsonTokens = /("(?:[^"\\]|\\[\s\S])*"?)(:?)|-?\d[\d.eE+-]*|true|false|null/g
const xmlTokens = /<!--.*|<!\[CDATA\[.*|<[/?!]?[^\s<>/?]*|"[^"]*"?|'[^']*'?|[^\s=<>"'/?]+=?|>/g
const yamlTokens =
  /((?:^|\s)#.*)|("(?:[^"\\]|\\.)*"?|'[^']*'?|-(?=\s|$)|[^\s,[\]{}:"']+(?:(?::| +(?![#\s]))[^\s,[\]{}:"']+)*)(:(?!\S))?/g

/** Returns the language of a text by its first line; undefined for a text of another language. */
export function detectLanguage(text: string): CodeLanguage | undefined {
  if (/^\s*[[{]/.test(text)) return 'json'
  if (/^\s*</.test(text)) return 'xml'
  return /^(#.*\n)*[\w$-]+:\s/.test(text) ? 'yaml' : undefined
}

/** Returns the parts of one line. Together they are the line. */
export function splitLine(line: string, language: CodeLanguage): readonly CodePart[] {
  if (language === 'yaml') return splitYamlLine(line)
  const parts: CodePart[] = []
  let isMarkup = false
  let end = 0
  for (const match of line.matchAll(language === 'json' ? jsonTokens : xmlTokens)) {
    const [token, text, colon] = match
    if (language === 'xml' && token.startsWith('<')) isMarkup = true
    const kind = language === 'json' ? findJsonKind(token, text, colon) : isMarkup ? findXmlKind(token) : ''
    if (token === '>') isMarkup = false
    if (match.index > end) parts.push(['', line.slice(end, match.index)])
    parts.push([kind, text ?? token])
    if (colon) parts.push(['', colon])
    end = match.index + token.length
  }
  if (end < line.length) parts.push(['', line.slice(end)])
  return parts
}

function splitYamlLine(line: string): readonly CodePart[] {
  const parts: CodePart[] = []
  let end = 0
  for (const { 0: token, 1: comment, 2: text = '', 3: colon, index } of line.matchAll(yamlTokens)) {
    if (index > end) parts.push(['', line.slice(end, index)])
    parts.push(comment === undefined ? [findYamlKind(text, colon), text] : ['comment', comment])
    if (colon) parts.push(['', colon])
    end = index + token.length
  }
  if (end < line.length) parts.push(['', line.slice(end)])
  return parts
}

function findYamlKind(text: string, colon: string | undefined): CodePart[0] {
  if (colon) return 'name'
  if (/^(true|false|null|~)$/.test(text)) return 'word'
  if (/^-?\d[\d.]*$/.test(text)) return 'number'
  return /^[-|>?]/.test(text) ? '' : 'string'
}

function findJsonKind(token: string, text?: string, colon?: string): CodePart[0] {
  if (text !== undefined) return colon ? 'name' : 'string'
  return /^[tfn]/.test(token) ? 'word' : 'number'
}

function findXmlKind(token: string): CodePart[0] {
  if (token.startsWith('<!')) return 'comment'
  if (token.startsWith('<') || token === '>') return 'name'
  if (token.startsWith('"') || token.startsWith("'")) return 'string'
  return token.endsWith('=') ? 'word' : ''
}

/** Returns, for each line that is followed by deeper lines, the number of the first line that is not deeper. */
export function findFolds(lines: readonly string[]): ReadonlyMap<number, number> {
  const folds = new Map<number, number>()
  const open: (readonly [line: number, depth: number])[] = []
  for (const [number, line] of lines.entries()) {
    const depth = line.length - line.trimStart().length
    for (let last = open.at(-1); last && last[1] >= depth; last = open.at(-1)) {
      if (number > last[0] + 1) folds.set(last[0], number)
      open.pop()
    }
    open.push([number, depth])
  }
  return folds
}
