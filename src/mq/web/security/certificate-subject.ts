/** Reads the subject of client certificates. */
import type { TLSSocket } from 'node:tls'
import { findClientCertificateError, findPeerCertificate } from '../../../shared/http/request/client-certificate.ts'
import { renderDistinguishedName } from '../../../shared/lib/text/distinguished-name.ts'
import type { CertificateSubject, Unidentified } from '../identity/user-registry.ts'

/** Returns the subject of the client certificate, or why it is rejected; undefined without a certificate. */
export function readCertificateSubject(socket: TLSSocket): CertificateSubject | Unidentified | undefined {
  const untrusted = findClientCertificateError(socket)
  if (untrusted !== undefined) return { rejected: `the certificate is not trusted: ${untrusted}` }

  const subject = socket.encrypted ? findPeerCertificate(socket)?.subject : undefined
  if (subject === undefined) return undefined
  if (subject === '') return { rejected: 'the certificate has no subject' } // as a base, '' is the root of a directory

  const escaped = subject
    .split('\n')
    .findLast((part) => part.startsWith('CN='))
    ?.slice('CN='.length)
  const commonName = escaped?.replaceAll(/\\([,+"\\<>;#= ])/g, '$1') || undefined
  return { commonName, distinguishedName: renderDistinguishedName(subject) }
}
