/** Metrics of what the gateway reloads while it runs: the documents and the certificate of HTTPS. */
import type { Registry } from '../../../shared/lib/output/prometheus.ts'

/** The result of a reload. `failed`: it could not be loaded, for a reason outside of it; `unchanged`: it is in use already. */
export type ReloadResult = 'used' | 'refused' | 'failed' | 'unchanged'

interface ReloadedThing {
  results: readonly string[]
  changes: readonly [name: string, help: string, labelNames: readonly ['result']]
  upToDate: readonly [name: string, help: string]
}

/** The metrics of each thing, and the results that have a value from the beginning. */
const reloaded: Readonly<Record<'documents' | 'certificate', ReloadedThing>> = {
  documents: {
    results: ['refused', 'failed'],
    changes: ['sluice_config_reloads_total', 'Changes of the documents, by result', ['result']],
    upToDate: [
      'sluice_config_up_to_date',
      '1 when the documents in use are those on disk, 0 when a change was rejected',
    ],
  },
  certificate: {
    results: ['used', 'refused'],
    changes: ['sluice_certificate_reloads_total', 'Changes of the HTTPS certificate, by result', ['result']],
    upToDate: [
      'sluice_certificate_up_to_date',
      '1 when the certificate in use is the one in the files, 0 when a change was rejected',
    ],
  },
}

/** Returns the function that records results. What is in use at first is up to date. */
export function openReloadMetrics(metrics: Registry, what: keyof typeof reloaded): (result: ReloadResult) => void {
  const { results, changes, upToDate } = reloaded[what]
  const reloads = metrics.counter(...changes)
  const isUpToDate = metrics.gauge(...upToDate)
  for (const result of results) reloads.inc({ result }, 0)
  isUpToDate.set(1)

  return (result) => {
    if (result !== 'unchanged') reloads.inc({ result })
    isUpToDate.set(Number(result === 'used' || result === 'unchanged'))
  }
}
