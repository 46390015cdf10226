/** Measures rejected calls: without a token, and with a wrong signature. A rejection must be cheaper than a call. */
import { compare, type RowResult } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { startScript } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export async function measureRefusedCall(): Promise<RowResult[]> {
  const backend = await startScript(cores.others, 'backend.ts')
  const sluice = await startSluice(backend.port)
  try {
    const stay = async () => {} // one gateway serves every subject of this row
    const served = {
      name: 'its own protected call',
      target: 1.5,
      start: async () => ({
        url: sluice.url,
        headers: { authorization: `Bearer ${sluice.token}` },
        pids: [sluice.pid],
        close: stay,
      }),
    }
    const refused = (name: string, headers: Record<string, string>) => ({
      name,
      start: async () => ({ url: sluice.url, headers, expectsRejection: true, pids: [sluice.pid], close: stay }),
    })
    const forged = sluice.token.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    return [
      ...(await compare('refused, no token', refused('Sluice', {}), [served], roundOptions)),
      ...(await compare(
        'refused, bad token',
        refused('Sluice', { authorization: `Bearer ${forged}` }),
        [served],
        roundOptions,
      )),
    ]
  } finally {
    await sluice.close()
    await backend.close()
  }
}
