/**
 * Measures the sandbox: the time until it is ready, the memory of its processes, and the size of the
 * installation.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { RowResult } from '../harness/compare.ts'
import { how } from '../harness/how.ts'
import { sizeMib } from '../harness/install.ts'
import { beside, within } from '../harness/limit.ts'
import { median } from '../harness/median.ts'
import { readResidentMib } from '../harness/memory.ts'
import { allCores, startOnCore } from '../harness/process.ts'
import { home, isInstalledHere, startAlone } from '../peers/express-gateway.ts'

const row = 'sandbox'
const root = fileURLToPath(new URL('../../', import.meta.url))
const command = [process.execPath, join(root, 'bin/sluice.js'), 'sandbox'] as const

export async function footprint(): Promise<RowResult[]> {
  const data = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const own = await rounds(() => startSandbox(data))
  await rm(data, { recursive: true })
  const rows = [
    within({ row, name: 'start', value: own.seconds, limit: 1.5, unit: 's' }),
    within({ row, name: 'memory of all processes', value: own.mib, limit: 250, unit: 'MiB' }),
  ]

  const peer = 'express-gateway'
  const others = isInstalledHere && (await rounds(async () => (await startAlone()) as Started))
  if (!others) return [...rows, { row, peer, ratio: null, target: null, ok: null }]
  const [ownSize, otherSize] = [await sizeMib(root), await sizeMib(home)]
  return [
    ...rows,
    compared('start', own.seconds, others.seconds, 's'),
    compared('memory', own.mib, others.mib, 'MiB'),
    compared('install without what only development needs', ownSize, otherSize, 'MiB'),
  ]

  function compared(what: string, mine: number, theirs: number, unit: string): RowResult {
    const figures = `${mine.toFixed(1)} / ${theirs.toFixed(1)} ${unit}`
    return { ...beside(row, `${peer}, ${what}`, theirs / mine, 0, figures), target: null, ok: null }
  }
}

interface Started {
  pid: number
  close(): Promise<void>
}

/** Returns medians without the first start, which fills caches. */
async function rounds(start: () => Promise<Started>): Promise<{ seconds: number; mib: number }> {
  const seconds: number[] = []
  const mib: number[] = []
  for (let round = 0; round <= how.rounds; round += 1) {
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
