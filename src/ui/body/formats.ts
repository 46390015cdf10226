/** A body in each way of looking at it. Everything here makes text of bytes; nothing is ever run or loaded. */
import { indentJson } from './indent-json.ts'

export type Format = 'text' | 'json' | 'xml' | 'hex'

export const formats: readonly (readonly [format: Format, title: string])[] = [
  ['text', 'Text'],
  ['json', 'JSON'],
  ['xml', 'XML'],
  ['hex', 'Hex'],
]

/** The bytes of a body that came in base64. */
export function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** Which way suits the body best. */
export function suits(bytes: Uint8Array): Format {
  const text = decode(bytes)
  if (text === undefined) return 'hex'
  const start = text.trimStart()
  if (/^[[{]/.test(start) && indentJson(text) !== undefined) return 'json'
  return start.startsWith('<') && indentXml(text) !== undefined ? 'xml' : 'text'
}

/** The body as a text to show; undefined when it cannot be seen this way. */
export function render(bytes: Uint8Array, format: Format): string | undefined {
  if (format === 'hex') return hexDump(bytes)
  if (format === 'text') return new TextDecoder().decode(bytes)
  const text = decode(bytes)
  if (text === undefined) return undefined
  return format === 'xml' ? indentXml(text) : indentJson(text)
}

const perLine = 16

/** Sixteen bytes a line: where they stand, the bytes, and those that are printable. */
export function hexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += perLine) {
    const some = [...bytes.subarray(at, at + perLine)]
    const hex = some.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const printable = some
      .map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.'))
      .join('')
    lines.push(`${at.toString(16).padStart(8, '0')}  ${hex.padEnd(perLine * 3 - 1)}  ${printable}`)
  }
  return lines.join('\n')
}

/** Each element in a line of its own, one step further in than its parent; undefined when it is no XML. */
export function indentXml(text: string): string | undefined {
  const lines: string[] = []
  const open: string[] = []
  for (const part of partsOf(text)) {
    if (part === undefined) return undefined
    const word = part.trim()
    if (word === '') continue
    if (!word.startsWith('<') && open.length === 0) return undefined
    const closing = /^<\/([^\s>]+)/.exec(word)?.[1]
    if (closing !== undefined && open.pop() !== closing) return undefined
    lines.push('  '.repeat(open.length) + word)
    const opening = /^<([^\s!?/>]+)/.exec(word)?.[1]
    if (opening !== undefined && !word.endsWith('/>')) open.push(opening)
    if (open.length > deepest) return undefined
  }
  return open.length === 0 && lines.length > 0 ? lines.join('\n') : undefined
}

/** Deeper elements would be indented by more than they hold. */
const deepest = 200

/** How markup ends that begins with these characters; the longer beginnings first. */
const ends = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<', '>'],
] as const

/** Tags, comments and the texts between them; undefined in the place of one that does not end. Takes linear time. */
function* partsOf(text: string): Generator<string | undefined> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at)
    if (end === undefined) {
      yield undefined
      return
    }
    yield text.slice(at, end)
    at = end
  }
}

function endOfPart(text: string, at: number): number | undefined {
  const [, last] = ends.find(([first]) => text.startsWith(first, at)) ?? []
  if (last === undefined) {
    const next = text.indexOf('<', at)
    return next < 0 ? text.length : next
  }
  const end = text.indexOf(last, at)
  return end < 0 ? undefined : end + last.length
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
