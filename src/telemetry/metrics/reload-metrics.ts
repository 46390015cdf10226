/** Metrics of the revision in use and of reloads. */
import { Counter, Gauge, type Registry } from '../../lib/output/prometheus.ts'

export interface ReloadMetrics {
  /** Records that another revision is in use. */
  recordUse(config: { revision: string }): void
  recordRejection(): void
  /** Records that the documents could not be loaded, for a reason outside the documents. */
  recordFailure(): void
  /** Records that the documents on disk are those in use. */
  recordUnchanged(): void
}

export function openReloadMetrics(metrics: Registry): ReloadMetrics {
  const reloads = new Counter({
    name: 'sluice_config_reloads_total',
    help: 'Changes of the documents, by result',
    labelNames: ['result'],
    registry: metrics,
  })
  const usedAt = new Gauge({
    name: 'sluice_config_in_use_since_seconds',
    help: 'Since when the documents have been in use, in seconds since the epoch',
    registry: metrics,
  })
  const inUse = new Gauge({
    name: 'sluice_config_info',
    help: 'Always 1; the label is the revision of the documents in use',
    labelNames: ['revision'],
    registry: metrics,
  })
  const upToDate = new Gauge({
    name: 'sluice_config_up_to_date',
    help: '1 when the documents in use are those on disk, 0 when a change was rejected',
    registry: metrics,
  })
  for (const result of ['refused', 'failed']) reloads.inc({ result }, 0)

  return {
    recordUse({ revision }) {
      reloads.inc({ result: 'used' })
      usedAt.set(Date.now() / 1_000)
      inUse.reset()
      inUse.set({ revision }, 1)
      upToDate.set(1)
    },
    recordRejection() {
      reloads.inc({ result: 'refused' })
      upToDate.set(0)
    },
    recordFailure() {
      reloads.inc({ result: 'failed' })
      upToDate.set(0)
    },
    recordUnchanged() {
      upToDate.set(1)
    },
  }
}
