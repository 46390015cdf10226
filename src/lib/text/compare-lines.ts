/** Compares two texts line by line. */

/** Above this product of differing lines the middle is shown as replaced, because a comparison would take long. */
const maxComparedCells = 4_000_000

/** A line of a comparison: of both texts, of the first one only (`-`), or of the second one only (`+`). */
export interface DiffLine {
  mark: ' ' | '-' | '+'
  text: string
}

/** Returns the lines, each with its line end, so that a missing last line end is a difference. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns the lines of both texts in an order from which each text can be read. */
export function compareLines(before: readonly string[], after: readonly string[]): DiffLine[] {
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
