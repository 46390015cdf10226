/** Returns the certificates of a PEM text, each with its lines BEGIN and END (RFC 7468, section 5). */
export function splitCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
