/** Values that were measured at even intervals until now. */

/** `null` where nothing was measured. */
export type Line = readonly (number | null)[]

export interface Samples {
  /** Milliseconds between two samples. */
  everyMs: number
  /** The number of the last sample; times `everyMs` it is a moment. */
  last: number
  lines: Readonly<Record<string, Line>>
}

export interface Series {
  called: string
  line: Line
}

/** The most that a chart of these lines has to hold. */
export function highest(lines: readonly Line[], { stacked = false } = {}): number {
  if (!stacked) return Math.max(0, ...lines.flatMap((line) => line.map((value) => value ?? 0)))
  const places = Math.max(0, ...lines.map(({ length }) => length))
  const sumAt = (place: number) => lines.reduce((sum, line) => sum + (line.at(place - places) ?? 0), 0)
  return Math.max(0, ...Array.from({ length: places }, (_, place) => sumAt(place)))
}

/** The last value that was measured. */
export function latest(line: Line): number | undefined {
  return line.findLast((value) => value !== null) ?? undefined
}
