/** Keys of an external signer: the private keys never enter a process of Sluice. */
import { hash, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { Dispatcher, Pool } from 'undici'
import type { SigningKeySource } from '../../config/types/index.ts'
import type { KeySupply, KeySupplyDeps } from './key-supply.ts'
import { KeySourceError, parseKeys } from './parse-keys.ts'
import { renderSignature, verifyTextSignature } from './signature.ts'
import { SigningUnavailableError } from './signing-key.ts'

/** How soon a new key of the signer is noticed. */
const refreshIntervalMs = 10_000

/** Opens the signer. Each signature is verified before it is used. */
export function openSignerSupply(
  { url, timeoutMs }: Extract<SigningKeySource, { kind: 'signer' }>,
  { clock, onSignature }: Pick<KeySupplyDeps, 'clock' | 'onSignature'>,
): KeySupply {
  const client = openSignerClient(url, timeoutMs)
  const place = `external signer ${url}`

  return {
    kind: 'signer',
    refreshIntervalMs,
    async load() {
      const found = await client.send('GET', '/keys').catch((cause: Error) => {
        throw new KeySourceError(`${place}: GET /keys failed: ${cause.message}`, { cause })
      })
      if (!isJwks(found)) throw new KeySourceError(`${place}: GET /keys must return a JWK set with public keys`)
      if (found.keys.some((key) => 'd' in key))
        throw new KeySourceError(`${place}: GET /keys returned a private key; it must return public keys only`)
      return parseKeys(JSON.stringify(found), place).map((key) => ({
        ...key,
        sign: (text: string) => sign(text, key.kid, key.publicKey),
      }))
    },
    close: client.close,
  }

  async function sign(text: string, kid: string, publicKey: KeyObject): Promise<string> {
    const startedAt = clock()
    try {
      const message = Buffer.from(text).toString('base64url')
      const digest = hash('sha256', text, 'base64url')
      const response = await client.send('POST', '/sign', { kid, alg: 'ES256', digest, message })
      const signature = renderSignature(readSignature(response))
      if (!verifyTextSignature(text, signature, publicKey))
        throw new Error(`its signature is not one of the key ${kid}`)
      onSignature({ isOk: true, durationMs: clock() - startedAt })
      return signature
    } catch (cause) {
      onSignature({ isOk: false, durationMs: clock() - startedAt })
      throw new SigningUnavailableError(`${place}: POST /sign failed: ${(cause as Error).message}`, { cause })
    }
  }
}

function isJwks(value: unknown): value is { keys: JsonWebKey[] } {
  const keys = (value as { keys?: unknown } | null)?.keys
  return Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === 'object' && key !== null)
}

function readSignature(response: unknown): Buffer {
  const { signature } = (response ?? {}) as { signature?: unknown }
  if (typeof signature !== 'string') throw new Error('its response has no member "signature"')
  return Buffer.from(signature, 'base64url')
}

/** A signer does not need more, and further requests wait for a free connection. */
const maxConnections = 32

const maxResponseBytes = 64 * 1024

/** Returns a client. It connects at the first request. `url` is `unix:/path` or an HTTP URL. */
function openSignerClient(url: string, timeoutMs: number) {
  const { origin, prefix, connect } = parseSignerUrl(url)
  let opened: Promise<Pool> | undefined

  return {
    /** Returns the JSON of the response. Rejects with an `Error` whose message describes the failure. */
    async send(method: 'GET' | 'POST', path: string, content?: object): Promise<unknown> {
      opened ??= import('undici').then(({ Pool }) => new Pool(origin, { connections: maxConnections, connect }))
      const pool = await opened
      const signal = AbortSignal.timeout(timeoutMs)
      const headers = content ? { 'content-type': 'application/json' } : {}
      const body = content ? JSON.stringify(content) : null
      return readResponse(pool.request({ method, path: `${prefix}${path}`, headers, body, signal })).catch((error) => {
        throw signal.aborted ? new Error(`no response within ${timeoutMs} ms`, { cause: error }) : error
      })
    },
    close: (): void => void opened?.then((pool) => pool.destroy()),
  }
}

async function readResponse(sent: Promise<Dispatcher.ResponseData>): Promise<unknown> {
  const { statusCode, body } = await sent
  body.setEncoding('utf8')
  let received = ''
  for await (const chunk of body) {
    received += chunk
    if (received.length > maxResponseBytes) throw new Error(`the response has more than ${maxResponseBytes} bytes`)
  }
  if (statusCode !== 200) throw new Error(`it responded with status ${statusCode}`)
  return parseJson(received)
}

function parseSignerUrl(url: string): { origin: string; prefix: string; connect: { socketPath?: string } } {
  if (url.startsWith('unix:'))
    return { origin: 'http://localhost', prefix: '', connect: { socketPath: url.slice('unix:'.length) } }
  const { origin, pathname } = new URL(url)
  return { origin, prefix: pathname.replace(/\/$/, ''), connect: {} }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('its response is not JSON')
  }
}
