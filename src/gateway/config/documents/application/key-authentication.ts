/** Reads how a client authenticates without a secret: with a key (RFC 7523) or a certificate (RFC 8705). */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { choice, optionalText } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { CertificateSubject, Credential, KeyAuthentication } from '../../types/index.ts'
import { readCertificates } from './certificates.ts'

const subjectMembers = ['subject_dn', 'san_dns', 'san_uri', 'san_ip', 'san_email'] as const

/** The members of a credential. */
export const keyAuthenticationMembers = {
  authentication: choice(
    ['client_secret', 'private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'],
    'How the client authenticates at the provider.',
  ),
  jwks: Type.Optional(
    Type.Object({
      keys: Type.Array(Type.Object({ kty: Type.String() }, { additionalProperties: true }), {
        minItems: 1,
        description: 'The public keys of the client as JWKs (RFC 7517).',
      }),
    }),
  ),
  certificate: Type.Optional(
    Type.Object({
      subject_dn: optionalText('The subject of the certificate as in RFC 4514.'),
      san_dns: optionalText('Instead of the subject, a DNS name of the certificate.'),
      san_uri: optionalText('Instead of the subject, a URI of the certificate.'),
      san_ip: optionalText('Instead of the subject, an IP address of the certificate.'),
      san_email: optionalText('Instead of the subject, an e-mail address of the certificate.'),
      pem: optionalText('For APIs with mutualTLS, the certificate itself as PEM text, such as $file{partner.pem}.'),
      sha256: optionalText(
        'For APIs with mutualTLS, the SHA-256 fingerprint of the certificate, in hexadecimal digits.',
      ),
    }),
  ),
}

const schema = Type.Object(keyAuthenticationMembers)

/** Returns the keys and the authentication of a credential. Reports keys that are private or no keys, and missing members. */
export function readKeyAuthentication(
  members: Static<typeof schema>,
  clientType: 'confidential' | 'public',
  path: readonly (string | number)[],
  reading: DocumentContext,
): Pick<Credential, 'authentication' | 'keys' | 'certificates'> {
  const certificates = readCertificates(members, path, reading)
  return { ...readAuthentication(members, clientType, path, reading), certificates }
}

function readAuthentication(
  { authentication, jwks, certificate }: Static<typeof schema>,
  clientType: 'confidential' | 'public',
  path: readonly (string | number)[],
  { source, problems }: DocumentContext,
): Pick<Credential, 'authentication' | 'keys'> {
  const [, index] = path
  const report = (member: string, message: string) =>
    problems.error(source.locate([...path, ...member.split('.')]), `credentials[${index}].${member} ${message}`)
  for (const key of jwks?.keys ?? []) {
    const problem = findKeyProblem(key as JsonWebKey)
    if (problem) report('jwks', problem)
  }
  if (authentication !== 'client_secret' && clientType === 'public') {
    report('authentication', `needs client_type confidential - found ${authentication} with public`)
  }
  if (authentication === 'client_secret') return jwks ? { keys: jwks.keys } : {}
  const missing = (member: string) =>
    problems.error(source.locate([...path]), `credentials[${index}].${member} is missing: ${authentication} needs it`)
  if (authentication === 'tls_client_auth') {
    const subjects = subjectMembers.filter((member) => certificate?.[member] !== undefined)
    const [member] = subjects
    if (!member || subjects.length > 1) missing(`certificate with one of ${subjectMembers.join(', ')}`)
    const subject: CertificateSubject = {
      member: member ?? 'subject_dn',
      value: certificate?.[member ?? 'subject_dn'] ?? '',
    }
    return { authentication: { method: authentication, subject }, keys: jwks?.keys }
  }
  if (!jwks) missing('jwks')
  else if (authentication === 'self_signed_tls_client_auth' && !jwks.keys.some((key) => 'x5c' in key)) {
    report('jwks', 'has no key with x5c: that is where the certificate of the client is')
  }
  const found: KeyAuthentication = { method: authentication }
  return { authentication: found, keys: jwks?.keys ?? [] }
}

function findKeyProblem(key: JsonWebKey): string | undefined {
  if (['d', 'p', 'q', 'k', 'priv'].some((name) => name in key)) {
    return 'has a private or symmetric key: write the public key only, and replace the key where others can read the document'
  }
  try {
    createPublicKey({ key, format: 'jwk' })
    return undefined
  } catch (error) {
    return `has a key that cannot be read: ${(error as Error).message}`
  }
}
