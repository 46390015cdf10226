/** The differences of two texts, line by line, in the unified format that `patch` and `git apply` read. */

import { compareLines, type DiffLine, splitLines } from './compare-lines.ts'

/** Lines around a change. */
const contextLines = 3
/**
 * Returns the patch that changes `before` to `after`; empty when they are equal. `undefined` stands for a file that
 * does not exist.
 */
export function buildUnifiedDiff(
  file: string,
  before: string | undefined,
  after: string | undefined,
): string {
  if (before === after) return ''
  const lines = compareLines(splitLines(before ?? ''), splitLines(after ?? ''))
  const head = [
    `--- ${before === undefined ? '/dev/null' : `a/${file}`}`,
    `+++ ${after === undefined ? '/dev/null' : `b/${file}`}`,
  ]
  return `${[...head, ...renderHunks(lines)].join('\n')}\n`
}

/** Renders the changes with the lines around them. Changes whose surroundings touch share a hunk. */
function renderHunks(lines: readonly DiffLine[]): string[] {
  const output: string[] = []
  let before = 1
  let after = 1
  for (let index = 0; index < lines.length; ) {
    const first = findChange(lines, index)
    if (first === -1) break
    const from = Math.max(index, first - contextLines)
    before += from - index
    after += from - index
    const to = findHunkEnd(lines, first)
    const hunk = lines.slice(from, to)
    const oldLines = hunk.filter(({ mark }) => mark !== '+').length
    const newLines = hunk.filter(({ mark }) => mark !== '-').length
    output.push(`@@ -${renderRange(before, oldLines)} +${renderRange(after, newLines)} @@`)
    output.push(...hunk.flatMap(renderLine))
    before += oldLines
    after += newLines
    index = to
  }
  return output
}

function findChange(lines: readonly DiffLine[], from: number): number {
  return lines.findIndex(({ mark }, index) => index >= from && mark !== ' ')
}

function findHunkEnd(lines: readonly DiffLine[], first: number): number {
  let last = first
  for (;;) {
    const next = findChange(lines, last + 1)
    if (next === -1 || next - last > 2 * contextLines) return Math.min(lines.length, last + 1 + contextLines)
    last = next
  }
}

/** A range without lines names the line before it. */
function renderRange(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`
}

function renderLine({ mark, text }: DiffLine): string[] {
  return text.endsWith('\n')
    ? [`${mark}${text.slice(0, -1)}`]
    : [`${mark}${text}`, '\\ No newline at end of file']
}
