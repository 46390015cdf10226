/** Measures the protected call with a bound token and a new DPoP proof in each call, beside the call with a bearer token. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { compare, type RowResult } from '../harness/compare.ts'
import { writeDpopDocuments } from '../harness/documents.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice, tokenForm } from '../peers/sluice.ts'

/** More than one core can verify: the load fails when the proofs run out. */
const maxPerSecond = 25_000

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })

export async function measureDpop(): Promise<RowResult[]> {
  const documents = await writeDpopDocuments()
  try {
    return await runWithBackend(async (backendPort) => {
      const { url, token, tokenEndpoint, data, close } = await startSluice(backendPort, { documents })
      try {
        const bound = await getBoundToken(tokenEndpoint)
        const stay = async () => {} // one gateway serves both subjects
        const proven = {
          url,
          headers: { authorization: `DPoP ${bound}` },
          tokens: (seconds: number) => writeProofs(join(data, 'proofs'), url, bound, seconds * maxPerSecond),
          tokenHeader: { name: 'dpop', prefix: '' },
          close: stay,
        }
        const headers = { authorization: `Bearer ${token}` }
        return await compare(
          'call with a new DPoP proof',
          { name: 'Sluice', start: async () => proven },
          [{ name: 'its own bearer call', target: 0.5, start: async () => ({ url, headers, close: stay }) }],
          roundOptions,
        )
      } finally {
        await close()
      }
    })
  } finally {
    await rm(documents, { recursive: true })
  }
}

async function getBoundToken(endpoint: string): Promise<string> {
  const headers = { dpop: signProof({ htm: 'POST', htu: endpoint }) }
  const response = await fetch(endpoint, { method: 'POST', headers, body: new URLSearchParams(tokenForm) })
  const { access_token: token, token_type: type } = (await response.json()) as Record<string, string>
  if (token === undefined || type !== 'DPoP') throw new Error(`there is no bound token at ${endpoint}`)
  return token
}

async function writeProofs(file: string, url: string, token: string, count: number): Promise<string> {
  const ath = createHash('sha256').update(token).digest('base64url')
  const output = createWriteStream(file)
  for (let made = 0; made < count; made += 1)
    if (!output.write(`${signProof({ htm: 'GET', htu: url, ath })}\n`)) await once(output, 'drain')
  output.end()
  await once(output, 'close')
  return file
}

function signProof(claims: object): string {
  const text = `${header}.${encode({ ...claims, jti: randomUUID(), iat: Math.floor(Date.now() / 1000) })}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
