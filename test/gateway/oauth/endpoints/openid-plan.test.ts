/**
 * The modules of the published certification plans for OpenID providers (basic, config, form post) that need no outside server.
 * Each test has the name of its module.
 */
import test, { type ExecutionContext } from 'ava'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { authorizeUrl, callback, openBrowser, proof, redemption } from '../_support/browser.ts'
import { settings } from '../_support/documents.ts'
import { registry } from '../_support/people.ts'
import { answerOf, type Body, post, type Running, run } from '../_support/provider.ts'

const withMail = {
  ...registry,
  async authenticate(name: string, password: string) {
    const user = await registry.authenticate(name, password)
    return user && { ...user, attributes: { mail: `${name}@example.com`, cn: name } }
  },
}

type Parameters = Record<string, string>

/** Opens a provider with a browser, in which a client asks and an owner agrees. */
async function open(t: ExecutionContext) {
  const running = await run(t, {
    registry: withMail,
    settings: {
      scopes: new Map([['openid', ''], ['email', ''], ['profile', ''], ...settings.scopes]),
      openidConnect: {
        ...settings.openidConnect,
        enabled: true,
        claims: new Map([
          ['email', 'mail'],
          ['name', 'cn'],
        ]),
        acrValues: ['1', '2'],
      },
      pkce: { ...settings.pkce, required: false },
      sessions: { ttl: 3600 },
    },
  })
  const browser = openBrowser(running.baseUrl)
  const { verifier, challenge } = proof()

  async function ask(parameters: Parameters = {}, isPkce = true) {
    const pkce = isPkce ? {} : { code_challenge: '', code_challenge_method: '' }
    const first = await browser.get(
      authorizeUrl(running, challenge, { scope: 'openid', nonce: 'n-0S6', ...pkce, ...parameters }),
    )
    const shown = first.text.includes('name="username"')
      ? await browser.submit(first, { username: 'alice', password: 'alice-password' })
      : first
    const done = shown.text.includes('value="allow"') ? await browser.submit(shown, { decision: 'allow' }) : shown
    return { first, done, url: new URL(done.url) }
  }

  async function tokens(parameters: Parameters = {}, isPkce = true) {
    const { url } = await ask(parameters, isPkce)
    const { code_verifier, ...form } = redemption(url, verifier)
    const { status, body } = await running.post(isPkce ? { ...form, code_verifier } : form)
    t.is(status, 200, JSON.stringify(body))
    return { body, url, claims: decodeJwt(String(body.id_token)) }
  }

  return { running, browser, verifier, challenge, ask, tokens }
}

type Opened = Awaited<ReturnType<typeof open>>

const errorOf = (url: URL) => url.searchParams.get('error')
const userinfo = ({ issuer }: Running, init: RequestInit) => fetch(`${issuer}/oauth2/userinfo`, init).then(answerOf)
const bearer = ({ access_token: token }: Body) => ({ authorization: `Bearer ${token}` })

