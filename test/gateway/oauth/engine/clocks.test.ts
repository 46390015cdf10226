/**
 * What lives between two requests, on a machine whose clock is 90 seconds behind or ahead of the right time, which store and clients
 * have, and on one whose clock takes a step in between.
 */
import { generateKeyPairSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { SignJWT } from 'jose'
import type { RegisteredApplication } from '../../../../src/gateway/oauth/request/provider-parts.ts'
import { newProofKeys, signProof } from '../../../_support/dpop.ts'
import { authorizeUrl, callback, openBrowser, proof, redemption, webApp } from '../_support/browser.ts'
import { application, applications, settings } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { answerOf, passwordForm, post, type Running, run } from '../_support/provider.ts'

const rightNow = Date.now
let shiftMs = 0
test.before(() => {
  Date.now = () => rightNow() + shiftMs
})
test.after.always(() => {
  Date.now = rightNow
})
test.afterEach.always(() => {
  shiftMs = 0
})

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
const plain = application('key-app', { redirectEndpoints: [callback] })
const authentication = { method: 'private_key_jwt' } as const
const keyApp = { ...plain, credentials: plain.credentials.map((each) => ({ ...each, authentication, keys: [jwk] })) }
const registrationToken = 'registration-token-of-thirty-two-characters'
const redirect = 'https://client.example/callback'

async function open(t: ExecutionContext) {
  const made: RegisteredApplication[] = []
  const running = await run(t, {
    now: rightNow(),
    applications: [...applications, keyApp],
    settings: {
      ...managed,
      scopes: new Map([['openid', 'Know who you are'], ...settings.scopes]),
      openidConnect: { ...settings.openidConnect, enabled: true },
      sessions: { ttl: 3600 },
      deviceAuthorization: { enabled: true },
      pushedAuthorization: { enabled: true, required: false },
      dpop: { enabled: true, required: false, nonce: true },
      registration: {
        initialAccessToken: registrationToken,
        product: 'customer',
        plan: 'default-plan',
        maxApplications: 3,
        allowed: { grants: new Set(['access_code']), details: undefined, tokenCeiling: {} },
      },
    },
    registeredApplications: {
      async create(wanted) {
        made.push(wanted)
        const { name, title, clientId, clientType, redirectEndpoints } = wanted
        const more = { name, title, owner: 'registration at oauth', clientType, redirectEndpoints }
        running.people.known.set(clientId, { clientId, application: application(clientId, more) })
      },
      async change() {},
      async remove() {},
    },
  })
  return running
}

/** A JWT of the client, made at the right time, that is valid for a minute. */
function sign(running: Running, claims: object = {}) {
  const now = Math.floor(rightNow() / 1000)
  const all = { iss: 'key-app', sub: 'key-app', aud: running.issuer, iat: now, nbf: now, exp: now + 60 }
  return new SignJWT({ ...all, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(privateKey)
}

async function signIn(running: Running, parameters: Record<string, string> = {}) {
  const browser = openBrowser(running.baseUrl)
  const { verifier, challenge } = proof()
  const login = await browser.get(authorizeUrl(running, challenge, { scope: 'openid customer', ...parameters }))
  return { browser, verifier, login }
}

/** Each takes a function that moves the clock of the machine, and returns the answer that must be a success. */
type Story = (running: Running, step: () => void) => Promise<{ status: number; text: string }>

const stories: Record<string, Story> = {
  async 'sign-in page, consent and code'(running, step) {
    const { browser, verifier, login } = await signIn(running)
    step()
    const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
    const done = await browser.submit(consent, { decision: 'allow' })
    return running.post(redemption(done.url, verifier))
  },

  async 'session and remembered consent'(running, step) {
    const { browser, login } = await signIn(running)
    const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
    await browser.submit(consent, { decision: 'allow' })
    step()
    const { verifier, challenge } = proof()
    const url = authorizeUrl(running, challenge, { scope: 'openid customer', prompt: 'none' })
    return running.post(redemption((await browser.get(url)).url, verifier))
  },

  async 'device code'(running, step) {
    const started = await post(`${running.issuer}/oauth2/device_authorization`, { ...app, scope: 'customer' })
    const { device_code, user_code } = started.body as unknown as Record<string, string>
    step()
    const browser = openBrowser(running.baseUrl)
    let page = await browser.get(`${running.issuer}/oauth2/device`)
    const secrets = () => ({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '' })
    page = await browser.submit(page, { ...secrets(), user_code: String(user_code) })
    page = await browser.submit(page, { ...secrets(), user_code: String(user_code), confirm: 'yes' })
    page = await browser.submit(page, { username: 'alice', password: 'alice-password' })
    await browser.submit(page, { decision: 'allow' })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    return running.post({ ...app, grant_type, device_code: String(device_code) })
  },

  async 'pushed request'(running, step) {
    const { verifier, challenge } = proof()
    const given = Object.fromEntries(new URL(authorizeUrl(running, challenge)).searchParams)
    const pushed = await post(`${running.issuer}/oauth2/par`, { ...given, ...webApp })
    if (pushed.status !== 201) return pushed
    step()
    const { request_uri } = pushed.body as unknown as Record<string, string>
    const browser = openBrowser(running.baseUrl)
    const query = new URLSearchParams({ client_id: 'web-app', request_uri: String(request_uri) })
    const login = await browser.get(`${running.issuer}/oauth2/authorize?${query}`)
    const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
    const done = await browser.submit(consent, { decision: 'allow' })
    return running.post(redemption(done.url, verifier))
  },

  async 'DPoP proof and its nonce'(running, step) {
    const keys = newProofKeys()
    const prove = (nonce?: string) => {
      const claims = nonce === undefined ? {} : { nonce }
      return { dpop: signProof(keys, { method: 'POST', url: running.tokenUrl, now: rightNow(), claims }) }
    }
    const forms = [passwordForm, { ...app, grant_type: 'client_credentials', scope: 'customer' }]
    for (const form of forms) {
      const asked = await running.post(form, prove())
      step()
      const proven = prove(String(asked.headers.get('dpop-nonce')))
      const given = await running.post(form, proven)
      if (given.status !== 200) return given
      const again = await running.post(form, proven)
      if (again.body.error !== 'invalid_dpop_proof') return { status: 500, text: `used twice: ${again.text}` }
    }
    return running.post(passwordForm)
  },

  async 'client assertion'(running, step) {
    step()
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    const client = { client_assertion_type, client_assertion: await sign(running) }
    const given = await running.post({ ...client, grant_type: 'client_credentials', scope: 'customer' })
    const again = await running.post({ ...client, grant_type: 'client_credentials', scope: 'customer' })
    return again.status === 200 ? { status: 500, text: `used twice: ${again.text}` } : given
  },

  async 'token of a registration'(running, step) {
    const response = await fetch(`${running.issuer}/oauth2/register`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registrationToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirect], token_endpoint_auth_method: 'client_secret_basic' }),
    })
    const made = await answerOf(response)
    if (made.status !== 201) return made
    step()
    const { registration_access_token, registration_client_uri } = made.body as unknown as Record<string, string>
    const headers = { authorization: `Bearer ${registration_access_token}` }
    return answerOf(await fetch(String(registration_client_uri), { headers }))
  },

  async 'refresh token'(running, step) {
    const { refresh_token } = await running.signIn()
    step()
    const next = await running.refresh(refresh_token)
    return next.status === 200 ? running.refresh(next.body.refresh_token) : next
  },
}

