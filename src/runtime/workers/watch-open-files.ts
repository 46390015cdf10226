/**
 * Watches the number of open files and sockets of this process. At the limit the system rejects connections
 * without a log line.
 */
import { readdirSync } from 'node:fs'
import { readOpenFilesLimit } from '../../lib/files/open-files-limit.ts'
import type { Log } from '../../lib/output/log.ts'
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'

export interface OpenFilesWatchOptions {
  metrics: Registry
  log(): Pick<Log, 'warn' | 'error' | 'info'>
  /** The limit; undefined where the system does not report it. Without a finite limit nothing is watched. */
  limit?: number | undefined
  count?: () => number
  intervalMs?: number
}

const warnRatio = 0.9
/** Below this the warning is over. */
const calmRatio = 0.8

export function watchOpenFiles({
  metrics,
  log,
  limit = readOpenFilesLimit(),
  count = countOpenFiles,
  intervalMs: everyMs = 2_000,
}: OpenFilesWatchOptions): { close(): void } {
  if (limit === undefined || limit === Number.POSITIVE_INFINITY) return { close() {} }
  let isWarned = false
  const ratio = () => {
    try {
      return count() / limit
    } catch {
      return 1 // none was left to look with
    }
  }
  new Gauge({
    name: 'sluice_worker_open_files_ratio',
    help: 'Open files and sockets of the worker that has most of them, as a share of its limit',
    registers: [metrics],
    aggregator: 'max',
    collect() {
      this.set(ratio())
    },
  })
  const timer = setInterval(look, everyMs).unref()
  return { close: () => clearInterval(timer) }

  function look(): void {
    const now = ratio()
    if (now >= warnRatio && !isWarned) {
      isWarned = true
      const share = `${Math.floor(now * 100)}% of its limit of open files (${limit})`
      log().error(`this worker uses ${share}: connections are refused at the limit; raise it with ulimit -n`)
    } else if (now < calmRatio && isWarned) {
      isWarned = false
      log().info(`this worker uses less than ${calmRatio * 100}% of its limit of open files again`)
    }
  }
}

function countOpenFiles(): number {
  return readdirSync('/proc/self/fd').length
}