const modules: Record<string, (t: ExecutionContext, opened: Opened) => Promise<void>> = {
  async 'oidcc-server'(t, { tokens, running }) {
    const { body, claims, url } = await tokens()
    t.like(claims, { iss: running.issuer, aud: 'web-app', sub: 'alice', nonce: 'n-0S6' })
    t.is(decodeProtectedHeader(String(body.id_token)).alg, 'ES256')
    t.is(url.searchParams.get('state'), 'some state')
  },
  async 'oidcc-response-type-missing'(t, { ask }) {
    const { done, url } = await ask({ response_type: '' })
    t.true(errorOf(url) === 'invalid_request' || done.status === 400)
  },
  async 'oidcc-userinfo-get'(t, { tokens, running }) {
    t.like((await userinfo(running, { headers: bearer((await tokens()).body) })).body, { sub: 'alice' })
  },
  async 'oidcc-userinfo-post-header'(t, { tokens, running }) {
    t.like((await userinfo(running, { method: 'POST', headers: bearer((await tokens()).body) })).body, { sub: 'alice' })
  },
  async 'oidcc-userinfo-post-body'(t, { tokens, running }) {
    const { access_token } = (await tokens()).body
    t.like((await userinfo(running, { method: 'POST', body: new URLSearchParams({ access_token }) })).body, {
      sub: 'alice',
    })
  },
  async 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow'(t, { tokens }) {
    t.is((await tokens({ nonce: '' })).claims.nonce, undefined)
  },
  async 'oidcc-scope-email'(t, { tokens, running }) {
    const { body } = await tokens({ scope: 'openid email' })
    t.like((await userinfo(running, { headers: bearer(body) })).body, { email: 'alice@example.com' })
  },
  async 'oidcc-scope-profile'(t, { tokens, running }) {
    const { body } = await tokens({ scope: 'openid profile' })
    t.like((await userinfo(running, { headers: bearer(body) })).body, { name: 'alice' })
  },
  async 'oidcc-ensure-other-scope-order-succeeds'(t, { tokens }) {
    t.is((await tokens({ scope: 'email openid' })).claims.sub, 'alice')
  },
  async 'oidcc-display-page'(t, { tokens }) {
    t.is((await tokens({ display: 'page' })).claims.sub, 'alice')
  },
  async 'oidcc-prompt-login'(t, { tokens, ask }) {
    await tokens()
    t.regex((await ask({ prompt: 'login' })).first.text, /name="password"/)
  },
  async 'oidcc-prompt-none-not-logged-in'(t, { ask }) {
    t.is(errorOf((await ask({ prompt: 'none' })).url), 'login_required')
  },
  async 'oidcc-prompt-none-logged-in'(t, { tokens }) {
    const first = await tokens()
    const second = await tokens({ prompt: 'none' })
    t.is(second.claims.sub, String(first.claims.sub))
  },
  async 'oidcc-max-age-1'(t, { tokens }) {
    const first = await tokens()
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const second = await tokens({ max_age: '1' })
    t.true(Number(second.claims.auth_time) > Number(first.claims.auth_time ?? 0))
  },
  async 'oidcc-max-age-10000'(t, { tokens }) {
    const first = await tokens({ max_age: '10000' })
    const second = await tokens({ max_age: '10000', prompt: 'none' })
    t.is(second.claims.auth_time, Number(first.claims.auth_time))
  },
  async 'oidcc-ensure-request-with-unknown-parameter-succeeds'(t, { tokens }) {
    t.is((await tokens({ extra: 'foobar' })).claims.sub, 'alice')
  },
  async 'oidcc-id-token-hint'(t, { tokens }) {
    const { body } = await tokens()
    t.is((await tokens({ prompt: 'none', id_token_hint: String(body.id_token) })).claims.sub, 'alice')
  },
  async 'oidcc-login-hint'(t, { tokens }) {
    t.is((await tokens({ login_hint: 'alice@example.com' })).claims.sub, 'alice')
  },
  async 'oidcc-ui-locales'(t, { tokens }) {
    t.is((await tokens({ ui_locales: 'se' })).claims.sub, 'alice')
  },
  async 'oidcc-claims-locales'(t, { tokens }) {
    t.is((await tokens({ claims_locales: 'se' })).claims.sub, 'alice')
  },
  async 'oidcc-ensure-request-with-acr-values-succeeds'(t, { tokens }) {
    t.is((await tokens({ acr_values: '1 2' })).claims.acr, '1')
  },
  async 'oidcc-codereuse'(t, { ask, running, verifier }) {
    const form = redemption((await ask()).url, verifier)
    t.is((await running.post(form)).status, 200)
    t.is((await running.post(form)).body.error, 'invalid_grant')
  },
  async 'oidcc-codereuse-30seconds'(t, { ask, running, verifier }) {
    const form = redemption((await ask()).url, verifier)
    const { body } = await running.post(form)
    running.time.now += 30_000
    t.is((await running.post(form)).body.error, 'invalid_grant')
    t.like(running.provider.verify(body.access_token), { refused: 'invalid_token' })
  },
  async 'oidcc-ensure-registered-redirect-uri'(t, { ask }) {
    const { done } = await ask({ redirect_uri: `${callback}/other` })
    t.is(done.status, 400)
    t.true(done.url.startsWith('http://127.0.0.1'))
  },
  async 'oidcc-ensure-post-request-succeeds'(t, { running, browser, challenge }) {
    const { searchParams } = new URL(authorizeUrl(running, challenge, { scope: 'openid' }))
    const page = await browser.submit(
      { status: 200, url: `${running.issuer}/oauth2/authorize`, text: '', headers: new Headers() },
      Object.fromEntries(searchParams),
    )
    t.regex(page.text, /name="password"/)
  },
  async 'oidcc-server-client-secret-post'(t, { tokens }) {
    t.is((await tokens()).body.token_type, 'Bearer')
  },
  async 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported'(t, { ask }) {
    t.is(errorOf((await ask({ request: 'eyJhbGciOiJub25lIn0.e30.' })).url), 'request_not_supported')
  },
  async 'oidcc-refresh-token'(t, { tokens, running }) {
    const { body, claims } = await tokens()
    const form = { client_id: 'web-app', client_secret: 'web-app-secret', grant_type: 'refresh_token' }
    const refreshed = await running.post({ ...form, refresh_token: body.refresh_token })
    const again = decodeJwt(String(refreshed.body.id_token))
    t.deepEqual([again.sub, again.iss, again.aud], [claims.sub, claims.iss, claims.aud])
    const other = { client_id: 'app', client_secret: 'app-secret', grant_type: 'refresh_token' }
    t.is((await running.post({ ...other, refresh_token: refreshed.body.refresh_token })).body.error, 'invalid_grant')
  },
  async 'oidcc-ensure-request-with-valid-pkce-succeeds'(t, { tokens }) {
    t.is((await tokens()).claims.sub, 'alice')
    t.is((await tokens({}, false)).claims.sub, 'alice')
  },
  async 'oidcc-discovery-endpoint-verification'(t, { running }) {
    const { body } = await answerOf(await fetch(`${running.issuer}/.well-known/openid-configuration`))
    t.like(body, {
      issuer: running.issuer,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    })
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])
      t.true(String(body[name]).startsWith(running.issuer))
    const jwks = (await (await fetch(String(body.jwks_uri))).json()) as { keys: Record<string, unknown>[] }
    t.true(jwks.keys.length > 0 && jwks.keys.every((key) => key.d === undefined && key.kid !== undefined))
  },
  async 'oidcc-formpost-server'(t, { ask }) {
    const { done } = await ask({ response_mode: 'form_post' })
    t.regex(done.text, /<form method="post" action="https:\/\/web\.example\/callback"/)
    t.regex(done.text, /name="code"/)
  },
  async 'oidcc-formpost-error'(t, { ask }) {
    t.regex(
      (await ask({ response_mode: 'form_post', prompt: 'none' })).done.text,
      /name="error" value="login_required"/,
    )
  },
}

for (const [name, check] of Object.entries(modules)) {
  test(name, async (t) => check(t, await open(t)))
}

test('an id_token opens neither userinfo nor an API, and a PKCE downgrade is refused', async (t) => {
  const { tokens, ask, running } = await open(t)
  const { body } = await tokens()
  t.is((await userinfo(running, { headers: { authorization: `Bearer ${String(body.id_token)}` } })).status, 401)
  t.true('refused' in (await running.provider.verify(String(body.id_token))))
  const { url } = await ask({}, false)
  t.is((await running.post(redemption(url, proof().verifier))).body.error, 'invalid_grant')
  const plain = await post(`${running.issuer}/oauth2/token`, {
    ...redemption((await ask()).url, 'x'),
    code_verifier: '',
  })
  t.is(plain.body.error, 'invalid_grant')
})
