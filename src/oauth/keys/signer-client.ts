/**
 * The client of an external signer: JSON over HTTP/1.1, at a Unix socket or a loopback address.
 *
 * `GET /keys` returns a JWK set of public keys. `POST /sign` has `kid`, `alg` ("ES256"), `digest` (the SHA-256 digest of
 * the text) and `message` (the text), both as base64url, and returns `signature` as base64url: R and S in 64 bytes, or
 * DER.
 */
import { Agent, request } from 'node:http'

/** Sends requests to a signer. */
export interface SignerClient {
  /** Returns the JSON of the response. Rejects with an `Error` whose message describes the failure. */
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  close(): void
}

/** A signer does not need more, and further requests wait for a free connection. */
const maxConnections = 32
const maxResponseBytes = 64 * 1024

/** Returns a client. It connects at the first request. `url` is `unix:/path` or an HTTP URL. */
export function openSignerClient(url: string, timeoutMs: number): SignerClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections })
  const target = parseSignerUrl(url)

  return {
    send(method, path, body) {
      const signal = AbortSignal.timeout(timeoutMs)
      return sendRequest(method, path, body, signal).catch((error: Error) => {
        throw signal.aborted ? new Error(`no response within ${timeoutMs} ms`, { cause: error }) : error
      })
    },
    close: () => agent.destroy(),
  }

  function sendRequest(method: string, path: string, body: object | undefined, signal: AbortSignal) {
    return new Promise<unknown>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = text === undefined ? {} : { 'content-type': 'application/json' }
      const options = { ...target.address, path: `${target.prefix}${path}`, method, headers, agent, signal }
      const sent = request(options, async (response) => {
        response.setEncoding('utf8')
        let received = ''
        try {
          for await (const chunk of response) {
            received += chunk
            if (received.length > maxResponseBytes)
              throw new Error(`the response has more than ${maxResponseBytes} bytes`)
          }
          if (response.statusCode !== 200) throw new Error(`it responded with status ${response.statusCode}`)
          resolve(parseJson(received))
        } catch (error) {
          reject(error)
        }
      })
      sent.on('error', reject)
      sent.end(text)
    })
  }
}

function parseSignerUrl(url: string): { address: object; prefix: string } {
  if (url.startsWith('unix:'))
    return { address: { socketPath: url.slice('unix:'.length), host: 'localhost' }, prefix: '' }
  const { hostname, port, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return { address: { host, port: port || 80 }, prefix: pathname.replace(/\/$/, '') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('its response is not JSON')
  }
}
