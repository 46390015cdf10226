/**
 * Measures a gateway whose clients abort connections by the thousand while others send calls: the rate of the
 * others, the errors in the log, and the memory afterwards.
 */
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RowResult } from '../harness/compare.ts'
import { compareWithBaseline, compareWithLimit } from '../harness/limit-rows.ts'
import { measure } from '../harness/load.ts'
import { median } from '../harness/median.ts'
import { readResidentMib } from '../harness/memory.ts'
import { cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend, startScript } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

const row = 'clients that hang up'

export function measureHangUps(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const log = join(tmpdir(), `sluice-bench-hang-ups-${process.pid}.log`)
    const { url, token, pid, close } = await startSluice(backendPort, { log })
    const load = { url, headers: { authorization: `Bearer ${token}` }, connections: roundOptions.connections }
    try {
      const calm: number[] = []
      const rough: number[] = []
      let before = 0
      let failures = 0
      for (let round = 0; round <= roundOptions.rounds; round += 1) {
        const alone = await measure({ ...load, seconds: roundOptions.seconds })
        const hanging = await startScript(cores.others, 'hang-ups.ts', { args: [url, token] })
        const together = await measure({ ...load, seconds: roundOptions.seconds })
        await hanging.close()
        failures += alone.failures + together.failures
        if (round === 0) before = await settled(pid)
        else {
          calm.push(alone.perSecond)
          rough.push(together.perSecond)
        }
      }
      const ratio = median(rough) / median(calm)
      const rates = `${Math.round(median(rough))} / ${Math.round(median(calm))}`
      const complaints = (await readFile(log, 'utf8')).split('\n').filter(isComplaint)
      return [
        compareWithBaseline(row, 'its rate without them', ratio, 0.5, rates),
        compareWithLimit({ row, name: 'errors in the log', value: complaints.length, limit: 0, unit: 'lines' }),
        compareWithLimit({ row, name: 'calls of others that failed', value: failures, limit: 0, unit: 'calls' }),
        compareWithLimit({
          row,
          name: 'memory left behind',
          value: (await settled(pid)) - before,
          limit: 32,
          unit: 'MiB',
        }),
      ]
    } finally {
      await close()
      await rm(log, { force: true })
    }
  })
}

/** Returns the resident memory after the calls in progress have ended. */
async function settled(pid: number): Promise<number> {
  await wait(2_000)
  return readResidentMib(pid)
}

/** Returns whether a line of the log is an error, or is not a log record at all, such as a line of a stack trace. */
function isComplaint(line: string): boolean {
  return /"level":"(error|fatal)"/.test(line) || /^\s+at |^\w*Error\b/.test(line)
}
