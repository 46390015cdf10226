/** The metric of open files and sockets. The connection limits log a shortage: see `ConnectionLimits`. */
import { readdirSync } from 'node:fs'
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { readOpenFilesLimit } from '../../../shared/lib/files/open-files-limit.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'

export interface OpenFilesMetricOptions {
  /** The limit; undefined where the system does not report it. Without a finite limit there is no metric. */
  limit?: number | undefined
  count?: () => number
}

/** Registers `sluice_worker_open_files_ratio`: the open files of this process as a share of its limit. */
export function registerOpenFilesMetric(
  metrics: Registry,
  { limit = readOpenFilesLimit(), count = () => readdirSync('/proc/self/fd').length }: OpenFilesMetricOptions = {},
): void {
  if (limit === undefined || limit === Number.POSITIVE_INFINITY) return
  const readRatio = () => attempt(() => count() / limit) ?? 1 // counting needs a file descriptor as well
  metrics.observe(
    'sluice_worker_open_files_ratio',
    'Open files and sockets of the worker that has most of them, as a share of its limit',
    [],
    readRatio,
    { aggregator: 'max' },
  )
}
