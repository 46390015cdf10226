/** Converts a message body to text in several formats. Nothing in a body is executed or loaded. */
import { t } from '../text/t.ts'
import { decodeText, findPrintable, utf8 } from './code-pages.ts'
import { indentJson } from './indent-json.ts'

export type BodyFormat = 'text' | 'json' | 'xml' | 'hex'

export const bodyFormats: readonly (readonly [format: BodyFormat, title: string])[] = [
  ['text', t('Text')],
  ['json', 'JSON'],
  ['xml', 'XML'],
  ['hex', t('Hex')],
]

/** Decodes base64 to bytes. */
export function decodeBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Returns the format that shows a body best: JSON or XML that parses, hex for bytes that are no text, or text. */
export function detectFormat(bytes: Uint8Array, page = utf8): BodyFormat {
  const text = decodeText(bytes, page)
  if (text === undefined) return 'hex'
  const start = text.trimStart()
  if (/^[[{]/.test(start) && indentJson(text) !== undefined) return 'json'
  return start.startsWith('<') && indentXml(text) !== undefined ? 'xml' : 'text'
}

/** Returns the body as text in a format, or undefined when the body is not of that format. */
export function renderBody(bytes: Uint8Array, format: BodyFormat, page = utf8): string | undefined {
  if (format === 'hex') return renderHexDump(bytes, page)
  const text = decodeText(bytes, page)
  if (format === 'text') return text ?? new TextDecoder().decode(bytes)
  if (text === undefined) return undefined
  return format === 'xml' ? indentXml(text) : indentJson(text)
}

const bytesPerLine = 16

/** Returns a hex dump: the offset, sixteen bytes and their printable characters in each line. */
export function renderHexDump(bytes: Uint8Array, page = utf8): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const some = [...bytes.subarray(at, at + bytesPerLine)]
    const hex = some.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const printable = some.map((byte) => findPrintable(byte, page)).join('')
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(bytesPerLine * 3 - 1)}  ${printable}`)
  }
  return lines.join('\n')
}

/**
 * Returns the XML with one element per line, indented by depth, or undefined when the text is not well-formed. An element
 * that holds text alone is one line.
 */
export function indentXml(text: string): string | undefined {
  const lines: string[] = []
  const open: string[] = []
  let start: number | undefined // the line of an element with text alone so far
  for (const part of splitMarkup(text)) {
    if (part === undefined) return undefined
    const word = part.trim()
    if (word === '') continue
    if (!word.startsWith('<') && open.length === 0) return undefined
    const closing = /^<\/([^\s>]+)/.exec(word)?.[1]
    if (closing !== undefined && open.pop() !== closing) return undefined
    const isShort = closing !== undefined && start !== undefined
    const before = isShort ? lines.splice(start ?? 0).map((line, index) => (index === 0 ? line : line.trim())) : []
    lines.push((isShort ? before.join('') : '  '.repeat(open.length)) + word)
    const opening = /^<([^\s!?/>]+)/.exec(word)?.[1]
    if (opening !== undefined && !word.endsWith('/>')) {
      open.push(opening)
      start = lines.length - 1
    } else if (word.startsWith('<')) start = undefined
    if (open.length > maxDepth) return undefined
  }
  return open.length === 0 && lines.length > 0 ? lines.join('\n') : undefined
}

/** The depth of elements above which the text is not indented. */
const maxDepth = 200

/** The start and end of each kind of markup. Longer starts come first, because `<` is a prefix of the others. */
const markupDelimiters = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<', '>'],
] as const

/** Yields tags, comments and the text between them, and undefined for markup that does not end. Runs in linear time. */
function* splitMarkup(text: string): Generator<string | undefined> {
  for (let at = 0; at < text.length; ) {
    const end = findPartEnd(text, at)
    if (end === undefined) {
      yield undefined
      return
    }
    yield text.slice(at, end)
    at = end
  }
}

function findPartEnd(text: string, at: number): number | undefined {
  const [, last] = markupDelimiters.find(([first]) => text.startsWith(first, at)) ?? []
  if (last === undefined) {
    const next = text.indexOf('<', at)
    return next < 0 ? text.length : next
  }
  const end = text.indexOf(last, at)
  return end < 0 ? undefined : end + last.length
}
