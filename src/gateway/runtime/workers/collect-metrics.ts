/** Collects the metrics of all workers as one text. */
import { renderMetricsSum, type WorkerMetrics } from '../../../shared/lib/output/prometheus.ts'
import { type Packed, unpack } from '../rpc/packed.ts'
import { runInDocumentThread } from '../threads/open-document-thread.ts'
import type { WorkerProcess } from './worker-process.ts'

export interface CollectedMetrics {
  /** The metrics in the text format of Prometheus; empty before the first response. */
  text: string
  /** The number of workers that did not respond in time. */
  silentWorkers: number
}

/** More bytes would keep the primary busy for tens of milliseconds: a thread sums them. */
const maxBytesHere = 512 * 1024

/** Collects the metrics of workers; the last ones of a late worker, because sums that fall look like a restart. */
export function openMetricsCollector(
  workers: ReadonlySet<Pick<WorkerProcess, 'isResponding' | 'request'>>,
): () => Promise<CollectedMetrics> {
  const sentLast = new WeakMap<object, Packed<WorkerMetrics>>()

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
      text: known.length === 0 ? '' : await renderSum(known),
      silentWorkers: fresh.filter((metrics) => metrics === undefined).length,
    }
  }
}

async function renderSum(metrics: readonly Packed<WorkerMetrics>[]): Promise<string> {
  const bytes = metrics.reduce((sum, { packed }) => sum + packed.length, 0)
  if (bytes > maxBytesHere) return runInDocumentThread('renderMetrics', metrics)
  return renderMetricsSum(metrics.map(unpack))
}
