/** Merges two changes of one text, line by line, as `diff3` does. */
import { diffArrays } from 'diff'
import { maxComparedChanges } from '../../../../../lib/text/unified-diff.ts'

/** A part of a merge: changed by one side, alike by `both`, or differently, which is a `conflict`. */
export interface MergePart {
  kind: 'same' | 'theirs' | 'mine' | 'both' | 'conflict'
  /** The lines of each text, with their line ends. */
  base: string
  theirs: string
  mine: string
}

/** Returns the parts in their order. Joined, the parts of each text are the text. */
export function mergeTexts(base: string, theirs: string, mine: string): MergePart[] {
  const lines = { base: splitLines(base), theirs: splitLines(theirs), mine: splitLines(mine) }
  const inTheirs = matchLines(lines.base, lines.theirs)
  const inMine = matchLines(lines.base, lines.mine)
  const parts: MergePart[] = []
  const at = { base: 0, theirs: 0, mine: 0 }

  while (at.base < lines.base.length || at.theirs < lines.theirs.length || at.mine < lines.mine.length) {
    const isStable = inTheirs[at.base] === at.theirs && inMine[at.base] === at.mine
    const next = findStable(at.base + (isStable ? 1 : 0), isStable)
    parts.push(
      describePart({
        base: lines.base.slice(at.base, next.base).join(''),
        theirs: lines.theirs.slice(at.theirs, next.theirs).join(''),
        mine: lines.mine.slice(at.mine, next.mine).join(''),
      }),
    )
    Object.assign(at, next)
  }
  return parts

  /** Returns the end of a part at the current lines: the first changed line, or after changes the next same one. */
  function findStable(from: number, isSame: boolean): { base: number; theirs: number; mine: number } {
    let index = from
    if (isSame) {
      let length = index - at.base
      while (inTheirs[index] === at.theirs + length && inMine[index] === at.mine + length) {
        index += 1
        length += 1
      }
      return { base: index, theirs: at.theirs + length, mine: at.mine + length }
    }
    while (index < lines.base.length && (inTheirs[index] === undefined || inMine[index] === undefined)) index += 1
    if (index === lines.base.length) return { base: index, theirs: lines.theirs.length, mine: lines.mine.length }
    return { base: index, theirs: inTheirs[index] as number, mine: inMine[index] as number }
  }
}

/** Returns the merged text; a conflict takes the side that `choose` returns. */
export function joinMerge(parts: readonly MergePart[], choose: (conflict: MergePart) => 'theirs' | 'mine'): string {
  return parts
    .map((part) => {
      if (part.kind === 'conflict') return part[choose(part)]
      return part.kind === 'mine' ? part.mine : part.theirs
    })
    .join('')
}

function describePart({ base, theirs, mine }: Omit<MergePart, 'kind'>): MergePart {
  if (theirs === mine) return { kind: theirs === base ? 'same' : 'both', base, theirs, mine }
  if (theirs === base) return { kind: 'mine', base, theirs, mine }
  return { kind: mine === base ? 'theirs' : 'conflict', base, theirs, mine }
}

/** Returns the lines, each with its line end, so that a missing last line end is a difference. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns for each line of the base its index in the other text; undefined when changed, all if too different. */
function matchLines(base: readonly string[], other: readonly string[]): (number | undefined)[] {
  const matches: (number | undefined)[] = base.map(() => undefined)
  let inBase = 0
  let inOther = 0
  for (const part of diffArrays([...base], [...other], { maxEditLength: maxComparedChanges }) ?? []) {
    if (!part.added && !part.removed)
      for (let line = 0; line < part.count; line += 1) matches[inBase + line] = inOther + line
    if (!part.added) inBase += part.count
    if (!part.removed) inOther += part.count
  }
  return matches
}
