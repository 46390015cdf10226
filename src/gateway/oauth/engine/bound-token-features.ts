/** The features of oidc-provider that prove a key of the client: DPoP (RFC 9449) and mutual TLS (RFC 8705). */
import { isIP, type Socket } from 'node:net'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { findClientCertificate, findPeerCertificate } from '../../../shared/http/request/client-certificate.ts'
import { isSameDistinguishedName } from '../../../shared/lib/text/distinguished-name.ts'
import type { ProviderSettings } from '../../config/types/index.ts'

/** Returns the features. */
export function buildBoundTokenFeatures({ dpop, certificateBinding }: ProviderSettings, nonceSecret: Buffer) {
  return {
    dPoP: { enabled: dpop.enabled, nonceSecret, requireNonce: () => dpop.nonce },
    mTLS: {
      enabled: true,
      tlsClientAuth: true,
      selfSignedTlsClientAuth: true,
      certificateBoundAccessTokens: certificateBinding.enabled,
      getCertificate: ({ req }: KoaContextWithOIDC) => findPeerCertificate(req.socket),
      certificateAuthorized: ({ req }: KoaContextWithOIDC) => findClientCertificate(req.socket) !== undefined,
      certificateSubjectMatches: ({ req }: KoaContextWithOIDC, property: string, expected: string) =>
        hasSubject(req.socket, property, expected),
    },
  } satisfies Configuration['features']
}

/** Returns whether the client certificate has the registered subject: RFC 8705 section 2.1.2. */
function hasSubject(socket: Socket, property: string, expected: string): boolean {
  if (property === 'tls_client_auth_subject_dn')
    return isSameDistinguishedName(findClientCertificate(socket)?.subject ?? '', expected)
  const certificate = findPeerCertificate(socket)
  // OpenSSL takes a name that begins with a dot for all names below it.
  if (property === 'tls_client_auth_san_dns')
    return !expected.startsWith('.') && certificate?.checkHost(expected, alternativeOnly) !== undefined
  if (property === 'tls_client_auth_san_ip') return isIP(expected) > 0 && certificate?.checkIP(expected) !== undefined
  if (property === 'tls_client_auth_san_email') return certificate?.checkEmail(expected, alternativeOnly) !== undefined
  // Node writes a name with special characters in quotes, so that it does not look like several names.
  return certificate?.subjectAltName?.split(', ').includes(`URI:${expected}`) === true
}

const alternativeOnly = { subject: 'never', wildcards: false } as const
