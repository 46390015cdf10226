/**
 * Validates the chain of a client certificate to the CAs that a document names: RFC 5280 section 6, without policies
 * and lists of revoked certificates. OpenSSL checks signatures and, by `checkIssued`, names, key identifiers and the
 * right of an issuer to sign.
 */
import type { X509Certificate } from 'node:crypto'

const clientAuthentication = '1.3.6.1.5.5.7.3.2'
const anyUsage = '2.5.29.37.0'
const maxIssuers = 8
/** The extension of basic constraints (2.5.29.19) as DER, of a CA that limits the length of its path. */
const pathLengths = /\x06\x03\x55\x1d\x13(?:\x01\x01\xff)?\x04.\x30.\x01\x01\xff\x02\x01(.)/gs
/** The identifier of the extension of name constraints (2.5.29.30) as DER. */
const nameConstraints = '\x06\x03\x55\x1d\x1e'

/** A valid chain with the end of its validity in milliseconds since the epoch, or why there is none. */
export type ChainResult = { until: number } | { fault: string }

/** Validates a chain, which begins with the certificate of the client. One of the authorities ends it. */
export function validateChain(
  chain: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
): ChainResult {
  const [leaf, ...sent] = chain
  if (!leaf) return { fault: 'the proxy forwards no certificate (Cert or Chain), only facts of it' }
  let [current, until] = [leaf, leaf.validToDate.getTime()]
  for (let issuers = 0; issuers < maxIssuers; issuers += 1) {
    const fault = findFault(current, issuers - 1, now)
    if (fault) return { fault }
    if (issuers > 0 && authorities.some(({ fingerprint256 }) => fingerprint256 === current.fingerprint256))
      return { until }
    const issuer = [...authorities, ...sent].find((each) => each !== current && hasIssued(each, current))
    if (!issuer) return { fault: `no CA of x-client-ca has issued ${describe(current)}` }
    current = issuer
    until = Math.min(until, issuer.validToDate.getTime())
  }
  return { fault: `there are more than ${maxIssuers} issuers` }
}

/** Returns whether a CA has signed a certificate. */
function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

/** Returns why a certificate may not be in a chain. `below`: the number of CAs under it; -1 for that of the client. */
function findFault(certificate: X509Certificate, below: number, now: number): string | undefined {
  const { keyUsage: usages, signatureAlgorithm = '', validFromDate, validToDate, raw } = certificate
  const name = describe(certificate)
  if (validFromDate.getTime() > now || validToDate.getTime() < now) return `${name} is not valid now`
  if (/md5|sha-?1(?!\d)/i.test(signatureAlgorithm)) return `${name} is signed with ${signatureAlgorithm}`
  if (usages && !usages.includes(clientAuthentication) && !usages.includes(anyUsage))
    return `${name} is not for the authentication of clients`
  if (below < 0) return undefined
  const der = raw.toString('latin1')
  // Name constraints are not evaluated, so a CA that has them is not used.
  if (der.includes(nameConstraints)) return `${name} has name constraints, which are not evaluated`
  // A subject could hold such bytes as well: the smallest number counts.
  const allowed = Math.min(...Array.from(der.matchAll(pathLengths), ([, length = '']) => length.charCodeAt(0)))
  return below > allowed ? `${name} allows ${allowed} CAs below it` : undefined
}

function describe({ subject }: X509Certificate): string {
  return `"${subject.split('\n').join(', ')}"`
}
