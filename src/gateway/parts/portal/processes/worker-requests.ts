/** Requests of the portal in a worker. */
import { defaultMetricsRegistry } from '../../../../shared/lib/output/prometheus.ts'
import { pack } from '../../../runtime/rpc/packed.ts'
import type { MessageHandlers } from '../../../runtime/rpc/rpc-channel.ts'
import type { Telemetry } from '../../../telemetry/index.ts'
import type { PortalToWorker } from './messages.ts'

export function buildWorkerRequests(telemetry: () => Telemetry): MessageHandlers<PortalToWorker> {
  return {
    async live({ catalog }) {
      const { buildLiveCounters } = await import('../host/live-counters.ts')
      const metrics = defaultMetricsRegistry.read()
      return pack(buildLiveCounters(catalog.slice(1), metrics, telemetry().listRejections(catalog)))
    },
  }
}
