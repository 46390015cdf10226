/** Metrics of the resources of a gateway process. The primary sums those of the workers. */
import { Counter, Gauge, type Registry } from '../../lib/output/prometheus.ts'
import { findRevision } from '../../lib/package/revision.ts'
import { version } from '../../lib/package/version.ts'

/** Registers the metrics of this process; they are measured when they are read. */
export function registerProcessMetrics(metrics: Registry): void {
  let cpuSeconds = 0
  new Counter({
    name: 'sluice_worker_cpu_seconds_total',
    help: 'Processor time of the workers',
    registry: metrics,
    collect() {
      const { user, system } = process.cpuUsage()
      const now = (user + system) / 1e6
      this.inc(now - cpuSeconds)
      cpuSeconds = now
    },
  })
  new Gauge({
    name: 'sluice_worker_memory_bytes',
    help: 'Resident memory of the workers',
    registry: metrics,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })

  let loop = performance.eventLoopUtilization()
  new Gauge({
    name: 'sluice_worker_busy_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy; the mean of the workers',
    registry: metrics,
    aggregator: 'average',
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, loop).utilization)
      loop = now
    },
  })
}

/** Registers `sluice_build_info`, whose labels are the version and the commit of the gateway. */
export function registerBuildMetrics(metrics: Registry): void {
  new Gauge({
    name: 'sluice_build_info',
    help: 'Always 1; the labels are the version of the gateway, the commit that it was built from, and its Node',
    labelNames: ['version', 'revision', 'node'],
    registry: metrics,
  }).set({ version, revision: findRevision(), node: process.versions.node }, 1)
}
