/**
 * Measures the latency that the gateway adds to a call at half of its maximum load, alternating direct calls and
 * calls through the gateway.
 */
import { fileURLToPath } from 'node:url'
import type { Peer, RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { haproxy } from '../peers/haproxy.ts'
import { nginx } from '../peers/nginx.ts'
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
    const { url, token, jwk, close } = await startSluice(backendPort)
    const setting = { backendPort, token, jwk }
    // HAProxy verifies every signature: at more calls its core is used up.
    const peers = [
      { peer: haproxy(setting, 0.67), maxRate: 4_000, measured: [] as Paced[] },
      { peer: nginx(setting, 0.67), maxRate: Number.POSITIVE_INFINITY, measured: [] as Paced[] },
    ]
    const running = await Promise.all(peers.map(({ peer }) => peer.start()))
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
        const ways = [
          [through, await call(url, token, rate)],
          [direct, await call(`http://127.0.0.1:${backendPort}/answer`, token, rate)],
        ] as const
        for (const [results, result] of ways) if (round > 0) results.push(result)
        for (const [index, { maxRate, measured }] of peers.entries()) {
          const address = running[index]?.url
          const result = address && (await call(address, token, Math.min(rate, maxRate)))
          if (round > 0 && result) measured.push(result)
        }
      }
      const added = (of: (each: Paced) => number) => Math.max(0, median(through.map(of)) - median(direct.map(of)))
      const at = `at ${rate.toLocaleString('en')} calls/s`
      return [
        compareWithLimit({ row, name: `p50 ${at}`, value: added((each) => each.p50Ms), limit: 0.3, unit: 'ms' }),
        compareWithLimit({ row, name: `p99 ${at}`, value: added((each) => each.p99Ms), limit: 2, unit: 'ms' }),
        ...peers.map(({ peer, measured }) => besidePeer(peer, through, measured)),
      ]
    } finally {
      for (const each of running) await each?.close()
      await close()
    }
  })
}

/** Returns the row of the p99 of whole calls beside the peer, which shows how much of it is that of the machine. */
function besidePeer({ name, target }: Peer, own: readonly Paced[], others: readonly Paced[]): RowResult {
  if (target === null || others.length === 0) return { row, peer: name, ratio: null, target: null, ok: null }
  const [mine, theirs] = [own, others].map((all) => median(all.map(({ p99Ms }) => p99Ms))) as [number, number]
  const figures = `${mine.toFixed(2)} / ${theirs.toFixed(2)} ms`
  return compareWithBaseline(row, `${name}, p99 of whole calls`, theirs / mine, target, figures)
}

async function call(url: string, token: string, rate: number): Promise<Paced> {
  const words = [url, token, String(roundOptions.connections), String(rate), String(roundOptions.seconds)]
  const output = await captureOutput(cores.others, [process.execPath, paced, ...words])
  const result = JSON.parse(output) as Paced
  if (result.failures > 0) throw new Error(`${url} failed ${result.failures} calls`)
  return result
}
