/** Reads the subject of client certificates. */
import type { TLSSocket } from 'node:tls'
import { findPeerCertificate, renderDistinguishedName } from '../../../shared/http/request/client-certificate.ts'
import type { CertificateSubject } from '../identity/user-registry.ts'

/** Returns the subject of the verified client certificate; undefined without one or without a common name. */
export function readCertificateSubject(socket: TLSSocket): CertificateSubject | undefined {
  if (!socket.encrypted || !socket.authorized) return undefined

  const x509 = findPeerCertificate(socket)
  if (!x509) return undefined

  const commonName = x509.subject
    .split('\n')
    .findLast((part) => part.startsWith('CN='))
    ?.slice('CN='.length)
  return commonName ? { commonName, distinguishedName: renderDistinguishedName(x509.subject) } : undefined
}
