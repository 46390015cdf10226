/**
 * Comments in the source that name mutants without an effect, above the line that they are about:
 *
 *     // mutant condition false, method endsWith: only faster; the expression reads the same token
 *
 * Each part is a kind of mutant, or a kind and its replacement. `// mutant: a cache` names every mutant of the line.
 */
import type { Mutant } from './mutants.ts'

export interface Mark {
  /** The number of the comment's line, starting at 1. */
  line: number
  /** The number of the first line below that is not such a comment. */
  markedLine: number
  /** The kinds that are named, each perhaps with the text of the mutant; empty for all mutants of the line. */
  mutants: readonly { kind: string; replacement: string | undefined }[]
}

const comment = /^\s*\/\/ mutant(?: ([^:]+))?: \S/

/** Returns the marks of a source text. */
export function findMarks(text: string): Mark[] {
  const lines = text.split('\n')
  return lines.flatMap((each, index): Mark[] => {
    const found = comment.exec(each)
    if (!found) return []
    const marked = lines.findIndex((other, at) => at > index && !comment.test(other))
    const parts = found[1]?.split(', ') ?? []
    return [{ line: index + 1, markedLine: marked + 1, mutants: parts.map(parsePart) }]
  })
}

/** Whether a mark is about the mutant. */
export function isMarked({ markedLine, mutants }: Mark, { line, kind, replacement }: Mutant): boolean {
  if (line !== markedLine) return false
  return (
    mutants.length === 0 ||
    mutants.some((each) => each.kind === kind && (each.replacement ?? replacement) === replacement)
  )
}

function parsePart(text: string): Mark['mutants'][number] {
  const space = text.indexOf(' ')
  if (space < 0) return { kind: text, replacement: undefined }
  return { kind: text.slice(0, space), replacement: text.slice(space + 1) }
}
