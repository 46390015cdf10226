/** The metrics that show what the gateway can serve, as `/readyz` does, and the copy of the store on the disk of this node. */
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'
import type { StoreCopyState } from '../../storage/index.ts'
import { isReadyFor, type Readiness } from './management.ts'

/** Registers `sluice_ready` and `sluice_check_ok`, which are computed when they are collected. */
export function registerReadinessMetrics(metrics: Registry, readiness: () => Readiness): void {
  new Gauge({
    name: 'sluice_ready',
    help: 'Whether the gateway can serve calls, and calls and tokens: 1 or 0',
    labelNames: ['for'],
    registry: metrics,
    collect() {
      const { checks } = readiness()
      for (const purpose of ['calls', 'tokens'] as const)
        this.set({ for: purpose }, Number(isReadyFor(purpose, checks)))
    },
  })
  new Gauge({
    name: 'sluice_check_ok',
    help: 'Whether a check of /readyz passes: 1 or 0',
    labelNames: ['check'],
    registry: metrics,
    collect() {
      for (const [check, { problem }] of Object.entries(readiness().checks))
        this.set({ check }, Number(problem === undefined))
    },
  })
}

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
