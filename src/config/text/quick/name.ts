/**
 * The names of members.
 */
import { type Cursor, doubt } from './cursor.ts'
import { readQuoted } from './scalars.ts'

/** A name in a block: words without `:` and `#`, then the colon. */
export const blockName = /[A-Za-z0-9_/$][^\s:#]*(?: +[^\s:#]+)*(?=:[ \n])/y
/** A name between braces. */
export const flowName = /[A-Za-z0-9_/$][^\s:#,[\]{}]*(?=:[ \n])/y
const noName = /^(?:null|Null|NULL|__proto__)$/
const longestName = 1000

/** The name of a member and its colon, stepped over; undefined when none stands here. */
export function readName(cursor: Cursor, plain: RegExp): string | undefined {
  const from = cursor.at
  const name = readQuoted(cursor) ?? cursor.take(plain)
  if (name === undefined || cursor.char() !== ':') return undefined
  if (cursor.at - from > longestName || noName.test(name)) throw doubt
  cursor.at += 1
  if (plain === blockName && cursor.char() !== ' ' && cursor.char() !== '\n') throw doubt
  return name
}

/** Whether a member's name stands here; nothing is stepped over. */
export function isName(cursor: Cursor): boolean {
  const { at } = cursor
  const name = readName(cursor, blockName)
  cursor.at = at
  return name !== undefined
}
