/** Measures a load over HTTP/2 with h2load: 100 streams on one connection. It reports no percentiles. */
import type { Load, Measurement } from './load-types.ts'
import { captureOutput, cores, isInstalled } from './process.ts'

export const isH2loadInstalled = isInstalled('h2load')

const streams = 100

export async function measureWithH2load({ url, headers, seconds }: Load): Promise<Measurement> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const how = ['-t1', '-c1', `-m${streams}`, '-D', String(seconds)]
  const output = await captureOutput(cores.others, ['h2load', ...how, ...fields, url])
  if (!/Application protocol: h2\b/.test(output)) throw new Error(`${url} does not speak HTTP/2`)
  const read = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const notGood = ['3xx', '4xx', '5xx'].reduce((sum, each) => sum + read(new RegExp(`(\\d+) ${each}`)), 0)
  return {
    perSecond: read(/finished in .*?, ([\d.]+) req\/s/),
    p50Ms: 0,
    p99Ms: 0,
    failures: notGood + read(/(\d+) failed/),
  }
}
