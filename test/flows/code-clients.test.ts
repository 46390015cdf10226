/**
 * Public clients, unmodified, with what they do for users in browsers and for devices: authorization codes with PKCE, pushed
 * requests, DPoP, refresh and the device grant.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import * as oauth from 'oauth4webapi'
import { AuthorizationCode } from 'simple-oauth2'
import { caller, demo, tokenPath } from '../_support/client.ts'
import { eventually } from '../_support/eventually.ts'
import { sandbox as product } from '../_support/shared-sandbox.ts'
import { openBrowser, type Page, proof } from '../gateway/oauth/_support/browser.ts'

/** An application of these tests, with the grant with codes. */
const clientId = 'code-app'
const callback = 'https://client.example/callback'
const scope = 'openid customer'
const python = '/usr/bin/python3'
const insecure = { [oauth.allowInsecureRequests]: true }

let configured: Promise<unknown> | undefined

/** Adds the application, which is that of the sandbox with another name and grant. */
function configure(): Promise<unknown> {
  configured ??= run()
  return configured

  async function run() {
    const applications = join(product.folder, 'catalogs/sandbox/applications')
    const text = await readFile(join(applications, 'sandbox-app.yaml'), 'utf8')
    const changed = text
      .replaceAll(/(?<=: )sandbox-app$/gm, clientId)
      .replace('grants: [password, refresh_token]', 'grants: [password, access_code, refresh_token]')
      .replace('redirect_endpoints: []', `redirect_endpoints: ["${callback}"]`)
    await writeFile(join(applications, `${clientId}.yaml`), changed)
    await eventually(async () => {
      const { status } = await fetch(authorizeUrl(proof().challenge), { redirect: 'manual' })
      return status === 303 || status === 302 ? status : undefined
    })
  }
}

function issuer(): string {
  return `${product.gateway}/acme/sandbox/customer-oauth`
}

function authorizeUrl(challenge: string): string {
  const form = { client_id: clientId, redirect_uri: callback, response_type: 'code', scope, state: 's' }
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  return `${issuer()}/oauth2/authorize?${new URLSearchParams({ ...form, ...pkce })}`
}

/** Signs the owner in and agrees; returns the URL to which the provider sends the browser. */
async function signIn(url: string): Promise<URL> {
  const browser = openBrowser(product.gateway)
  const consent = await browser.submit(await browser.get(url), { username: 'alice', password: 'wonderland' })
  return new URL((await browser.submit(consent, { decision: 'allow' })).url)
}

async function opensTheApi(token: string): Promise<boolean> {
  const call = caller(`${product.gateway}/acme/sandbox/customerdb/v1`, token)
  return (await call('GET', '/customers')).status === 200
}

async function discover(): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer())
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, insecure))
}

const client: oauth.Client = { client_id: clientId }
const authentication = () => oauth.ClientSecretPost(demo.client_secret)

test('oauth4webapi pushes its request, redeems the code with PKCE and DPoP, opens the API and refreshes', async (t) => {
  await configure()
  const server = await discover()
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
  const options = { ...insecure, DPoP }
  const verifier = oauth.generateRandomCodeVerifier()
  const nonce = oauth.generateRandomNonce()
  const state = oauth.generateRandomState()
  const request = new URLSearchParams({
    redirect_uri: callback,
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(server, client, authentication(), request, options),
  )
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = String(new URLSearchParams({ client_id: client.client_id, request_uri: pushed.request_uri }))

  const parameters = oauth.validateAuthResponse(server, client, await signIn(url.href), state)
  const first = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication(),
      parameters,
      callback,
      verifier,
      options,
    ),
    { expectedNonce: nonce, requireIdToken: true },
  )
  t.like(oauth.getValidatedIdTokenClaims(first), { sub: 'alice', aud: client.client_id })
  t.is(first.token_type, 'dpop')

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, authentication(), first.refresh_token ?? '', options),
  )
  const api = new URL(`${product.gateway}/acme/sandbox/customerdb/v1/customers`)
  const { access_token: token } = refreshed
  const opened = await oauth.protectedResourceRequest(token, 'GET', api, undefined, undefined, options)
  t.is(opened.status, 200)
  t.false(await opensTheApi(token), 'without a proof the token opens nothing')
})

