/**
 * Measures downloads and uploads of 100 MB beside nginx, and the memory that they take, also for a client that
 * reads slowly; and the processor time of a download of 200 MB from an upstream that sends a file.
 */
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { watchMemory } from '../harness/memory.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { readProcessorSeconds } from '../harness/processor-time.ts'
import { roundOptions } from '../harness/round-options.ts'
import { nginx, nginxFiles, servedBytes } from '../peers/nginx.ts'
import { runWithBackend } from '../peers/script.ts'
import { type RunningSluice, startSluice } from '../peers/sluice.ts'

const transfer = fileURLToPath(new URL('../servers/transfer.ts', import.meta.url))
const oneMbit = 125_000 // bytes per second
const ways = [
  { row: '100 MB down', direction: 'down', path: '/large' },
  { row: '100 MB up', direction: 'up', path: '/upload' },
] as const

export function measureBodies(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const sluice = await startSluice(backendPort)
    const { catalog, token, jwk } = sluice
    const peer = await nginx({ backendPort, token, jwk }).start()
    try {
      const rows = [await slowReader(sluice)] // first, before other transfers have grown the heap
      for (const { row, direction, path } of ways) {
        const own: number[] = []
        const others: number[] = []
        const most = watchMemory(sluice.pid)
        const before = most()
        for (let round = 0; round <= roundOptions.rounds; round += 1) {
          const both = [
            await moved(direction, `${catalog}/bodies${path}`, token),
            peer ? await moved(direction, new URL(path, peer.url).href, token) : 0,
          ] as const
          if (round === 0) continue
          own.push(both[0])
          others.push(both[1])
        }
        rows.push(
          besideNginx(row, own, peer && others),
          compareWithLimit({ row, name: 'memory', value: most() - before, limit: 32, unit: 'MiB' }),
        )
      }
      return [...rows, await downloadOfFile()]
    } finally {
      await sluice.close()
      await peer?.close()
    }
  })
}

function besideNginx(row: string, own: readonly number[], others: readonly number[] | undefined): RowResult {
  if (!others) return { row, peer: 'nginx, no check', ratio: null, target: null, ok: null }
  const figures = `${median(own).toFixed(0)} / ${median(others).toFixed(0)} MB/s`
  return compareWithBaseline(row, 'nginx, no check', median(own) / median(others), 0.7, figures)
}

/** Returns the row of the processor time of a download, whose upstream sends a file of 200 MB with `sendfile`. */
async function downloadOfFile(): Promise<RowResult> {
  const row = `${servedBytes / 1e6} MB down from a file, processor time`
  const files = await nginxFiles()
  if (!files) return { row, peer: 'nginx, no check', ratio: null, target: null, ok: null }
  const sluice = await startSluice(files.port)
  const { token, jwk } = sluice
  const peer = await nginx({ backendPort: files.port, token, jwk }).start()
  const ways = [
    { pid: sluice.pid, url: `${sluice.catalog}/bodies/large`, took: [] as number[] },
    { pid: peer?.pids?.[0] ?? 0, url: peer?.url ?? '', took: [] as number[] },
  ] as const
  for (let round = 0; round <= roundOptions.rounds; round += 1)
    for (const { pid, url, took } of ways) {
      const before = readProcessorSeconds(pid)
      await moved('down', url, token)
      if (round > 0) took.push((readProcessorSeconds(pid) - before) * 1000)
    }
  await sluice.close()
  await peer?.close()
  await files.close()
  const [own, others] = ways.map(({ took }) => median(took)) as [number, number]
  return compareWithBaseline(row, 'nginx, no check', others / own, 0.8, `${own.toFixed(0)} / ${others.toFixed(0)} ms`)
}

async function slowReader({ catalog, token, pid }: RunningSluice): Promise<RowResult> {
  const most = watchMemory(pid)
  const before = most()
  await moved('down', `${catalog}/bodies/large`, token, String(oneMbit))
  return compareWithLimit({
    row: '100 MB down at 1 Mbit/s',
    name: 'memory',
    value: most() - before,
    limit: 32,
    unit: 'MiB',
  })
}

/** Returns the transfer rate in megabytes per second. */
async function moved(...[direction, url, token, ...pace]: [string, string, string, string?]): Promise<number> {
  const words = [direction, url, token, ...pace].filter((each) => each !== undefined)
  return Number(await captureOutput(cores.others, [process.execPath, transfer, ...words]))
}
