/**
 * Maps and lists between braces and brackets (YAML 1.2 section 7.4).
 */
import { ListBeingRead, MapBeingRead, type Read } from './being-read.ts'
import { type Cursor, doubt } from './cursor.ts'
import { flowName, readName } from './name.ts'
import { readFlowScalar } from './scalars.ts'

/** Whether a brace or a bracket opens here. */
export function opensFlow(cursor: Cursor): boolean {
  return cursor.char() === '{' || cursor.char() === '['
}

/** What stands between braces or brackets; further lines are indented more than `outer`. */
export function readFlow(cursor: Cursor, outer: number, depth: number): Read {
  cursor.checkDepth(depth)
  return cursor.char() === '{' ? readFlowMap(cursor, outer, depth) : readFlowList(cursor, outer, depth)
}

function readFlowMap(cursor: Cursor, outer: number, depth: number): Read {
  const offset = cursor.at
  const map = new MapBeingRead()
  cursor.at += 1
  cursor.skipBetween(outer)
  while (cursor.char() !== '}') {
    const key = cursor.at
    const name = readName(cursor, flowName)
    if (name === undefined) throw doubt
    cursor.skipBetween(outer)
    map.add(name, key, readFlowValue(cursor, outer, depth))
    stepOverComma(cursor, outer, '}')
  }
  cursor.at += 1
  return map.done(cursor, offset)
}

function readFlowList(cursor: Cursor, outer: number, depth: number): Read {
  const list = new ListBeingRead(cursor.at)
  cursor.at += 1
  cursor.skipBetween(outer)
  while (cursor.char() !== ']') {
    list.add(readFlowValue(cursor, outer, depth))
    stepOverComma(cursor, outer, ']')
  }
  cursor.at += 1
  return list.done(cursor)
}

function readFlowValue(cursor: Cursor, outer: number, depth: number): Read {
  return opensFlow(cursor) ? readFlow(cursor, outer, depth + 1) : readFlowScalar(cursor)
}

function stepOverComma(cursor: Cursor, outer: number, closing: string): void {
  cursor.skipBetween(outer)
  if (cursor.char() === ',') {
    cursor.at += 1
    cursor.skipBetween(outer)
  } else if (cursor.char() !== closing) throw doubt
}
