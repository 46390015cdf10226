/** Measures the response times of the first five seconds after a start, beside those of the next five seconds. */
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { median } from '../harness/median.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

const seconds = 5

export function measureFirstSeconds(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const starts: { first: number; later: number }[] = []
    for (let round = 0; round < roundOptions.rounds; round += 1) {
      const { url, token, close } = await startSluice(backendPort)
      const load = {
        url,
        headers: { authorization: `Bearer ${token}` },
        connections: roundOptions.connections,
        seconds,
      }
      const [first, later] = [await measure(load), await measure(load)]
      await close()
      if (first.failures + later.failures > 0) throw new Error('calls failed in the first seconds after a start')
      starts.push({ first: first.p99Ms, later: later.p99Ms })
    }
    const ratios = starts.map(({ first, later }) => later / first)
    const ms = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })
    const firsts = starts.map(({ first }) => first)
    const laters = starts.map(({ later }) => later)
    const figures = `p99: median ${ms(median(firsts))} (worst ${ms(Math.max(...firsts))}) / ${ms(median(laters))} (worst ${ms(Math.max(...laters))}) ms`
    const row = `first ${seconds} s after a start`
    return [
      compareWithBaseline(row, 'the next 5 s, median', median(ratios), 0.5, figures),
      compareWithBaseline(row, 'the next 5 s, worst start', Math.min(...ratios), 0.5, figures),
    ]
  })
}
