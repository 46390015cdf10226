/**
 * Scalars: texts of one line, plain or in quotes (YAML 1.2 section 7.3), and what else a plain text may be.
 */
import { isScalar, type ScalarTag, Schema } from 'yaml'

import type { Read } from './being-read.ts'
import { type Cursor, doubt } from './cursor.ts'
import { readLines } from './lines.ts'

const doubleQuoted = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const singleQuoted = /'(?:[^'\n]|'')*'/y
/** Not what begins an anchor, an alias, a tag, a collection, a directive, a comment, or a key that says so. */
const plainStart = /[^\s\-?:,[\]{}#&*!|>'"%@`]|-(?=\d)/y
const plainInFlow = /(?:[^\n,[\]{}#:]|:(?=[A-Za-z0-9/_.]))+/y
const mayBeNoText = /^[-+.\d~nNtTfF]/

/** The types of plain scalars are those of the full parser. */
const { tags } = new Schema({ schema: 'core' })
const plainTypes = tags.filter((tag): tag is ScalarTag => tag.default === true && !tag.collection)

/** Reads a quoted text, or undefined when none begins here. */
export function readQuoted(cursor: Cursor): string | undefined {
  const char = cursor.char()
  if (char !== '"' && char !== "'") return undefined
  const taken = cursor.take(char === '"' ? doubleQuoted : singleQuoted)
  if (taken === undefined) throw doubt
  if (char === "'") return taken.slice(1, -1).replaceAll("''", "'")
  return taken.includes('\\') ? JSON.parse(taken) : taken.slice(1, -1)
}

/** A scalar in a line of its own or after a member's name. */
export function readBlockScalar(cursor: Cursor, outer: number): Read {
  const offset = cursor.at
  if (cursor.char() === '|' || cursor.char() === '>') return read(readLines(cursor, outer), offset, cursor)

  const quoted = readQuoted(cursor)
  if (quoted === undefined) return readPlain(cursor, plainOfLine(cursor), offset)
  cursor.endLine()
  return read(quoted, offset, cursor)
}

/** A scalar between braces or brackets. */
export function readFlowScalar(cursor: Cursor): Read {
  const offset = cursor.at
  const quoted = readQuoted(cursor)
  return quoted === undefined ? readPlain(cursor, plainWithin(cursor), offset) : read(quoted, offset, cursor)
}

function plainWithin(cursor: Cursor): string {
  const from = cursor.at
  checkStart(cursor)
  const text = cursor.take(plainInFlow)
  if (text === undefined) throw doubt
  const trimmed = text.trimEnd()
  cursor.at = from + trimmed.length
  return trimmed
}

function plainOfLine(cursor: Cursor): string {
  checkStart(cursor)
  const { text } = cursor
  const lineEnd = text.indexOf('\n', cursor.at)
  const line = text.slice(cursor.at, lineEnd < 0 ? text.length : lineEnd)
  const comment = line.indexOf(' #')
  const written = (comment < 0 ? line : line.slice(0, comment)).trimEnd()
  if (written.endsWith(':') || written.includes(': ')) throw doubt
  cursor.nextLineAt(lineEnd < 0 ? text.length : lineEnd + 1)
  return written
}

function checkStart(cursor: Cursor): void {
  plainStart.lastIndex = cursor.at
  if (!plainStart.test(cursor.text)) throw doubt
}

function readPlain(cursor: Cursor, text: string, offset: number): Read {
  if (mayBeNoText.test(text)) {
    for (const type of plainTypes) {
      if (!type.test?.test(text)) continue
      const value = type.resolve(text, refuse, {})
      return { value: isScalar(value) ? value.value : value, offset, written: text }
    }
  }
  return read(text, offset, cursor)
}

function refuse(): never {
  throw doubt
}

/** A text with its references resolved. */
function read(text: string, offset: number, { resolveText }: Cursor): Read {
  if (!text.includes('$')) return { value: text, offset, written: undefined }
  const resolved = resolveText(text)
  if ('refused' in resolved) throw doubt
  return { value: resolved.text, offset, written: text }
}
