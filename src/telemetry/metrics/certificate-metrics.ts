/** Metrics of the HTTPS certificate in use. */
import { Counter, Gauge, type Registry } from '../../lib/output/prometheus.ts'

export interface CertificateMetrics {
  /** Sets the end of the certificate in use, in milliseconds since the epoch. */
  setExpiry(at: number): void
  recordRenewal(): void
  recordRejection(): void
  /** Records that the files hold the certificate in use. */
  recordUnchanged(): void
}

export function openCertificateMetrics(metrics: Registry): CertificateMetrics {
  const reloads = new Counter({
    name: 'sluice_certificate_reloads_total',
    help: 'Changes of the HTTPS certificate, by result',
    labelNames: ['result'],
    registry: metrics,
  })
  const expires = new Gauge({
    name: 'sluice_certificate_expires_seconds',
    help: 'When the certificate in use expires, in seconds since the epoch',
    registry: metrics,
  })
  const upToDate = new Gauge({
    name: 'sluice_certificate_up_to_date',
    help: '1 when the certificate in use is the one in the files, 0 when a change was rejected',
    registry: metrics,
  })
  for (const result of ['used', 'refused']) reloads.inc({ result }, 0)
  upToDate.set(1)

  return {
    setExpiry: (at) => expires.set(Math.floor(at / 1_000)),
    recordRenewal() {
      reloads.inc({ result: 'used' })
      upToDate.set(1)
    },
    recordRejection() {
      reloads.inc({ result: 'refused' })
      upToDate.set(0)
    },
    recordUnchanged: () => upToDate.set(1),
  }
}
