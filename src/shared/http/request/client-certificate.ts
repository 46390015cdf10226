/** The verified client certificate of a TLS connection. */
import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { renderDistinguishedName } from '../../lib/text/distinguished-name.ts'

export interface ClientCertificate {
  /** The distinguished name as in RFC 4514: `CN=orders,O=Acme`. */
  subject: string
  issuer: string
  serialNumber: string
  /** The SHA-256 digest of the certificate, as hexadecimal digits with colons. */
  fingerprint: string
}

const known = new WeakMap<Socket, ClientCertificate>()

/** Returns the client certificate that a trusted CA has signed; undefined without TLS or such a certificate. */
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

/** Returns OpenSSL's reason why the client certificate is not trusted; undefined when it is, or without one. */
export function findClientCertificateError(socket: Socket): string | undefined {
  const { authorized, authorizationError } = socket as TLSSocket
  return authorized || !findPeerCertificate(socket) ? undefined : String(authorizationError)
}

/** Returns the client certificate, whether or not it is trusted. */
export function findPeerCertificate(socket: Socket): X509Certificate | undefined {
  return (socket as TLSSocket).getPeerX509Certificate?.()
}

const thumbprints = new WeakMap<Socket, string>()

/** Returns the SHA-256 thumbprint of the client certificate as base64url, trusted or not: RFC 8705 section 3.1. */
export function findCertificateThumbprint(socket: Socket): string | undefined {
  let found = thumbprints.get(socket)
  if (found !== undefined) return found
  const fingerprint = findPeerCertificate(socket)?.fingerprint256
  if (fingerprint === undefined) return undefined
  found = Buffer.from(fingerprint.replaceAll(':', ''), 'hex').toString('base64url')
  thumbprints.set(socket, found)
  return found
}
