/**
 * Maps and lists in lines of their own (YAML 1.2 section 8.2).
 */
import { ListBeingRead, MapBeingRead, type Read } from './being-read.ts'
import { type Cursor, doubt } from './cursor.ts'
import { opensFlow, readFlow } from './flow.ts'
import { blockName, isName, readName } from './name.ts'
import { readBlockScalar } from './scalars.ts'

/** The map or list that begins here, with all lines that belong to it. `outer` is how far that around it is indented. */
export function readBlock(cursor: Cursor, outer: number, depth: number): Read {
  if (opensFlow(cursor)) {
    const read = readFlow(cursor, outer, depth)
    cursor.endLine()
    return read
  }
  return atItem(cursor) ? readBlockList(cursor, depth) : readBlockMap(cursor, depth)
}

function readBlockMap(cursor: Cursor, depth: number): Read {
  cursor.checkDepth(depth)
  const offset = cursor.at
  const indent = cursor.column
  const map = new MapBeingRead()
  do {
    const key = cursor.at
    const name = readName(cursor, blockName)
    if (name === undefined) throw doubt
    map.add(name, key, readMember(cursor, indent, depth))
    if (cursor.indent > indent) throw doubt
  } while (cursor.indent === indent && !atItem(cursor))
  return map.done(cursor, offset)
}

/** What follows `name:`, on the same line or on the next ones. */
function readMember(cursor: Cursor, indent: number, depth: number): Read {
  cursor.skipBlanks()
  if (!cursor.atLineEnd()) return readInline(cursor, indent, depth)

  cursor.endLine()
  const isListBelow = cursor.indent === indent && atItem(cursor)
  if (cursor.indent <= indent && !isListBelow) throw doubt
  return readBlock(cursor, indent, depth + 1)
}

function readBlockList(cursor: Cursor, depth: number): Read {
  cursor.checkDepth(depth)
  const offset = cursor.at
  const { indent } = cursor
  const list = new ListBeingRead(offset)
  do {
    cursor.at += 1
    cursor.skipBlanks()
    const read = isName(cursor) ? readBlockMap(cursor, depth + 1) : readInline(cursor, indent, depth)
    list.add(read)
    if (cursor.indent > indent) throw doubt
  } while (cursor.indent === indent && atItem(cursor))
  return list.done(cursor)
}

function readInline(cursor: Cursor, indent: number, depth: number): Read {
  if (!opensFlow(cursor)) return readBlockScalar(cursor, indent)
  const read = readFlow(cursor, indent, depth + 1)
  cursor.endLine()
  return read
}

/** Whether an item of a list begins here. */
function atItem({ text, at }: Cursor): boolean {
  return text[at] === '-' && text[at + 1] === ' '
}
