/**
 * Measures the sandbox: the time until it is ready, the memory of its processes, and the size of the
 * installation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { measureInstallMib } from '../harness/install.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { readResidentMib, readWorkerMib } from '../harness/memory.ts'
import { allCores, startOnCore } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { expressGatewayFolder, isExpressGatewayInstalled, startExpressGatewayAlone } from '../peers/express-gateway.ts'
import { startSluice } from '../peers/sluice.ts'

const row = 'sandbox'
const root = fileURLToPath(new URL('../../', import.meta.url))
const command = [process.execPath, join(root, 'bin/sluice.js'), 'sandbox'] as const

export async function measureFootprint(): Promise<RowResult[]> {
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const own = await rounds(() => startSandbox(data))
  await rm(data, { recursive: true })
  const rows = [
    compareWithLimit({ row, name: 'start', value: own.seconds, limit: 1.5, unit: 's' }),
    compareWithLimit({ row, name: 'memory of all processes', value: own.mib, limit: 250, unit: 'MiB' }),
    compareWithLimit({
      row: 'one worker',
      name: 'memory after its start',
      value: await measureWorker(),
      limit: 90,
      unit: 'MiB',
    }),
  ]

  const peer = 'express-gateway'
  const others = isExpressGatewayInstalled && (await rounds(async () => (await startExpressGatewayAlone()) as Started))
  if (!others) return [...rows, { row, peer, ratio: null, target: null, ok: null }]
  const [ownSize, otherSize] = [await measureInstallMib(root), await measureInstallMib(expressGatewayFolder)]
  return [
    ...rows,
    compared('start', own.seconds, others.seconds, 's'),
    compared('memory', own.mib, others.mib, 'MiB'),
    compared('install without what only development needs', ownSize, otherSize, 'MiB'),
  ]

  function compared(what: string, mine: number, theirs: number, unit: string): RowResult {
    const figures = `${mine.toFixed(1)} / ${theirs.toFixed(1)} ${unit}`
    return { ...compareWithBaseline(row, `${peer}, ${what}`, theirs / mine, 0, figures), target: null, ok: null }
  }
}

interface Started {
  pid: number
  close(): Promise<void>
}

/** Returns the memory of the only worker of a gateway, in the median of several starts. */
async function measureWorker(): Promise<number> {
  const mib: number[] = []
  for (let round = 0; round < roundOptions.rounds; round += 1) {
    const { pid, close } = await startSluice(0)
    mib.push(readWorkerMib(pid))
    await close()
  }
  return median(mib)
}

/** Returns medians without the first start, which fills caches. */
async function rounds(start: () => Promise<Started>): Promise<{ seconds: number; mib: number }> {
  const seconds: number[] = []
  const mib: number[] = []
  for (let round = 0; round <= roundOptions.rounds; round += 1) {
    const began = performance.now()
    const { pid, close } = await start()
    const taken = (performance.now() - began) / 1000
    if (round > 0) {
      seconds.push(taken)
      mib.push(readResidentMib(pid))
    }
    await close()
  }
  return { seconds: median(seconds), mib: median(mib) }
}

function startSandbox(data: string): Promise<Started> {
  const ports = ['PORT', 'ADMIN_PORT', 'MQWEB_PORT', 'CUSTOMERS_PORT', 'AUTH_PORT']
  const env = Object.fromEntries(ports.map((each) => [`SLUICE_${each}`, '0']))
  return startOnCore(allCores, command, { env: { ...env, SLUICE_DATA: data }, readyText: 'sandbox ready' })
}
