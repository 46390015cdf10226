/** Extends an hour of samples with new ones and drops the oldest. Pure. */
import type { SampleRange } from '../../../contract/console/managers.ts'
import type { Samples, SampleValues } from '../../../ui/charts/samples.ts'

const maxSamples = 360

/** Returns the known samples extended with those of a response. */
export function extendHistory(before: Samples | undefined, response: SampleRange): Samples {
  const { everyMs, first, last, ...rest } = response
  const lines = Object.entries(rest as Readonly<Record<string, SampleValues>>).map(([name, line]) => {
    const known = before?.lines[name] ?? []
    const start = before ? before.last - known.length + 1 : first
    // Overlapping samples replace the known ones; after a gap the series starts again.
    const kept = before && first <= before.last + 1 ? known.slice(0, Math.max(0, first - start)) : []
    return [name, [...kept, ...line].slice(-maxSamples)] as const
  })
  return { everyMs, last, lines: Object.fromEntries(lines) }
}
