/** The subject of the client certificate of a TLS connection, if it brought one that was verified. */
import type { TLSSocket } from 'node:tls'

import type { CertificateSubject } from './registry.ts'

export function subjectOf(socket: TLSSocket): CertificateSubject | undefined {
  if (!socket.encrypted || !socket.authorized) return undefined

  const x509 = socket.getPeerX509Certificate?.()
  if (!x509) return undefined

  // One `key=value` per line, in the order of the certificate; RFC 4514 section 2.1 writes the last one first.
  const parts = x509.subject.split('\n').filter((line) => line !== '')
  const commonName = parts.findLast((part) => part.startsWith('CN='))?.slice('CN='.length)
  return commonName ? { commonName, distinguishedName: parts.toReversed().join(',') } : undefined
}
