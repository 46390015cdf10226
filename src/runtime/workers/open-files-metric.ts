/** The metric of open files and sockets. The connection limits log a shortage: see `ConnectionLimits`. */
import { readdirSync } from 'node:fs'
import { readOpenFilesLimit } from '../../lib/files/open-files-limit.ts'
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'

export interface OpenFilesMetricOptions {
  /** The limit; undefined where the system does not report it. Without a finite limit there is no metric. */
  limit?: number | undefined
  count?: () => number
}

/** Registers `sluice_worker_open_files_ratio`: the open files of this process as a share of its limit. */
export function registerOpenFilesMetric(
  metrics: Registry,
  { limit = readOpenFilesLimit(), count = countOpenFiles }: OpenFilesMetricOptions = {},
): void {
  if (limit === undefined || limit === Number.POSITIVE_INFINITY) return
  new Gauge({
    name: 'sluice_worker_open_files_ratio',
    help: 'Open files and sockets of the worker that has most of them, as a share of its limit',
    registry: metrics,
    aggregator: 'max',
    collect() {
      try {
        this.set(count() / limit)
      } catch {
        this.set(1) // counting needs a file descriptor as well
      }
    },
  })
}

function countOpenFiles(): number {
  return readdirSync('/proc/self/fd').length
}
