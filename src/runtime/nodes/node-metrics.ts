/** The metric that shows whether all gateways have the same documents. */
import { Gauge, type Registry } from '../../lib/output/prometheus.ts'
import type { GatewayNode } from './node-list.ts'

/** Registers `sluice_nodes`. It has no values while the store is on this machine. */
export function registerNodeMetrics(metrics: Registry, listNodes: () => readonly GatewayNode[] | undefined): void {
  new Gauge({
    name: 'sluice_nodes',
    help: 'Gateways that share the store, by version and revision of the documents; more than one revision means that nodes differ',
    labelNames: ['version', 'revision'],
    registry: metrics,
    collect() {
      this.reset()
      for (const { version, revision } of listNodes() ?? []) this.inc({ version, revision })
    },
  })
}
