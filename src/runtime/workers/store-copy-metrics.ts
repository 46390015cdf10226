/** The check and the metrics of the copy of the store that a node keeps on its own disk. */
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'
import type { StoreCopyState } from '../../storage/index.ts'

/** Returns a sentence while a worker reads keys and revocations from the copy; undefined otherwise. */
export function findCopyProblem(copies: readonly StoreCopyState[]): string | undefined {
  const inUse = copies.filter(({ isInUse }) => isInUse)
  if (inUse.length === 0) return undefined
  const savedAt = new Date(Math.min(...inUse.map((each) => each.savedAt ?? 0))).toISOString()
  return `${inUse.length} of ${copies.length} workers started without the store and use its copy of ${savedAt}: later revocations and changes of keys and applications are not known`
}

/** Registers `sluice_store_copy_saved_seconds` and `sluice_workers_on_store_copy`. They have no values while no copy is kept. */
export function registerStoreCopyMetrics(metrics: Registry, listCopies: () => readonly StoreCopyState[]): void {
  new Gauge({
    name: 'sluice_store_copy_saved_seconds',
    help: 'When the copy of the store on the disk of this node was last up to date, in seconds since the epoch; 0 without one',
    registry: metrics,
    collect() {
      this.reset()
      const copies = listCopies()
      if (copies.length > 0) this.set(Math.max(...copies.map(({ savedAt }) => savedAt ?? 0)) / 1000)
    },
  })
  new Gauge({
    name: 'sluice_workers_on_store_copy',
    help: 'Workers that started while the store was away, and check calls with its copy',
    registry: metrics,
    collect() {
      this.reset()
      const copies = listCopies()
      if (copies.length > 0) this.set(copies.filter(({ isInUse }) => isInUse).length)
    },
  })
}
