/** Extends samples with new ones and drops the oldest; takes the part of them that a chart shows. Pure. */
import type { Samples, SampleValues } from '../../../../../shared/ui/charts/samples.ts'
import type { SampleRange } from '../../contract/managers.ts'

/** Returns the known samples extended with those of a response, at most `size` of each line. */
export function extendHistory(before: Samples | undefined, response: SampleRange, size: number): Samples {
  const { everyMs, first, last, ...rest } = response
  const lines = Object.entries(rest as Readonly<Record<string, SampleValues>>).map(([name, line]) => {
    const known = before?.lines[name] ?? []
    const start = before ? before.last - known.length + 1 : first
    // Overlapping samples replace the known ones; after a gap the series starts again.
    const kept = before && first <= before.last + 1 ? known.slice(0, Math.max(0, first - start)) : []
    return [name, [...kept, ...line].slice(-size)] as const
  })
  return { everyMs, last, lines: Object.fromEntries(lines) }
}

/** Returns the samples of the last `minutes`, or of a part between two moments, with the minutes that they cover. */
export function cutSamples(
  { everyMs, last, lines }: Samples,
  minutes: number,
  part?: { from: number; until: number },
): { samples: Samples; minutes: number } {
  const end = part ? Math.min(last, Math.round(part.until / everyMs)) : last
  const count = part
    ? Math.max(2, end - Math.round(part.from / everyMs) + 1)
    : Math.max(2, Math.round((minutes * 60_000) / everyMs))
  const cut = Object.entries(lines).map(([name, line]) => {
    const before = line.slice(0, line.length - (last - end))
    const missing = Math.max(0, count - before.length)
    return [name, [...new Array<null>(missing).fill(null), ...before.slice(missing - count)]] as const
  })
  return { samples: { everyMs, last: end, lines: Object.fromEntries(cut) }, minutes: (count * everyMs) / 60_000 }
}
