/** Metrics of the endpoints of OAuth providers. */
import { Counter, defaultMetricsRegistry, type Registry } from '../../lib/output/prometheus.ts'

import type { OauthEvent } from '../events/index.ts'

/** The time within which a revocation takes effect in every worker, in milliseconds. */
const maxDelayMs = 500

/** Returns the function that counts events of providers. A process opens one, for all revisions of the documents. */
export function openProviderMetrics(
  metrics: Registry = defaultMetricsRegistry,
): (provider: string, event: OauthEvent) => void {
  const issued = new Counter({
    name: 'sluice_tokens_issued_total',
    help: 'Access tokens by provider and grant',
    labelNames: ['provider', 'grant'],
    registry: metrics,
  })
  const refused = new Counter({
    name: 'sluice_token_refusals_total',
    help: 'Requests that a provider rejected, by error code',
    labelNames: ['provider', 'error'],
    registry: metrics,
  })

  const signatures = new Counter({
    name: 'sluice_signer_requests_total',
    help: 'Requests to external signers, by provider and result: ok or failed',
    labelNames: ['provider', 'result'],
    registry: metrics,
  })
  const signatureSeconds = new Counter({
    name: 'sluice_signer_seconds_total',
    help: 'The time that requests to external signers have taken',
    labelNames: ['provider'],
    registry: metrics,
  })

  const changes = new Counter({
    name: 'sluice_changes_received_total',
    help: 'Revocations and key changes of other processes that a worker has applied; late are those after more than 500 ms',
    labelNames: ['provider', 'late'],
    registry: metrics,
  })
  const changeSeconds = new Counter({
    name: 'sluice_changes_delay_seconds_total',
    help: 'The time between saving and applying these changes',
    labelNames: ['provider'],
    registry: metrics,
  })

  return (provider, event) => {
    switch (event.kind) {
      case 'issued':
        return issued.inc({ provider, grant: event.grant })
      case 'refused':
        return refused.inc({ provider, error: event.error })
      case 'signature':
        signatures.inc({ provider, result: event.isOk ? 'ok' : 'failed' })
        signatureSeconds.inc({ provider }, event.durationMs / 1_000)
        return
      case 'change':
        changes.inc({ provider, late: String(event.delayMs > maxDelayMs) })
        changeSeconds.inc({ provider }, event.delayMs / 1_000)
    }
  }
}
