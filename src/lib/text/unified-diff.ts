/** The differences of two texts, line by line, in the unified format that `patch` and `git apply` read. */

/** Lines around a change. */
const contextLines = 3
/** Above this product of differing lines the middle is shown as replaced, because a comparison would take long. */
const maxComparedCells = 4_000_000

interface DiffLine {
  mark: ' ' | '-' | '+'
  text: string
}

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

/** Returns the lines, each with its line end, so that a missing last line end is a difference. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const maxEnd = Math.min(before.length, after.length) - start
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1

  const same = (text: string): DiffLine => ({ mark: ' ', text })
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ]
}

/** Compares by the longest common subsequence. */
function compareMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ mark: '-', text }))
  const added = after.map((text): DiffLine => ({ mark: '+', text }))
  if (before.length * after.length > maxComparedCells) return [...removed, ...added]

  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
    }
  }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i] as string })
      i += 1
      j += 1
    } else if ((common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0)) {
      lines.push(removed[i] as DiffLine)
      i += 1
    } else {
      lines.push(added[j] as DiffLine)
      j += 1
    }
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)]
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
