/**
 * Indents the lines of quoted texts, and of lists and maps between brackets, that begin at the column of their member or before
 * it. YAML forbids them (YAML 1.2.2 section 6.1), parsers of other languages accept them, and published files have them:
 *
 *     description: "The first line
 *     and the second one"
 */
import { parseDocument, type YAMLError } from 'yaml'

import { findEarlyFaults } from './find-early-faults.ts'

/** A document needs one round for each such line. */
const maxRounds = 100
const added = ' '.repeat(40)

/**
 * Returns the text with further blanks at the start of such lines; lines keep their numbers. Returns undefined when the text has
 * other mistakes.
 */
export function indentContinuations(text: string): string | undefined {
  if (findEarlyFaults(text, (written) => ({ text: written })).length > 0) return undefined
  let indented = text
  for (let round = 0; round < maxRounds; round += 1) {
    const [error] = parseDocument(indented, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
    }).errors
    if (!error) return indented
    const lineStart = findContinuation(error, indented)
    if (lineStart === 0 || indented.startsWith(added, lineStart)) return undefined
    indented = `${indented.slice(0, lineStart)}${added}${indented.slice(lineStart)}`
  }
  return undefined
}

/** Returns the offset of the line that a parser rejected for its indentation; 0 for another error. */
function findContinuation({ code, message, pos: [offset] }: YAMLError, text: string): number {
  if (code === 'MISSING_CHAR' && message.includes('quote')) return text.indexOf('\n', offset) + 1
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return text.lastIndexOf('\n', offset - 1) + 1
  return 0
}
