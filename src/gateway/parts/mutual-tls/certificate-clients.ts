/** The applications of a catalog by the certificates that they register. */
import type { Application } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { PresentedCertificate } from './presented-certificate.ts'

/** The applications whose registered certificates are read once, for all definitions of a revision. */
const indexes = new WeakMap<readonly Application[], ReadonlyMap<string, readonly Client[]>>()

/** Returns the clients that register a certificate, by its fingerprint alone or, without one, by all of its names. */
export function findClients(
  applications: readonly Application[],
  { keys }: PresentedCertificate,
): { clients: readonly Client[]; isPinned: boolean } {
  const index = indexes.get(applications) ?? indexCertificates(applications)
  const [fingerprint = '', ...names] = keys
  const pinned = index.get(fingerprint)
  if (pinned) return { clients: pinned, isPinned: fingerprint.startsWith('sha256 ') }
  return { clients: names.flatMap((name) => index.get(name) ?? []), isPinned: false }
}

function indexCertificates(applications: readonly Application[]): ReadonlyMap<string, readonly Client[]> {
  const index = new Map<string, Client[]>()
  for (const application of applications)
    for (const { clientId, certificates = [] } of application.credentials)
      for (const { key } of certificates) index.set(key, [...(index.get(key) ?? []), { clientId, application }])
  indexes.set(applications, index)
  return index
}
