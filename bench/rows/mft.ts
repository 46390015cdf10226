/**
 * Measures managed file transfer between two agents of one queue manager: a file of 1 GiB beside `cp` and `md5sum` of it, and
 * 10,000 files of 1 KiB in one transfer. The agents and the programs have all cores.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { allCores, captureOutput } from '../harness/process.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import type { LargeFileRound, SmallFilesRound } from '../servers/file-transfers.ts'

const script = fileURLToPath(new URL('../servers/file-transfers.ts', import.meta.url))
const maxGrowthMib = 64
const minSmallFilesPerSecond = 2000

export async function measureFileTransfer(): Promise<RowResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const bytes = scaleCount(2 ** 30)
  try {
    const words = [folder, bytes, scaleCount(10_000), roundOptions.rounds].map(String)
    const output = await captureOutput(allCores, [process.execPath, script, ...words])
    const large = parseRounds<LargeFileRound>(output, 'large')
    const small = parseRounds<SmallFilesRound>(output, 'small')
    const transferMs = median(large.map((round) => round.transferMs))
    const filesPerSecond = median(small.map((round) => round.filesPerSecond))
    const rate = (ms: number) => `${Math.round(bytes / 1000 / ms)}`
    const beside = (peer: string, peerMs: number, target: number) =>
      compareWithBaseline(
        ...(['file of 1 GiB', peer, peerMs / transferMs, target] as const),
        `${rate(transferMs)} / ${rate(peerMs)} MB/s`,
      )
    return [
      beside('cp and md5sum', median(large.map((round) => round.copyMs)), 0.8),
      beside('cp, sync and md5sum', median(large.map((round) => round.syncedCopyMs)), 0.8),
      compareWithLimit({
        row: 'file of 1 GiB',
        name: 'memory',
        unit: 'MiB',
        value: Math.max(...large.map(({ growthMib }) => growthMib)),
        limit: maxGrowthMib,
      }),
      compareWithBaseline(
        ...(['10,000 files of 1 KiB', `${minSmallFilesPerSecond} files/s`] as const),
        ...([filesPerSecond / minSmallFilesPerSecond, 1] as const),
        `${Math.round(filesPerSecond)} files/s`,
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parseRounds<Round>(output: string, name: string): Round[] {
  const lines = output.split('\n').filter((line) => line.startsWith(`${name} `))
  return lines.map((line) => JSON.parse(line.slice(name.length)) as Round)
}
