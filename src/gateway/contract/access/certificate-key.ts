/** The texts by which an application is found by its client certificate. */
import { isIP, SocketAddress } from 'node:net'
import { normalizeDistinguishedName } from '../../../shared/lib/text/distinguished-name.ts'

/** The part of a certificate that names an application: its fingerprint, or a name of RFC 8705 section 2.1.2. */
export type CertificateMember = 'sha256' | 'subject_dn' | 'san_dns' | 'san_uri' | 'san_ip' | 'san_email'

const normalizers: Readonly<Record<CertificateMember, (value: string) => string>> = {
  sha256: (value) => value.replaceAll(':', '').toLowerCase(),
  subject_dn: normalizeDistinguishedName,
  san_dns: (value) => value.toLowerCase(),
  san_uri: (value) => value,
  san_ip: (value) => new SocketAddress({ address: value, family: isIP(value) === 6 ? 'ipv6' : 'ipv4' }).address,
  san_email: (value) => value.slice(0, domainOf(value)) + value.slice(domainOf(value)).toLowerCase(),
}

const domainOf = (address: string) => address.lastIndexOf('@') + 1

/** Returns one text for all spellings of a value. Throws for a `san_ip` that is no IP address. */
export function renderCertificateKey(member: CertificateMember, value: string): string {
  return `${member} ${normalizers[member](value)}`
}
