/** Metrics of the endpoints of OAuth providers. */
import { Counter, defaultMetricsRegistry, type Registry } from '../../lib/output/prometheus.ts'

import type { OauthEvent } from '../events/index.ts'

/** Returns the function that counts events of providers. A process opens one, for all revisions of the documents. */
export function openProviderMetrics(
  metrics: Registry = defaultMetricsRegistry,
): (provider: string, event: OauthEvent) => void {
  const issued = new Counter({
    name: 'sluice_tokens_issued_total',
    help: 'Access tokens by provider and grant',
    labelNames: ['provider', 'grant'],
    registers: [metrics],
  })
  const refused = new Counter({
    name: 'sluice_token_refusals_total',
    help: 'Requests that a provider rejected, by error code',
    labelNames: ['provider', 'error'],
    registers: [metrics],
  })

  return (provider, event) => {
    if (event.kind === 'issued') issued.inc({ provider, grant: event.grant })
    else refused.inc({ provider, error: event.error })
  }
}
