/** Metrics of the resources of a gateway process. The primary sums those of the workers. */
import { performance } from 'node:perf_hooks'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import { findRevision } from '../../../shared/lib/package/revision.ts'
import { version } from '../../../shared/lib/package/version.ts'

/** Registers the metrics of this process; they are measured when they are read. */
export function registerProcessMetrics(metrics: Registry): void {
  const readCpuSeconds = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
  metrics.observe('sluice_worker_cpu_seconds_total', 'Processor time of the workers', [], readCpuSeconds, {
    type: 'counter',
  })
  metrics.observe('sluice_worker_memory_bytes', 'Resident memory of the workers', [], () => process.memoryUsage.rss())

  let loop = performance.eventLoopUtilization()
  metrics.observe(
    'sluice_worker_busy_ratio',
    'Share of the time since the last scrape in which the event loop was busy; the mean of the workers',
    [],
    () => {
      const before = loop
      loop = performance.eventLoopUtilization()
      return performance.eventLoopUtilization(loop, before).utilization
    },
    { aggregator: 'average' },
  )
}

/** Registers `sluice_build_info`, whose labels are the version and the commit of the gateway. */
export function registerBuildMetrics(metrics: Registry): void {
  const labels = { version, revision: findRevision(), node: process.versions.node }
  metrics.observe(
    'sluice_build_info',
    'Always 1; the labels are the version of the gateway, the commit that it was built from, and its Node',
    ['version', 'revision', 'node'],
    () => [{ labels, value: 1 }],
  )
}
