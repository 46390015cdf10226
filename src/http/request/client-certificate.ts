/** The certificate that a caller showed in the TLS handshake, if it was verified. */
import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface ClientCertificate {
  /** As RFC 4514 writes names: `CN=orders,O=Acme`. */
  subject: string
  issuer: string
  serialNumber: string
  /** SHA-256 of the certificate, in hexadecimal digits with colons. */
  fingerprint: string
}

const known = new WeakMap<Socket, ClientCertificate>()

/** Undefined on a connection without TLS, without a certificate, or with one that no trusted authority stands for. */
export function findClientCertificate(socket: Socket): ClientCertificate | undefined {
  const { encrypted, authorized } = socket as TLSSocket
  if (!encrypted || !authorized) return undefined

  let found = known.get(socket)
  if (!found) {
    const x509 = findPeerCertificate(socket)
    if (!x509) return undefined
    found = {
      subject: renderDistinguishedName(x509.subject),
      issuer: renderDistinguishedName(x509.issuer),
      serialNumber: x509.serialNumber,
      fingerprint: x509.fingerprint256,
    }
    known.set(socket, found)
  }
  return found
}

/** Why the certificate that was shown is not believed, in the words of OpenSSL; undefined when none was shown. */
export function findClientCertificateError(socket: Socket): string | undefined {
  const { authorized, authorizationError } = socket as TLSSocket
  return authorized || !findPeerCertificate(socket) ? undefined : String(authorizationError)
}

/** The certificate as it was shown, whoever stands for it. */
export function findPeerCertificate(socket: Socket): X509Certificate | undefined {
  return (socket as TLSSocket).getPeerX509Certificate?.()
}

/**
 * The text of a name that Node gives with a `key=value` per line, in the order of the certificate. RFC 4514 section
 * 2.1 writes the last one first.
 */
export function renderDistinguishedName(lines: string): string {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .reverse()
    .join(',')
}
