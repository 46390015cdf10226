/** Values measured at equal intervals up to now. */

/** The values of one series; `null` where nothing was measured. */
export type SampleValues = readonly (number | null)[]

export interface Samples {
  /** The time between two samples, in milliseconds. */
  everyMs: number
  /** The index of the last sample; multiplied by `everyMs` it is milliseconds since the epoch. */
  last: number
  lines: Readonly<Record<string, SampleValues>>
}

export type Series = { called: string; line: SampleValues }

/** Returns the largest value that a chart of these series must show; for stacked series, the largest sum. */
export function findMaxValue(lines: readonly SampleValues[], { stacked = false } = {}): number {
  if (!stacked) return Math.max(0, ...lines.flatMap((line) => line.map((value) => value ?? 0)))
  const sampleCount = Math.max(0, ...lines.map(({ length }) => length))
  const sumAt = (index: number) => lines.reduce((sum, line) => sum + (line.at(index - sampleCount) ?? 0), 0)
  return Math.max(0, ...Array.from({ length: sampleCount }, (_, index) => sumAt(index)))
}

/** Returns the last measured value, or undefined when there is none. */
export function findLatestValue(line: SampleValues): number | undefined {
  return line.findLast((value) => value !== null) ?? undefined
}