test('oauth4webapi gets a token for a device, whose code the owner enters in a browser', async (t) => {
  await configure()
  const server = await discover()
  const begun = await oauth.processDeviceAuthorizationResponse(
    server,
    client,
    await oauth.deviceAuthorizationRequest(server, client, authentication(), new URLSearchParams({ scope }), insecure),
  )
  const poll = () => oauth.deviceCodeGrantRequest(server, client, authentication(), begun.device_code, insecure)
  const early = await t.throwsAsync(async () => oauth.processDeviceCodeResponse(server, client, await poll()))
  t.is((early as oauth.ResponseBodyError).error, 'authorization_pending')

  const browser = openBrowser(product.gateway)
  const code = { user_code: begun.user_code }
  let page = await browser.get(begun.verification_uri)
  page = await browser.submit(page, { xsrf: xsrfOf(page), ...code })
  page = await browser.submit(page, { xsrf: xsrfOf(page), ...code, confirm: 'yes' })
  page = await browser.submit(page, { username: 'alice', password: 'wonderland' })
  page = await browser.submit(page, { decision: 'allow' })
  t.is(page.status, 200, page.text)
  const tokens = await oauth.processDeviceCodeResponse(server, client, await poll())
  t.true(await opensTheApi(tokens.access_token))
})

function xsrfOf({ text }: Page): string {
  return /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
}

test('simple-oauth2 redeems a code and refreshes', async (t) => {
  await configure()
  const code = new AuthorizationCode({
    client: { id: clientId, secret: demo.client_secret },
    auth: { tokenHost: product.gateway, tokenPath, authorizePath: '/acme/sandbox/customer-oauth/oauth2/authorize' },
  })
  const { verifier, challenge } = proof()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const url = code.authorizeURL({ redirect_uri: callback, scope, state: 's', ...pkce } as never)
  const returned = await signIn(url)
  t.is(returned.searchParams.get('state'), 's')
  const redemption = {
    code: String(returned.searchParams.get('code')),
    redirect_uri: callback,
    code_verifier: verifier,
  }
  const first = await code.getToken(redemption as never)
  t.true(await opensTheApi(first.token.access_token as string))
  t.true(await opensTheApi((await first.refresh()).token.access_token as string))
})

const script = `
import os, sys
os.environ['AUTHLIB_INSECURE_TRANSPORT'] = '1'
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
url = sys.argv[1]
token = url + '${tokenPath}'
s = OAuth2Session('${clientId}', 'sandbox-secret', scope='${scope}', redirect_uri='${callback}', code_challenge_method='S256')
verifier = generate_token(48)
begun, state = s.create_authorization_url(url + '/acme/sandbox/customer-oauth/oauth2/authorize', code_verifier=verifier)
print(begun, flush=True)
returned = sys.stdin.readline().strip()
tokens = s.fetch_token(token, authorization_response=returned, state=state, code_verifier=verifier)
assert 'id_token' in tokens
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
s.refresh_token(token)
assert s.get(url + '/acme/sandbox/customerdb/v1/customers').status_code == 200
`

const hasAuthlib = spawnSync(python, ['-c', 'import authlib']).status === 0
const authlib = hasAuthlib ? test : test.skip
authlib(`Authlib redeems a code with PKCE and refreshes${hasAuthlib ? '' : ' (not installed)'}`, async (t) => {
  await signInWith(t, python, ['-c', script, product.gateway])
})

for (const [name, promise] of [
  ['passport', 'passport-openidconnect signs the owner in, reads userinfo and opens the API'],
  ['appauth', 'AppAuth redeems a code with PKCE, opens the API and refreshes'],
] as const)
  test(promise, async (t) => {
    const program = fileURLToPath(new URL(`../_support/clients/${name}.js`, import.meta.url))
    await signInWith(t, process.execPath, [program, product.gateway, callback, clientId, demo.client_secret])
  })

/** Runs a client that prints where the browser goes, reads where it came back, and ends with status 0 when all is well. */
async function signInWith(t: ExecutionContext, command: string, argument: readonly string[]): Promise<void> {
  await configure()
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(command, argument, {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill())
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const closed = once(child, 'close')
  const first = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  child.stdin.on('error', () => {}).end(first.done ? '' : `${(await signIn(first.value)).href}\n`)
  const [status] = await closed
  t.is(status, 0, errors)
}
