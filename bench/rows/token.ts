/**
 * Measures the password grant: the gateway calls the authentication URL each time, and the refresh token is on
 * disk before the response.
 */
import { compare, type Peer, type RowResult } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { startScript } from '../peers/script.ts'
import { startSluice, tokenRequest } from '../peers/sluice.ts'

export async function measureToken(): Promise<RowResult[]> {
  const backend = await startScript(cores.others, 'backend.ts')
  try {
    const sluice = {
      name: 'Sluice',
      async start() {
        const { tokenEndpoint, pid, close } = await startSluice(backend.port)
        return { url: tokenEndpoint, ...tokenRequest, pids: [pid], close }
      },
    }
    const bareProvider: Peer = {
      name: 'bare oidc-provider, in memory',
      target: 1,
      async start() {
        const { port, pid, close } = await startScript(cores.subject, 'bare-provider.ts', {
          args: [`http://127.0.0.1:${backend.port}`],
        })
        return { url: `http://127.0.0.1:${port}/token`, ...tokenRequest, pids: [pid], close }
      },
    }
    const rows = await compare('token by password', sluice, [bareProvider], { ...roundOptions, connections: 32 })
    const p99 = rows[0]?.sluice?.p99Ms ?? 0
    return [...rows, compareWithLimit({ row: 'token by password', name: 'p99', value: p99, limit: 50, unit: 'ms' })]
  } finally {
    await backend.close()
  }
}
