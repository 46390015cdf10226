/** The values of SSLCIPH and what they allow in TLS. */

export interface CipherSpec {
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3'
  readonly maxVersion: 'TLSv1.2' | 'TLSv1.3'
  /** Cipher suites as OpenSSL names them; undefined for all that are secure. */
  readonly ciphers: string | undefined
}

const any12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers: undefined } as const
const any13 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3', ciphers: undefined } as const
const any12OrHigher = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', ciphers: undefined } as const

const tls12 = (ciphers: string): CipherSpec => ({ ...any12, ciphers })
const tls13 = (ciphers: string): CipherSpec => ({ ...any13, ciphers })

const specs: Readonly<Record<string, CipherSpec>> = {
  ANY: any12OrHigher,
  ANY_TLS12: any12,
  ANY_TLS12_OR_HIGHER: any12OrHigher,
  ANY_TLS13: any13,
  ANY_TLS13_OR_HIGHER: any13,
  TLS_AES_128_GCM_SHA256: tls13('TLS_AES_128_GCM_SHA256'),
  TLS_AES_256_GCM_SHA384: tls13('TLS_AES_256_GCM_SHA384'),
  TLS_CHACHA20_POLY1305_SHA256: tls13('TLS_CHACHA20_POLY1305_SHA256'),
  ECDHE_ECDSA_AES_128_CBC_SHA256: tls12('ECDHE-ECDSA-AES128-SHA256'),
  ECDHE_ECDSA_AES_256_CBC_SHA384: tls12('ECDHE-ECDSA-AES256-SHA384'),
  ECDHE_ECDSA_AES_128_GCM_SHA256: tls12('ECDHE-ECDSA-AES128-GCM-SHA256'),
  ECDHE_ECDSA_AES_256_GCM_SHA384: tls12('ECDHE-ECDSA-AES256-GCM-SHA384'),
  ECDHE_RSA_AES_128_CBC_SHA256: tls12('ECDHE-RSA-AES128-SHA256'),
  ECDHE_RSA_AES_256_CBC_SHA384: tls12('ECDHE-RSA-AES256-SHA384'),
  ECDHE_RSA_AES_128_GCM_SHA256: tls12('ECDHE-RSA-AES128-GCM-SHA256'),
  ECDHE_RSA_AES_256_GCM_SHA384: tls12('ECDHE-RSA-AES256-GCM-SHA384'),
  TLS_RSA_WITH_AES_128_CBC_SHA256: tls12('AES128-SHA256'),
  TLS_RSA_WITH_AES_256_CBC_SHA256: tls12('AES256-SHA256'),
  TLS_RSA_WITH_AES_128_GCM_SHA256: tls12('AES128-GCM-SHA256'),
  TLS_RSA_WITH_AES_256_GCM_SHA384: tls12('AES256-GCM-SHA384'),
}

/** Returns the specification, or undefined for a name that is unknown or no longer secure. */
export function findCipherSpec(name: string): CipherSpec | undefined {
  return specs[name.toUpperCase()]
}

export function listCipherSpecs(): string[] {
  return Object.keys(specs)
}

/** Returns whether a negotiated protocol and cipher suite are allowed. */
export function allowsCipher(spec: CipherSpec, protocol: string, suite: string): boolean {
  if (protocol !== 'TLSv1.2' && protocol !== 'TLSv1.3') return false
  if (protocol < spec.minVersion || protocol > spec.maxVersion) return false
  return spec.ciphers === undefined || spec.ciphers === suite
}
