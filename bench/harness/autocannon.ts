/** Measures a load with autocannon, where wrk is not installed. It sends only the first of several requests. */
import { findPackage } from './find-package.ts'
import type { Load, Measurement } from './load-types.ts'
import { captureOutput, cores } from './process.ts'

export async function measureWithAutocannon(load: Load): Promise<Measurement> {
  const { url, headers, connections, seconds, requests, expectsRejection: refused, tokens } = load
  const program = findPackage('autocannon')
  if (!program) throw new Error('no load generator is installed: apt-get install wrk, or npm install --prefix bench')
  if (tokens) throw new Error('requests with tokens of their own need wrk: apt-get install wrk')
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const [{ method, body } = { method: 'GET' }] = requests ?? []
  const payload = body === undefined ? [] : ['-b', body]
  const how = ['-j', '-n', '-c', `${connections}`, '-d', `${seconds}`, '-m', method]
  const command = [process.execPath, program, ...how, ...fields, ...payload, url] as const
  const result = JSON.parse(await captureOutput(cores.others, command))
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: (refused ? result['2xx'] : result.non2xx) + result.errors + result.timeouts,
  }
}
