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

/** The last value that was measured. */
export function latest(line: Line): number | undefined {
  return line.findLast((value) => value !== null) ?? undefined
}
