/** The metrics that show what the gateway can serve, as `/readyz` does, and the copy of the store on the disk of this node. */
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { StoreCopyState } from '../../../shared/storage/index.ts'
import { isReadyFor, type Readiness, readinessPurposes } from './management.ts'

/** Registers `sluice_ready` and `sluice_check_ok`, which are computed when they are collected. */
export function registerReadinessMetrics(metrics: Registry, readiness: () => Readiness): void {
  metrics.observe('sluice_ready', 'Whether the gateway can serve calls, and calls and tokens: 1 or 0', ['for'], () => {
    const { checks } = readiness()
    return readinessPurposes.map((each) => ({ labels: { for: each }, value: Number(isReadyFor(each, checks)) }))
  })
  metrics.observe('sluice_check_ok', 'Whether a check of /readyz passes: 1 or 0', ['check'], () =>
    Object.entries(readiness().checks).map(([check, { problem }]) => ({
      labels: { check },
      value: Number(problem === undefined),
    })),
  )
}

/** Returns a sentence while a worker reads keys and revocations from the copy; undefined otherwise. */
export function findCopyProblem(copies: readonly StoreCopyState[]): string | undefined {
  const inUse = copies.filter(({ isInUse }) => isInUse)
  if (inUse.length === 0) return undefined
  const savedAt = new Date(Math.min(...inUse.map((each) => each.savedAt ?? 0))).toISOString()
  return `${inUse.length} of ${copies.length} workers started without the store and use its copy of ${savedAt}: later revocations and changes of keys and applications are not known`
}

/** Registers `sluice_store_copy_saved_seconds` and `sluice_workers_on_store_copy`. They are 0 while no copy is kept. */
export function registerStoreCopyMetrics(metrics: Registry, listCopies: () => readonly StoreCopyState[]): void {
  metrics.observe(
    'sluice_store_copy_saved_seconds',
    'When the copy of the store on the disk of this node was last up to date, in seconds since the epoch; 0 without one',
    [],
    () => Math.max(0, ...listCopies().map(({ savedAt }) => savedAt ?? 0)) / 1000,
  )
  metrics.observe(
    'sluice_workers_on_store_copy',
    'Workers that started while the store was away, and check calls with its copy',
    [],
    () => listCopies().filter(({ isInUse }) => isInUse).length,
  )
}
