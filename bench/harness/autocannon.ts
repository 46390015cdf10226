/** Measures a load with autocannon, where wrk is not installed. It sends only the first of several requests. */
import { fileURLToPath } from 'node:url'

import type { Load, Measurement } from './load-types.ts'
import { captureOutput, cores } from './process.ts'

const program = fileURLToPath(new URL('../../node_modules/autocannon/autocannon.js', import.meta.url))

export async function measureWithAutocannon(load: Load): Promise<Measurement> {
  const { url, headers, connections, seconds, requests, expectsRejection: refused, tokens } = load
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
