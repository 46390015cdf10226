/** Certificates of clients and CAs, made for a test. */
import { X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'
import type { Pair } from '../../../_support/certificates.ts'

interface CertificateOptions {
  issuer?: Pair
  /** The CAs that may be below it; a number makes it a CA. */
  pathLength?: number | undefined
  isCa?: boolean
  names?: readonly { type: 1 | 2 | 6; value: string }[]
  days?: readonly [from: number, to: number]
  usage?: 'clientAuth' | 'serverAuth' | undefined
  organization?: string
}

const dayMs = 86_400_000

/** Makes a certificate, by default one of a client for ten days. */
export async function issue(commonName: string, options: CertificateOptions = {}): Promise<Pair> {
  const { issuer, pathLength, isCa = pathLength !== undefined, names = [], days: [from, to] = [-1, 10] } = options
  const subject = [
    { shortName: 'CN', value: commonName },
    ...(options.organization ? [{ shortName: 'O', value: options.organization }] : []),
  ]
  const { cert, private: key } = await generate(subject, {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * dayMs),
    notAfterDate: new Date(Date.now() + to * dayMs),
    ...(issuer && { ca: issuer }),
    extensions: listExtensions({ isCa, pathLength, usage: options.usage, names }),
  })
  return { cert, key }
}

type Extensions = NonNullable<NonNullable<Parameters<typeof generate>[1]>['extensions']>

function listExtensions({ isCa, pathLength, usage, names = [] }: CertificateOptions): Extensions {
  const extensions: Extensions = [
    {
      name: 'basicConstraints',
      cA: isCa === true,
      critical: true,
      ...(pathLength !== undefined && { pathLenConstraint: pathLength }),
    },
  ]
  if (isCa) extensions.push({ name: 'keyUsage', keyCertSign: true, critical: true })
  if (usage) extensions.push({ name: 'extKeyUsage', [usage]: true })
  if (names.length > 0) extensions.push({ name: 'subjectAltName', altNames: [...names] })
  return extensions
}

export const parsed = ({ cert }: Pair) => new X509Certificate(cert)
