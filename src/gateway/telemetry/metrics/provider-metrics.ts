/** Metrics of the endpoints of OAuth providers. */
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import type { OauthEvent } from '../events/index.ts'

/** The time within which a revocation takes effect in every worker, in milliseconds. */
const maxDelayMs = 500

/** Returns the function that counts events of providers. A process opens one, for all revisions of the documents. */
export function openProviderMetrics(metrics: Registry): (provider: string, event: OauthEvent) => void {
  const issued = metrics.counter('sluice_tokens_issued_total', 'Access tokens by provider and grant', [
    'provider',
    'grant',
  ])
  const refused = metrics.counter('sluice_token_refusals_total', 'Requests that a provider rejected, by error code', [
    'provider',
    'error',
  ])
  const signatures = metrics.counter(
    'sluice_signer_requests_total',
    'Requests to external signers, by provider and result: ok or failed',
    ['provider', 'result'],
  )
  const signatureSeconds = metrics.counter(
    'sluice_signer_seconds_total',
    'The time that requests to external signers have taken',
    ['provider'],
  )
  const changes = metrics.counter(
    'sluice_changes_received_total',
    'Revocations and key changes of other processes that a worker has applied; late are those after more than 500 ms',
    ['provider', 'late'],
  )
  const changeSeconds = metrics.counter(
    'sluice_changes_delay_seconds_total',
    'The time between saving and applying these changes',
    ['provider'],
  )

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
