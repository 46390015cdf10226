/**
 * Measures the latency that the gateway adds to a call at half of its maximum load, alternating direct calls and
 * calls through the gateway.
 */
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

interface Paced {
  failures: number
  p50Ms: number
  p99Ms: number
}

const row = 'latency added at half load'
const paced = fileURLToPath(new URL('../servers/paced.ts', import.meta.url))

export function measureLatency(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const { url, token, close } = await startSluice(backendPort)
    try {
      const headers = { authorization: `Bearer ${token}` }
      const { perSecond } = await measure({
        url,
        headers,
        connections: roundOptions.connections,
        seconds: roundOptions.seconds,
      })
      const rate = Math.round(perSecond / 2)

      const through: Paced[] = []
      const direct: Paced[] = []
      for (let round = 0; round <= roundOptions.rounds; round += 1) {
        const both = [await call(url, token, rate), await call(`http://127.0.0.1:${backendPort}/answer`, token, rate)]
        if (round === 0) continue
        through.push(both[0] as Paced)
        direct.push(both[1] as Paced)
      }
      const added = (of: (each: Paced) => number) => Math.max(0, median(through.map(of)) - median(direct.map(of)))
      const at = `at ${rate.toLocaleString('en')} calls/s`
      return [
        compareWithLimit({ row, name: `p50 ${at}`, value: added((each) => each.p50Ms), limit: 0.3, unit: 'ms' }),
        compareWithLimit({ row, name: `p99 ${at}`, value: added((each) => each.p99Ms), limit: 2, unit: 'ms' }),
      ]
    } finally {
      await close()
    }
  })
}

async function call(url: string, token: string, rate: number): Promise<Paced> {
  const words = [url, token, String(roundOptions.connections), String(rate), String(roundOptions.seconds)]
  const output = await captureOutput(cores.others, [process.execPath, paced, ...words])
  const result = JSON.parse(output) as Paced
  if (result.failures > 0) throw new Error(`${url} failed ${result.failures} calls`)
  return result
}
