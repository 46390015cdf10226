/** Measures decisions outside of calls, and what they cost a call: kept calls, their replay, tests of documents, patterns of queues. */

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../src/gateway/config/types/index.ts'
import type { KeptCall } from '../../src/gateway/contract/access/explanation.ts'
import { compileNames } from '../../src/gateway/contract/access/queue-scope.ts'
import { testDocuments } from '../../src/gateway/parts/document-tests/engine/index.ts'
import { replayCalls } from '../../src/gateway/parts/document-tests/engine/replay-calls.ts'
import { gatewayParts } from '../../src/gateway/parts.ts'
import { openDocumentLoader } from '../../src/gateway/runtime/documents/open-documents.ts'
import { openTables } from '../../src/gateway/runtime/documents/open-tables.ts'
import { compare, type RowResult } from '../harness/compare.ts'
import { writeManyDocuments } from '../harness/documents.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice, tokenForm } from '../peers/sluice.ts'

const environment = { BENCH_BACKEND_PORT: '1' }

export async function measureDecisions(): Promise<RowResult[]> {
  const folder = await writeManyDocuments({})
  try {
    const { config } = await openDocumentLoader({ configFolder: folder, environment }, gatewayParts, {
      sandbox: true,
    })()
    if (!config) throw new Error(`the documents in ${folder} have errors`)
    return [
      ...(await measureKeptCalls()),
      await measureReplay(config),
      await measureTests(config, folder),
      measurePatterns(),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

function measureKeptCalls(): Promise<RowResult[]> {
  const subject = (backendPort: number, name: string, keptMb: string) => ({
    name,
    async start() {
      const { url, token, close } = await startSluice(backendPort, { environment: { SLUICE_KEPT_CALLS_MB: keptMb } })
      return { url, headers: { authorization: `Bearer ${token}` }, close }
    },
  })
  return runWithBackend((backendPort) => {
    const without = { ...subject(backendPort, 'its own without kept calls', '0'), target: 0.98 }
    return compare('call with kept calls', subject(backendPort, 'Sluice', '100'), [without], roundOptions)
  })
}

async function measureReplay(config: Config): Promise<RowResult> {
  const count = scaleCount(100_000)
  const [begin, step] = [Date.UTC(2026, 0, 1), 86_400_000 / count]
  const calls = Array.from({ length: count }, (_, index): KeptCall => {
    const facts = { method: 'GET', path: '/acme/bench/bench/answer', status: 200, reason: 'served', checks: [] }
    const caller = { clientId: tokenForm.client_id, user: 'bench', scopes: [tokenForm.scope] }
    const requestId = `call-${index}`
    return { requestId, at: Math.round(begin + index * step), ...facts, ...caller, credentials: ['bearer'] }
  })
  const tables = await openTables(gatewayParts)
  const startedAt = performance.now()
  const decisions = await replayCalls(config, calls, tables)
  const value = performance.now() - startedAt
  const refused = decisions.find(({ reason }) => reason !== 'served')
  if (refused) throw new Error(`a replayed call was refused: ${refused.reason} ${refused.detail}`)
  const row = `replay of ${count.toLocaleString('en')} decisions`
  return compareWithLimit({ row, name: 'all', value, limit: 10_000, unit: 'ms' })
}

async function measureTests(config: Config, folder: string): Promise<RowResult> {
  const count = scaleCount(1_000)
  const token = { client: tokenForm.client_id, user: 'bench', scopes: [tokenForm.scope] }
  const tests = Array.from({ length: count }, (_, index) => ({
    name: `test ${index}`,
    request: 'GET /acme/bench/bench/answer',
    ...(index % 2 === 0 && { token }),
    expect: { status: index % 2 === 0 ? 200 : 401 },
  }))
  await writeFile(join(folder, 'apis/bench.test.yaml'), JSON.stringify({ tests }))
  const startedAt = performance.now()
  const { failed, files } = await testDocuments(config, { folder, environment, parts: gatewayParts })
  const value = performance.now() - startedAt
  if (failed > 0) throw new Error(`${failed} tests failed: ${JSON.stringify(files).slice(0, 500)}`)
  const row = `${count.toLocaleString('en')} tests of documents`
  return compareWithLimit({ row, name: 'all', value, limit: 2_000, unit: 'ms' })
}

function measurePatterns(): RowResult {
  const patterns = Array.from({ length: 200 }, (_, index) => (index % 4 === 0 ? `A${index}.*.B*` : `TEAM${index}.*`))
  const allows = compileNames(patterns)
  const names = Array.from({ length: 1_000 }, (_, index) => `TEAM${index}.ORDERS.QUEUE`)
  const rounds = 200
  for (const name of names) allows(name)
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) for (const name of names) allows(name)
  const value = ((performance.now() - startedAt) * 1_000) / (rounds * names.length)
  return compareWithLimit({ row: 'name against 200 patterns', name: 'each', value, limit: 2, unit: 'µs' })
}
