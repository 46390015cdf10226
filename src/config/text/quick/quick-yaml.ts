/**
 * The YAML that documents are written in, nearly all of them, read in one pass.
 *
 * Maps, lists and scalars without anchors, tags, directives and texts over several lines. Whatever it reads is, value
 * by value and place by place, what the full parser says, at a twentieth of its cost; in any doubt it says nothing.
 */
import type { ParsedYaml, ResolveText } from '../builder.ts'
import { readBlock } from './blocks.ts'
import { Cursor, doubt } from './cursor.ts'

/** Characters that end lines or may not stand in YAML, and tabs, are for the full parser. */
const special = /[\0-\t\v-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

const start = '---\n'

/** The document in a text; undefined when it is not the common kind, or wrong. */
export function parseQuickly(text: string, resolveText: ResolveText): ParsedYaml | undefined {
  if (special.test(text)) return undefined
  try {
    const cursor = new Cursor(text, text.startsWith(start) ? start.length : 0, resolveText)
    if (cursor.indent !== 0) return undefined
    const { value } = readBlock(cursor, -1, 0)
    return cursor.atEnd ? { value, members: cursor.members, faults: [] } : undefined
  } catch (error) {
    if (error === doubt) return undefined
    throw error
  }
}