for (const [clock, before, after] of [
  ['is 90 s behind', -90_000, -90_000],
  ['is 90 s ahead', 90_000, 90_000],
  ['steps back by 90 s', 0, -90_000],
  ['steps ahead by 90 s', 0, 90_000],
  ['is set right after 90 s behind', -90_000, 0],
  ['is set right after 90 s ahead', 90_000, 0],
] as const)
  for (const [what, story] of Object.entries(stories))
    test.serial(`a clock that ${clock} ends no ${what}`, async (t) => {
      shiftMs = before
      const running = await open(t)
      const { status, text } = await story(running, () => {
        shiftMs = after
      })
      t.is(status, 200, text.slice(0, 500))
    })

for (const shift of [-90_000, 90_000]) {
  test.serial(
    `a clock ${shift / 1000} s away: introspection tells the end of a refresh token by the clock of the store`,
    async (t) => {
      shiftMs = shift
      const running = await open(t)
      const tokens = await running.signIn()
      const { body } = await post(`${running.issuer}/oauth2/introspect`, { ...app, token: tokens.refresh_token })
      const life = Number(tokens.refresh_token_expires_in)
      t.true(Math.abs(Number(body.ttl) - life) <= 2, `${body.ttl} instead of ${life}`)
      t.is(Number(body.exp), Number(body.ttl) + Math.floor(running.time.now / 1000))
    },
  )
}
