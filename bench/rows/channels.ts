/**
 * Measures a channel between two queue managers in two processes, each on its own core: persistent messages of 1 KiB,
 * beside puts on a local queue of the sending one by 64 applications.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline } from '../harness/limit-rows.ts'
import { median } from '../harness/median.ts'
import { captureOutput, cores } from '../harness/process.ts'
import { roundOptions, scaleCount } from '../harness/round-options.ts'
import { startScript } from '../peers/script.ts'

const sender = fileURLToPath(new URL('../servers/channel-sender.ts', import.meta.url))

export async function measureChannels(): Promise<RowResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const receiver = await startScript(cores.others, 'channel-receiver.ts', { args: [join(folder, 'receiver')] })
  try {
    const words = [join(folder, 'sender'), receiver.port, scaleCount(50_000), roundOptions.rounds].map(String)
    const output = await captureOutput(cores.subject, [process.execPath, sender, ...words])
    const rates = (name: string) =>
      [...output.matchAll(new RegExp(`${name} (\\d+)`, 'g'))].map(([, rate]) => Number(rate))
    const local = median(rates('local'))
    const row = (name: string, rate: number, target: number) =>
      compareWithBaseline(
        ...([name, 'puts on a local queue', rate / local, target] as const),
        `${rate.toLocaleString('en')} / ${local.toLocaleString('en')} messages/s`,
      )
    return [
      row('channel, messages that wait', median(rates('channel')), 0.7),
      row('channel, while they are put on the same core', median(rates('together')), 0.3),
    ]
  } finally {
    await receiver.close()
    await rm(folder, { recursive: true, force: true })
  }
}
