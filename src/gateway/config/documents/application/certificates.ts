/** Reads the certificates by which a client is known where it sends no client id: APIs with `mutualTLS`. */
import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { attempt } from '../../../../shared/lib/collections/attempt.ts'
import { parseDistinguishedName } from '../../../../shared/lib/text/distinguished-name.ts'
import { type CertificateMember, renderCertificateKey } from '../../../contract/access/certificate-key.ts'
import type { DocumentContext } from '../../document-set/document-kind.ts'
import type { RegisteredCertificate } from '../../types/index.ts'

type Members = Partial<Record<CertificateMember | 'pem', string | undefined>>

/**
 * Returns the certificates of a credential, also those of its keys (`x5c`, RFC 7517 section 4.7); undefined without
 * any. Reports values that no certificate has, and several members.
 */
export function readCertificates(
  { certificate = {}, jwks }: { certificate?: Members | undefined; jwks?: { keys: readonly object[] } | undefined },
  path: readonly (string | number)[],
  { source, problems }: DocumentContext,
): readonly RegisteredCertificate[] | undefined {
  const at = [...path, 'certificate']
  const written = Object.entries(certificate) as [keyof Members, string][]
  const found = written.flatMap(([member, value]): RegisteredCertificate[] => {
    const fault = faults[member]?.(value)
    const name = `credentials[${path[1]}].certificate.${member}`
    if (fault) problems.error(source.locate([...at, member]), `${name} ${fault}`)
    if (fault) return []
    if (member !== 'pem') return [{ key: renderCertificateKey(member, value), value }]
    const parsed = new X509Certificate(value)
    const since = parsed.validToDate.toISOString()
    if (parsed.validToDate < new Date())
      problems.warning(source.locate([...at, member]), `${name} expired at ${since}: calls with it are rejected`)
    return [registerFingerprint(parsed)]
  })
  if (written.length > 1) {
    const message = `needs exactly one member - found ${written.map(([member]) => member).join(' and ')}`
    problems.error(source.locate(at), `credentials[${path[1]}].certificate ${message}: add a credential for each`)
  }
  for (const { x5c: [own] = [] } of (jwks?.keys ?? []) as { x5c?: string[] }[]) {
    const parsed = own === undefined ? undefined : attempt(() => new X509Certificate(Buffer.from(own, 'base64')))
    if (parsed) found.push(registerFingerprint(parsed))
  }
  return found.length > 0 ? found : undefined
}

function registerFingerprint({ fingerprint256: value }: X509Certificate): RegisteredCertificate {
  return { key: renderCertificateKey('sha256', value), value }
}

/** The functions that return why a value cannot belong to a certificate. */
const faults: Readonly<Partial<Record<keyof Members, (value: string) => string | undefined>>> = {
  sha256: (value) =>
    /^[\da-f]{64}$/i.test(value.replaceAll(':', ''))
      ? undefined
      : `must have 64 hexadecimal digits, as openssl x509 -noout -fingerprint -sha256 prints them - found "${value}"`,
  pem(value) {
    if (value.includes('PRIVATE KEY'))
      return 'has a private key: write the certificate only, and replace the key where others can read the document'
    return attempt(() => new X509Certificate(value)) ? undefined : 'is no certificate in PEM form'
  },
  subject_dn: (value) =>
    parseDistinguishedName(value).length > 0 ? undefined : `is no name such as "CN=orders,O=Acme" - found "${value}"`,
  san_ip: (value) => (isIP(value) > 0 ? undefined : `is no IP address - found "${value}"`),
}
