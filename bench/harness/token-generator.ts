/** Creates many valid tokens with different ids, signed with the key in the data folder of a gateway. */
import { createPrivateKey, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '../../src/shared/storage/index.ts'

/** The order of the curve P-256. The second half of a signature must have its lower form. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Opens a generator of token files. The tokens have the claims of `token`, and no two tokens of all files are
 * equal.
 */
export async function openTokenGenerator(data: string, token: string) {
  const store = await openSqliteStore({ file: join(data, 'gateway.sqlite'), clock: Date.now })
  const [kept] = await store.list('oauth/acme/bench/oauth:key')
  await store.close()
  if (!kept) throw new Error(`${data} holds no key`)
  const { jwk } = kept.entry.value as { jwk: Record<string, string> }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const [header, payload] = token.split('.') as [string, string]
  const claims = decode(payload)
  let files = 0

  /** Writes `count` tokens. With `clients`, they belong to these applications in turn. */
  return async function mint(count: number, clients: readonly string[] = []): Promise<string> {
    files += 1
    const file = join(data, `tokens-${files}`)
    const output = createWriteStream(file)
    for (let made = 0; made < count; made += 1) {
      const jti = randomBytes(16).toString('base64url')
      const client_id = clients[made % clients.length]
      const own = client_id === undefined ? header : encode({ ...decode(header), client_id })
      const text = `${own}.${encode({ ...claims, jti, ...(client_id !== undefined && { client_id }) })}`
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      if (!output.write(`${text}.${lowered(signature).toString('base64url')}\n`)) await once(output, 'drain')
    }
    output.end()
    await once(output, 'close')
    return file
  }
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function lowered(signature: Buffer): Buffer {
  const half = BigInt(`0x${signature.toString('hex', 32)}`)
  if (half <= order / 2n) return signature
  const lower = (order - half).toString(16).padStart(64, '0')
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(lower, 'hex')])
}
