/** What all workers have measured, as one text. */
import { renderMetricsSum, type WorkerMetrics } from '../../lib/output/prometheus.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface CollectedMetrics {
  /** In the text format of Prometheus; empty when there is nothing yet. */
  text: string
  /** How many workers have not responded in time. */
  silentWorkers: number
}

/**
 * Collects the metrics of workers. Of one that does not respond in time it takes those that it sent last, so that sums
 * do not fall and rise again, which Prometheus would take for restarts.
 */
export function openMetricsCollector(
  workers: ReadonlySet<Pick<WorkerProcess, 'isResponding' | 'request'>>,
): () => Promise<CollectedMetrics> {
  const sentLast = new WeakMap<object, WorkerMetrics>()

  return async function collect() {
    const all = [...workers]
    const fresh = await Promise.all(
      all.map(async (worker) => {
        if (!worker.isResponding()) return undefined
        const metrics = await worker.request('metrics', undefined).catch(() => undefined)
        if (metrics) sentLast.set(worker, metrics)
        return metrics
      }),
    )
    const known = all.map((worker) => sentLast.get(worker)).filter((metrics) => metrics !== undefined)
    return {
      text: known.length === 0 ? '' : await renderMetricsSum(known),
      silentWorkers: fresh.filter((metrics) => metrics === undefined).length,
    }
  }
}
