/** Describes a syntax error of YAML: what is wrong, where, and what to write instead. */
import type { YAMLError } from 'yaml'
import { nestingTooDeepMessage, type YamlProblem } from './yaml-value-builder.ts'

const indentation =
  'is indented differently from the members beside it: members of one map begin in the same column, and what belongs to a member begins further right'
const notExpected =
  'is not expected here: check the indentation, and put text that holds ": ", " #", brackets or quotes between quotes'

export const unsupportedTagMessage = 'YAML tags ("!name") are not supported: write the plain value'

const sentences: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'tabs cannot indent in YAML: use spaces',
  MULTIPLE_DOCS: 'a file holds one document: put what follows "---" into a file of its own',
  TAG_RESOLVE_FAILED: unsupportedTagMessage,
  RESOURCE_EXHAUSTION: nestingTooDeepMessage,
  BAD_INDENT: indentation,
  BLOCK_AS_IMPLICIT_KEY:
    'has a second ": " in its line: put the text between quotes, or the member on a line of its own',
  MULTILINE_IMPLICIT_KEY: `is no "member: value", or ${indentation}`,
  KEY_OVER_1024_CHARS: 'the name of a member is longer than 1024 characters',
  BAD_SCALAR_START: 'text cannot begin with this character: put it between quotes',
  BAD_DQ_ESCAPE: 'is no escape sequence: between double quotes write \\\\ for a backslash, or use single quotes',
  BLOCK_IN_FLOW: 'a list or map with lines of its own cannot stand between brackets or braces',
  UNEXPECTED_TOKEN: notExpected,
  BAD_ALIAS: 'is no alias: an alias is "*" and the name of an anchor; put other text between quotes',
  BAD_DIRECTIVE: 'directives ("%") are not supported: leave the line out',
  MULTIPLE_ANCHORS: 'a value can have one anchor only',
}

/** Returns the error of the parser as a problem. `others` are all errors of the document. */
export function describeYamlError(error: YAMLError, others: readonly YAMLError[], text: string): YamlProblem {
  const { code, message, pos } = error
  const [offset] = pos
  if (/\$(env|file)$/.test(text.slice(Math.max(0, offset - 5), offset)))
    return { offset, message: 'a reference between braces or brackets must stand in quotes: "$env{NAME}"' }
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) return { offset, message: notClosed(message.at(-1)) }
  if (code === 'MISSING_CHAR') return { offset, message: notClosed(/quote|[\])}"']/.exec(message)?.[0]) }
  if (code === 'BAD_INDENT') return { offset: firstText(offset, text), message: indentation }

  const spansLines = others.some((each) => each.code === 'MULTILINE_IMPLICIT_KEY' && each.pos[0] === offset)
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && spansLines)
    return { offset: firstText(text.indexOf('\n', offset) + 1, text), message: indentation }
  return { offset, message: sentences[code] ?? `is not valid YAML: ${message}` }
}

function notClosed(sign: string | undefined): string {
  return sign === undefined || /quote|["']/.test(sign)
    ? 'a text that begins with a quote is not closed: add the quote at its end, and indent its further lines more than the member that it belongs to'
    : `a list or map is not closed: add the "${sign}" at its end, indented further than the member that it belongs to`
}

/** Returns the offset of the first character of a line after its indentation. */
function firstText(lineStart: number, text: string): number {
  const blanks = /^ */.exec(text.slice(lineStart))?.[0].length ?? 0
  return Math.min(lineStart + blanks, text.length)
}
