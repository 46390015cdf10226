import { spawn, spawnSync } from 'node:child_process'
import test from 'ava'
import * as openid from 'openid-client'
import { ResourceOwnerPassword } from 'simple-oauth2'
import { caller, demo, tokenPath } from '../_support/client.ts'
import { sandbox as product } from '../_support/shared-sandbox.ts'

async function opensTheApi(token: string): Promise<boolean> {
  const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, token)
  return (await call('GET', '/customers')).status === 200
}

for (const authorizationMethod of ['header', 'body'] as const) {
  test(`simple-oauth2 gets a token and refreshes it, credentials in the ${authorizationMethod}`, async (t) => {
    const client = new ResourceOwnerPassword({
      client: { id: demo.client_id, secret: demo.client_secret },
      auth: { tokenHost: product.gateway, tokenPath },
      options: { authorizationMethod },
    })
    const first = await client.getToken({ username: 'alice', password: 'wonderland', scope: 'customer' })
    t.true(await opensTheApi(first.token.access_token as string))

    const second = await first.refresh()
    t.not(second.token.access_token, first.token.access_token)
    t.true(await opensTheApi(second.token.access_token as string))
  })
}

test('openid-client discovers the provider, gets a token and refreshes it', async (t) => {
  const issuer = new URL(`${product.gateway}/acme/sandbox/customer-oauth`)
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const configuration = await openid.discovery(issuer, demo.client_id, demo.client_secret, undefined, {
      algorithm,
      execute: [openid.allowInsecureRequests],
    })
    const form = { username: 'bob', password: 'builder', scope: 'customer' }
    const first = await openid.genericGrantRequest(configuration, 'password', form)
    t.true(await opensTheApi(first.access_token))

    const second = await openid.refreshTokenGrant(configuration, first.refresh_token as string)
    t.true(await opensTheApi(second.access_token))
  }
})

const python = '/usr/bin/python3'
const scripts = {
  authlib: `
import os, sys
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'
from authlib.integrations.requests_client import OAuth2Session
url = sys.argv[1]
s = OAuth2Session('sandbox-app', 'sandbox-secret', scope='customer', token_endpoint=url + '${tokenPath}')
s.fetch_token(url + '${tokenPath}', username='alice', password='wonderland')
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
s.refresh_token(url + '${tokenPath}')
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
`,
  requests_oauthlib: `
import os, sys
os.environ['OAUTHLIB_INSECURE_TRANSPORT'] = '1'
from oauthlib.oauth2 import LegacyApplicationClient
from requests_oauthlib import OAuth2Session
url = sys.argv[1]
s = OAuth2Session(client=LegacyApplicationClient(client_id='sandbox-app', scope=['customer']))
s.fetch_token(url + '${tokenPath}', username='alice', password='wonderland', client_id='sandbox-app', client_secret='sandbox-secret')
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
s.refresh_token(url + '${tokenPath}', client_id='sandbox-app', client_secret='sandbox-secret')
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
`,
}

for (const [library, script] of Object.entries(scripts)) {
  const installed = spawnSync(python, ['-c', `import ${library}`]).status === 0
  const run = installed ? test : test.skip
  run(`${library} for Python gets a token and refreshes it${installed ? '' : ' (not installed)'}`, async (t) => {
    const child = spawn(python, ['-c', script, product.gateway], { stdio: ['ignore', 'ignore', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const status = await new Promise((resolve) => child.once('close', resolve))
    t.is(status, 0, errors)
  })
}

test('openid-client binds tokens to a key with DPoP, and opens the API with them', async (t) => {
  const issuer = new URL(`${product.gateway}/acme/sandbox/customer-oauth`)
  const configuration = await openid.discovery(issuer, demo.client_id, demo.client_secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const keys = await openid.randomDPoPKeyPair('ES256')
  const DPoP = openid.getDPoPHandle(configuration, keys)
  const form = { username: 'alice', password: 'wonderland', scope: 'openid customer' }
  const first = await openid.genericGrantRequest(configuration, 'password', form, { DPoP })
  t.is(first.token_type, 'dpop')
  const token = (await openid.refreshTokenGrant(configuration, first.refresh_token as string, {}, { DPoP }))
    .access_token

  const url = new URL(`${product.gateway}/acme/sandbox/customerdb/v1/customers`)
  for (let calls = 0; calls < 3; calls += 1) {
    const opened = await openid.fetchProtectedResource(configuration, token, url, 'GET', null, undefined, { DPoP })
    t.is(opened.status, 200)
    await opened.arrayBuffer()
  }
  t.like(await openid.fetchUserInfo(configuration, token, 'alice', { DPoP }), { sub: 'alice' })
  t.false(await opensTheApi(token))
})

test('openid-client gets a token for one API, by the resource of its metadata, and no other API opens', async (t) => {
  const issuer = new URL(`${product.gateway}/acme/sandbox/customer-oauth`)
  const configuration = await openid.discovery(issuer, demo.client_id, demo.client_secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const metadata = await fetch(`${product.gateway}/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1`)
  const { resource } = (await metadata.json()) as { resource: string }
  const form = { username: 'alice', password: 'wonderland', scope: 'customer mq.browse', resource }
  const { access_token: token } = await openid.genericGrantRequest(configuration, 'password', form)
  t.true(await opensTheApi(token))
  const other = await caller(`${product.gateway}/acme/sandbox/mq/v1`, token)(
    'GET',
    '/messaging/qmgr/QM1/queue/DEV.QUEUE.1/messagelist',
  )
  t.is(other.status, 401)
})
