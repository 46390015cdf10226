/** Measures persistent puts and gets of a queue manager in PostgreSQL beside one in its folder, in one process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { postgresBinaries, startPostgres } from '../../test/_support/postgres.ts'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'

const program = fileURLToPath(new URL('../servers/qm-stores.ts', import.meta.url))

export async function measurePostgresQueueManager(): Promise<RowResult[]> {
  if (!postgresBinaries) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const server = await startPostgres(['fsync=on', 'synchronous_commit=on'])
  try {
    const words = [folder, server.url, scaleCount(20_000), roundOptions.rounds].map(String)
    const output = await captureOutput(cores.subject, [process.execPath, program, ...words])
    return ['put', 'get'].map((call) => {
      const [own, peer] = ['postgres', 'folder'].map((store) => readFigures(output, `${store} ${call}`))
      if (!own || !peer) throw new Error(`no figures of ${call} in: ${output}`)
      return compareWithBaseline(
        `persistent ${call}, queue manager in PostgreSQL`,
        'queue manager in its folder',
        own.rate / peer.rate,
        0.6,
        `${own.rate.toLocaleString('en')} / ${peer.rate.toLocaleString('en')} per second, p99 ${own.p99} / ${peer.p99} ms`,
      )
    })
  } finally {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function readFigures(output: string, name: string): { rate: number; p99: number } {
  const found = [...output.matchAll(new RegExp(`${name} (\\d+) p99 ([\\d.]+)`, 'g'))]
  return {
    rate: median(found.map(([, rate]) => Number(rate))),
    p99: median(found.map(([, , p99]) => Number(p99))),
  }
}
