/** Translates ECMA-262 expressions for RE2, which takes linear time and has no back references or look-around. */
import { createRequire } from 'node:module'
import { attempt } from '../collections/attempt.ts'
import { splitPattern } from './pattern-tokens.ts'

export interface LinearExpression {
  test(text: string): boolean
  /** The number of instructions. A test takes at most this number of steps for each character. */
  readonly size: number
}

/** RE2 is loaded with the first expression that needs it, because few gateways have one. */
const load = createRequire(import.meta.url)

const whiteSpace = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const notWhiteSpace =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'
const notLineEnd = '[^\\n\\r\\x{2028}\\x{2029}]'

/** Returns undefined for an expression that RE2 cannot run, or whose meaning would change. */
export function compileLinearExpression({ source, ignoreCase }: RegExp): LinearExpression | undefined {
  const translated = translate(source)
  if (translated === undefined) return undefined
  const { RE2JS } = load('re2js') as typeof import('re2js')
  // It throws for example for more than 1000 repetitions.
  const compiled = attempt(() => RE2JS.compile(ignoreCase ? `(?i)${translated}` : translated))
  return compiled && { test: (text) => compiled.test(text), size: compiled.programSize() }
}

function translate(source: string): string | undefined {
  let result = ''
  for (const { kind, text } of splitPattern(source)) {
    let part: string | undefined = text
    if (kind === 'open') part = text === '(' || /^\(\?(?::|<[^=!])/.test(text) ? '(?:' : undefined
    else if (kind === 'any') part = notLineEnd
    else if (kind === 'class') part = translateClass(text)
    else if (kind === 'escape') part = translateEscape(text)
    else if (kind === 'literal') part = writeCharacter(text.charCodeAt(0))
    if (part === undefined) return undefined
    result += part
  }
  return result
}

function translateEscape(text: string): string | undefined {
  if (/^\\[dDwWbB]$/.test(text)) return text
  if (text === '\\s') return `[${whiteSpace}]`
  if (text === '\\S') return `[${notWhiteSpace}]`
  const code = readCharacter(text)
  return code === undefined ? undefined : writeCharacter(code)
}

const member = '(?:\\\\(?:c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[0-9]+|[\\s\\S])|[\\s\\S])'
const members = new RegExp(`(${member})(?:-(${member}))?`, 'g')

/** Translates a class such as `[^\s-]`. A hyphen beside `\s` or `\w` stands for itself. */
function translateClass(text: string): string | undefined {
  const isNegated = text.startsWith('[^')
  const inner = text.slice(isNegated ? 2 : 1, -1)
  if (inner === '') return isNegated ? '[\\x{0}-\\x{10ffff}]' : undefined
  let result = ''
  for (const [, first = '', second] of inner.matchAll(members)) {
    const [from, to] = [translateMember(first), second === undefined ? undefined : translateMember(second)]
    if (from === undefined || (second !== undefined && to === undefined)) return undefined
    const isRange = second !== undefined && readCharacter(first) !== undefined && readCharacter(second) !== undefined
    result += isRange ? `${from}-${to}` : second === undefined ? from : `${from}\\-${to}`
  }
  return `[${isNegated ? '^' : ''}${result}]`
}

function translateMember(text: string): string | undefined {
  if (/^\\[dDwW]$/.test(text)) return text
  if (text === '\\s') return whiteSpace
  if (text === '\\S') return notWhiteSpace
  const code = text === '\\b' ? 8 : text === '\\B' ? undefined : readCharacter(text)
  return code === undefined ? undefined : writeCharacter(code)
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 }

/** Returns the code of the one character for which a text or an escape stands; undefined for everything else. */
function readCharacter(text: string): number | undefined {
  if (!text.startsWith('\\')) return text.charCodeAt(0)
  const [, kind = '', rest = ''] = /^\\([\s\S])([\s\S]*)$/.exec(text) ?? []
  if ((kind === 'x' || kind === 'u') && rest !== '') return Number.parseInt(rest, 16)
  if (kind === 'c') return rest === '' ? undefined : rest.charCodeAt(0) % 32
  if (/[0-9]/.test(kind)) return text === '\\0' ? 0 : undefined // a back reference or an octal escape
  if (/[dDsSwWbBkpP]/.test(kind)) return kind === 'p' || kind === 'P' ? kind.charCodeAt(0) : undefined
  return controls[kind] ?? kind.charCodeAt(0)
}

/** Returns undefined for half of a surrogate pair, because RE2 compares whole code points. */
function writeCharacter(code: number): string | undefined {
  return code >= 0xd800 && code <= 0xdfff ? undefined : `\\x{${code.toString(16)}}`
}
