/** The metrics that show what the gateway can serve, as `/readyz` does. */
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'
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
