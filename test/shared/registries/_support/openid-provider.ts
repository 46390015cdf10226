/** Another provider, as small as it can be, whose responses a test can forge. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface Forgeries {
  /** Claims that replace those of the id_token. */
  claims?: Record<string, unknown>
  /** Members of the metadata that replace the right ones. */
  metadata?: Record<string, unknown>
  /** The status of every response. */
  status?: number
  /** Signs with a key that is not published. */
  wrongKey?: boolean
  userinfo?: Record<string, unknown>
}

export type OpenidProvider = Awaited<ReturnType<typeof runOpenidProvider>>

/** Runs a provider with one client until the test ends. */
export async function runOpenidProvider(t: ExecutionContext) {
  const forged: Forgeries = {}
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const other = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }
  const codes = new Map<string, URLSearchParams>()
  const requests: { path: string; method: string; authorization: string; body: string }[] = []

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const path = request.url ?? ''
    const { authorization = '' } = request.headers
    requests.push({ path, method: request.method ?? '', authorization, body })
    const { status, value } = await answer(path, new URLSearchParams(body))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(path: string, form: URLSearchParams): Promise<{ status: number; value: object }> {
    if (forged.status !== undefined) return { status: forged.status, value: { error: 'server_error' } }
    if (path === '/.well-known/openid-configuration') return { status: 200, value: metadata() }
    if (path === '/jwks') return { status: 200, value: { keys: [jwk] } }
    if (path === '/userinfo')
      return { status: 200, value: { sub: 'u-1', email: 'anna@example.com', ...forged.userinfo } }
    const asked = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || asked.get('code_challenge') !== challenge) return { status: 400, value: { error: 'invalid_grant' } }
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'gateway',
      sub: 'u-1',
      preferred_username: 'Anna',
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 60,
      auth_time: now,
      ...forged.claims,
    }
    const key = forged.wrongKey ? other.privateKey : privateKey
    const idToken = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key)
    return { status: 200, value: { access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken } }
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      ...forged.metadata,
    }
  }

  return {
    issuer,
    forged,
    requests,
    /** Where the provider sends the browser after a sign-in: with a code, the state and the issuer. */
    signIn(authorization: string, changes: Record<string, string> = {}): URL {
      const asked = new URL(authorization).searchParams
      const code = `code-${codes.size}-${Math.random()}`
      codes.set(code, asked)
      const returned = new URL(asked.get('redirect_uri') ?? '')
      const all = { code, state: asked.get('state') ?? '', iss: issuer, ...changes }
      for (const [name, value] of Object.entries(all)) if (value !== '') returned.searchParams.set(name, value)
      return returned
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
