import type { ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { AccessToken, TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import { newProofKeys, signProof, thumbprintOf } from '../../../_support/dpop.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'

/** Opens a stream through a gateway whose token is the one that `verify` returns. */
async function openStream(
  t: ExecutionContext,
  verify: () => TokenVerificationResult,
  present = (_url: string): Record<string, string> => ({ authorization: 'Bearer good' }),
) {
  const opened = Promise.withResolvers<ServerResponse>()
  const backend = await startBackend((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write('data: first\n\n')
    opened.resolve(response)
  })
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const apis = [api(backend.url, { operations: [operation('GET', '/customers', { security })] })]
  const applications = [application('shop', { subscriptions: [goldSubscription] })]
  const gateway = await startGateway(config(catalog(apis)), {
    consumers: () => openConsumers({ applications, products: [shopProduct] }),
    verifyToken: () => verify,
  })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  const headers = { ...present(gateway.url + path), accept: 'text/event-stream' }
  const response = await fetch(gateway.url + path, { headers })
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return { response, upstream: await opened.promise }
}

function token(seconds: number): AccessToken {
  return accessToken('shop', { scopes: new Set<string>(), expiresAt: Date.now() / 1000 + seconds })
}

const last = (reason: string) => `event: end\ndata: {"reason":"${reason}"}\n\n`

test('the expiry of the token is the last event', async (t) => {
  const { response } = await openStream(t, () => token(0.5))
  t.is(await response.text(), `data: first\n\n${last('token_expired')}`)
})

test('the revocation of the token is the last event', async (t) => {
  let isRevoked = false
  const valid = token(3600)
  const { response, upstream } = await openStream(t, () =>
    isRevoked ? { refused: 'invalid_token', reason: 'revoked' } : valid,
  )
  isRevoked = true
  t.is(await response.text(), `data: first\n\n${last('token_revoked')}`)
  await new Promise((resolve) => (upstream.destroyed ? resolve(undefined) : upstream.once('close', resolve)))
  t.true(upstream.destroyed)
})

test('the revocation of a token that is bound to a key is the last event', async (t) => {
  const keys = newProofKeys()
  let isRevoked = false
  const valid = { ...token(3600), binding: { jkt: thumbprintOf(keys) } }
  const { response } = await openStream(
    t,
    () => (isRevoked ? { refused: 'invalid_token', reason: 'revoked' } : valid),
    (url) => ({ authorization: 'DPoP good', dpop: signProof(keys, { method: 'GET', url, token: 'good' }) }),
  )
  isRevoked = true
  t.is(await response.text(), `data: first\n\n${last('token_revoked')}`)
})

test('an event that has begun is not cut: the end waits for it', async (t) => {
  const { response, upstream } = await openStream(t, () => token(0.5))
  upstream.write('data: sec')
  setTimeout(() => upstream.write('ond\n\n'), 1_000)
  t.is(await response.text(), `data: first\n\ndata: second\n\n${last('token_expired')}`)
})

test('a stream that ends by itself has no further event', async (t) => {
  const { response, upstream } = await openStream(t, () => token(3600))
  upstream.end('data: second\n\n')
  t.is(await response.text(), 'data: first\n\ndata: second\n\n')
})
