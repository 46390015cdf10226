/** Certificates made for a test. */
import { generate } from 'selfsigned'

export interface Pair {
  cert: string
  key: string
}

/** A certificate for 127.0.0.1, host names and IPv6 addresses; of an authority, or its own authority. */
export async function certificate(commonName: string, issuer?: Pair, names: readonly string[] = []): Promise<Pair> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    ...(issuer && { ca: issuer }),
    extensions: [
      ...(issuer ? [] : [{ name: 'basicConstraints', cA: true, critical: true } as const]),
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' } as const,
          ...names.map((value) =>
            value.includes(':') ? ({ type: 7, ip: value } as const) : ({ type: 2, value } as const),
          ),
        ],
      },
    ],
  })
  return { cert, key }
}
