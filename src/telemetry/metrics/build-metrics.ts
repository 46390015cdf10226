import { Gauge, type Registry } from '../../lib/output/prometheus.ts'
import { findRevision } from '../../lib/package/revision.ts'
import { version } from '../../lib/package/version.ts'

/** Registers `sluice_build_info`, whose labels are the version and the commit of the gateway. */
export function registerBuildMetrics(metrics: Registry): void {
  new Gauge({
    name: 'sluice_build_info',
    help: 'Always 1; the labels are the version of the gateway, the commit that it was built from, and its Node',
    labelNames: ['version', 'revision', 'node'],
    registry: metrics,
  }).set({ version, revision: findRevision(), node: process.versions.node }, 1)
}
