/** Metrics of the revision in use and of reloads. */
import { Counter, Gauge, type Registry } from '../../lib/output/prometheus.ts'

export interface ReloadMetrics {
  /** Records that another revision is in use. */
  used(config: { revision: string }): void
  refused(): void
  /** Records that the documents could not be loaded, for a reason outside the documents. */
  failed(): void
  /** Records that the documents on disk are those in use. */
  unchanged(): void
}

export function openReloadMetrics(metrics: Registry): ReloadMetrics {
  const registers = [metrics]
  const reloads = new Counter({
    name: 'sluice_config_reloads_total',
    help: 'Changes of the documents, by what became of them',
    labelNames: ['result'],
    registers,
  })
  const usedAt = new Gauge({
    name: 'sluice_config_in_use_since_seconds',
    help: 'When the documents in use were put to use, in seconds since the epoch',
    registers,
  })
  const inUse = new Gauge({
    name: 'sluice_config_info',
    help: 'Always 1; the label tells the revision of the documents in use',
    labelNames: ['revision'],
    registers,
  })
  const upToDate = new Gauge({
    name: 'sluice_config_up_to_date',
    help: '1 when the documents in use are those on disk, 0 when a change was refused',
    registers,
  })
  for (const result of ['refused', 'failed']) reloads.inc({ result }, 0)

  return {
    used({ revision }) {
      reloads.inc({ result: 'used' })
      usedAt.setToCurrentTime()
      inUse.reset()
      inUse.set({ revision }, 1)
      upToDate.set(1)
    },
    refused() {
      reloads.inc({ result: 'refused' })
      upToDate.set(0)
    },
    failed() {
      reloads.inc({ result: 'failed' })
      upToDate.set(0)
    },
    unchanged() {
      upToDate.set(1)
    },
  }
}
