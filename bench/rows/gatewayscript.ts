/**
 * Measures what a script of ten lines adds to a protected call: the median time of calls one after the other, with the
 * script and without it, in turns.
 */
import { rm } from 'node:fs/promises'
import { Agent, request } from 'undici'
import type { RowResult } from '../harness/compare.ts'
import { writeScriptedDocuments } from '../harness/documents.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureGatewayscript(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const documents = await writeScriptedDocuments()
    const { catalog, token, close } = await startSluice(backendPort, { documents })
    const agent = new Agent({ connections: 1 })
    try {
      const added: number[] = []
      for (let round = 0; round <= roundOptions.rounds; round += 1) {
        const plain = await measureCalls(agent, `${catalog}/bench/answer`, token)
        const scripted = await measureCalls(agent, `${catalog}/scripted/answer`, token)
        if (round > 0) added.push(scripted - plain)
      }
      return [
        compareWithLimit({ row: 'script of ten lines', name: 'added', value: median(added), limit: 150, unit: 'µs' }),
      ]
    } finally {
      await agent.close()
      await close()
      await rm(documents, { recursive: true })
    }
  })
}

/** Returns the median time of a call in microseconds. */
async function measureCalls(agent: Agent, url: string, token: string): Promise<number> {
  const times: number[] = []
  for (let count = scaleCount(3_000); count > 0; count -= 1) {
    const began = performance.now()
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    })
    await body.dump()
    if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}`)
    times.push((performance.now() - began) * 1_000)
  }
  return median(times)
}
