import test from 'ava'
import type { LocatedTokenCeiling, Product } from '../../../../src/gateway/config/types/index.ts'
import type { OauthEvent } from '../../../../src/gateway/oauth/index.ts'
import type { TokenCeiling } from '../../../../src/shared/access/token-ceiling.ts'
import type { UserRegistry, UserTokenCeiling } from '../../../../src/shared/registries/contract/user-registry.ts'
import { authorize, authorizeUrl, openBrowser, proof, redemption, webApp } from '../_support/browser.ts'
import { application } from '../_support/documents.ts'
import { passwordForm, run, without } from '../_support/provider.ts'

const location = { file: 'app.yaml', line: 3, column: 1 }
const ceiling = (members: TokenCeiling): { tokenCeiling: LocatedTokenCeiling } => ({
  tokenCeiling: { ...members, location },
})
const both = { scope: 'customer orders' }
const narrow = { scopes: ['customer'] }
const defaults = { settings: { defaultScopes: ['customer', 'orders'] } }
const unnamed = without(passwordForm, 'scope')
const asClient = { grant_type: 'client_credentials', client_id: 'app', client_secret: 'app-secret' }

function applications(members: TokenCeiling) {
  return [application('app', ceiling(members)), application('web-app', webAppOf(members))]
}

function webAppOf(members: TokenCeiling) {
  return { redirectEndpoints: ['https://web.example/callback'], ...ceiling(members) }
}

/** A product for each of the plans, which the application `app` is subscribed to. */
function subscribed(...plans: (TokenCeiling | undefined)[]) {
  const products = plans.map((members, index): Product => {
    const plan = {
      name: 'gold',
      title: 'Gold',
      approval: false,
      limits: [],
      location,
      apis: new Set(['customer-database:1.0.0']),
      ...(members && { tokenCeiling: { ...members, location: { ...location, file: `product-${index}.yaml` } } }),
    }
    return { name: `product-${index}`, title: '', version: '1.0.0', location, plans: new Map([['gold', plan]]) }
  })
  const first = { product: 'customer', plan: 'default-plan', state: 'enabled', line: 1 } as const
  const subscriptions = products.map(({ name }) => ({ ...first, product: name, plan: 'gold' }))
  return { applications: [application('app', { subscriptions: [first, ...subscriptions] })], catalog: { products } }
}

/** alice, with this ceiling. */
function registryWith(own: { ceiling: UserTokenCeiling | undefined }, isAskedLater = true): UserRegistry {
  return {
    async authenticate(name, password) {
      const known = password === `${name}-password`
      return known ? { name, credential: name, ...(own.ceiling && { tokenCeiling: own.ceiling }) } : undefined
    },
    ...(isAskedLater && { findTokenCeiling: async () => own.ceiling }),
    foldName: (name) => name.toLowerCase(),
    async close() {},
  }
}

const ofRegistry = (members: TokenCeiling) => ({
  catalog: {
    registries: new Map([
      [
        'users',
        {
          name: 'users',
          title: '',
          displayName: '',
          type: 'lur',
          caseSensitive: false,
          settings: {},
          location,
          ...ceiling(members),
        },
      ],
    ]),
  },
})

const userCeiling = { ...narrow, place: 'user alice in users.json' }

for (const [whose, place, setup] of [
  ['application app', 'app.yaml:3', () => ({ applications: applications(narrow) })],
  ['plan product-0/gold', 'product-0.yaml:3', () => subscribed(narrow)],
  ['user registry users', 'app.yaml:3', () => ofRegistry(narrow)],
  ['user alice', 'user alice in users.json', () => ({ registry: registryWith({ ceiling: userCeiling }) })],
] as const) {
  test(`requesting a scope beyond the ceiling of the ${whose} is rejected, and the log names the document`, async (t) => {
    const events: OauthEvent[] = []
    const { post, lines } = await run(t, { ...setup(), events: (event) => events.push(event) })

    const { status, body } = await post({ ...passwordForm, ...both })
    t.is(status, 400)
    t.deepEqual(body as object, { error: 'invalid_scope', error_description: "Scope 'orders' is not allowed" })
    const line = lines.map((each) => JSON.parse(each)).find(({ error }) => error === 'invalid_scope')
    const reason = `Scope 'orders' is not allowed: the token ceiling of ${whose} allows only customer`
    t.like(line, { reason, place })
    t.like(events[0], { kind: 'refused', error: 'invalid_scope', place })
    t.is((await post(passwordForm)).body.scope, 'customer')
  })

  test(`the ceiling of the ${whose} limits the default scopes`, async (t) => {
    const { post } = await run(t, { ...setup(), ...defaults })
    t.is((await post(unnamed)).body.scope, 'customer')
  })
}

for (const [whose, setup] of [
  ['application', { applications: applications(narrow) }],
  ['plan', subscribed(narrow)],
] as const) {
  test(`the ceiling of the ${whose} limits client credentials`, async (t) => {
    const { post } = await run(t, { ...setup, ...defaults })
    t.is((await post({ ...asClient, scope: 'orders' })).body.error, 'invalid_scope')
    t.is((await post(asClient)).body.scope, 'customer')
  })
}

test('rejects a request when no default scope is allowed', async (t) => {
  const { post } = await run(t, { applications: applications({ scopes: ['other'] }), ...defaults })
  const { status, body } = await post(unnamed)
  t.is(status, 400)
  t.is(body.error, 'invalid_scope')
})

test('a token has only scopes that all ceilings allow', async (t) => {
  const { post } = await run(t, {
    applications: applications(narrow),
    ...defaults,
    registry: registryWith({ ceiling: { scopes: ['orders'], place: 'users' } }),
  })
  t.is((await post(unnamed)).body.error, 'invalid_scope')
})

test('a scope of one of several plans is allowed, and a plan without a ceiling limits nothing', async (t) => {
  const two = await run(t, { ...subscribed({ scopes: ['customer'] }, { scopes: ['orders'] }), ...defaults })
  t.is((await two.post(unnamed)).body.scope, 'customer orders')
  const open = await run(t, { ...subscribed(narrow, undefined), ...defaults })
  t.is((await open.post(unnamed)).body.scope, 'customer orders')
})

test('ignores a plan without an API that the provider protects', async (t) => {
  const setup = subscribed(narrow)
  for (const { plans } of setup.catalog.products) {
    const plan = plans.get('gold')
    if (plan) (plans as Map<string, typeof plan>).set('gold', { ...plan, apis: new Set(['other:1.0.0']) })
  }
  const { post } = await run(t, { ...setup, ...defaults })
  t.is((await post(unnamed)).body.scope, 'customer orders')
})

test('limits scopes that the registry selects', async (t) => {
  const { post } = await run(t, { applications: applications(narrow) })
  const { status, body } = await post({ ...passwordForm, username: 'carol', password: 'carol-password' })
  t.is(status, 400, 'orders is selected, customer is allowed')
  t.is(body.error, 'invalid_scope')
})

test('the lowest life applies to access and refresh tokens', async (t) => {
  const { post, provider } = await run(t, {
    applications: applications({ accessTokenTtl: 120, refreshTokenTtl: 1200 }),
    registry: registryWith({ ceiling: { accessTokenTtl: 60, place: 'users' } }),
  })
  const { body } = await post(passwordForm)
  t.like(body, { expires_in: 60, refresh_token_expires_in: 1200 })
  const token = provider.verify(body.access_token) as { issuedAt: number; expiresAt: number }
  t.is(token.expiresAt - token.issuedAt, 60)
})

test('a ceiling above the life of the provider changes nothing', async (t) => {
  const { post } = await run(t, {
    applications: applications({ accessTokenTtl: 999_999, scopes: ['customer', 'orders', 'more'] }),
  })
  t.like((await post({ ...passwordForm, ...both })).body, { expires_in: 3600, scope: 'customer orders' })
})

for (const oneTimeUse of [true, false]) {
  const settings = { refreshToken: { enabled: true, count: 10, ttl: 1_000, oneTimeUse } }

  test(`a lowered ceiling limits the next refresh, one-time use ${oneTimeUse}`, async (t) => {
    const running = await run(t, { settings })
    const first = await running.signIn(both)
    await running.restart({ applications: applications({ ...narrow, accessTokenTtl: 30 }) })

    t.is((await running.refresh(first.refresh_token, { scope: 'orders' })).body.error, 'invalid_scope')
    const { body } = await running.refresh(first.refresh_token)
    t.like(body, { scope: 'customer', expires_in: 30 })

    await running.restart({ applications: applications({}) })
    const later = await running.refresh(body.refresh_token ?? first.refresh_token)
    t.is(later.body.scope, 'customer orders', 'the consent itself is not narrowed')
  })
}

test('reads the ceiling of a user at each refresh where the registry supports it', async (t) => {
  const own: { ceiling: UserTokenCeiling | undefined } = { ceiling: undefined }
  const { signIn, refresh } = await run(t, { registry: registryWith(own) })
  const first = await signIn(both)
  own.ceiling = userCeiling
  t.is((await refresh(first.refresh_token)).body.scope, 'customer')
})

test('otherwise the ceiling of the sign-in applies to refreshes', async (t) => {
  const own: { ceiling: UserTokenCeiling | undefined } = { ceiling: { ...userCeiling, accessTokenTtl: 10 } }
  const { signIn, refresh } = await run(t, { registry: registryWith(own, false) })
  const first = await signIn()
  own.ceiling = undefined
  t.like((await refresh(first.refresh_token)).body, { scope: 'customer', expires_in: 10 })
})

test('the ceiling of the sign-in on the pages applies to the code and to refreshes', async (t) => {
  const own: { ceiling: UserTokenCeiling | undefined } = { ceiling: { ...userCeiling, accessTokenTtl: 10 } }
  const running = await run(t, { registry: registryWith(own, false) })
  const { challenge, verifier } = proof()
  const { url } = await authorize(running, challenge)
  own.ceiling = undefined
  const first = await running.post(redemption(url, verifier))
  t.like(first.body, { scope: 'customer', expires_in: 10 })
  const next = await running.refresh(first.body.refresh_token, webApp)
  t.like(next.body, { scope: 'customer', expires_in: 10 })
})

test('an authorization request beyond the ceiling of the application redirects with invalid_scope', async (t) => {
  const running = await run(t, { applications: applications(narrow) })
  const page = await openBrowser(running.baseUrl).get(authorizeUrl(running, proof().challenge, both))
  const url = new URL(page.url)
  t.is(url.searchParams.get('error'), 'invalid_scope')
  t.is(url.searchParams.get('error_description'), "Scope 'orders' is not allowed")
  const line = running.lines.map((each) => JSON.parse(each)).find(({ error }) => error === 'invalid_scope')
  t.like(line, { place: 'app.yaml:3' })
})

test('an authorization request without scopes is limited, on the consent page and in the token', async (t) => {
  const running = await run(t, { applications: applications(narrow), ...defaults })
  const { challenge, verifier } = proof()
  const { consent, url } = await authorize(running, challenge, { scope: '' })
  t.notRegex(consent.text, /<code>orders/)
  t.like((await running.post(redemption(url, verifier))).body, { scope: 'customer' })
})

test('named scopes beyond the ceiling of the user redirect with invalid_scope', async (t) => {
  const running = await run(t, { registry: registryWith({ ceiling: userCeiling }), ...defaults })
  const { challenge, verifier } = proof()
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, challenge, both))
  const end = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.is(new URL(end.url).searchParams.get('error'), 'invalid_scope')

  const { consent, url } = await authorize(running, challenge, { scope: '' })
  t.notRegex(consent.text, /<code>orders/)
  t.is((await running.post(redemption(url, verifier))).body.scope, 'customer')
})

test('a client cannot set the internal parameter for default scopes', async (t) => {
  const running = await run(t, { registry: registryWith({ ceiling: userCeiling }) })
  const browser = openBrowser(running.baseUrl)
  const forged = { ...both, sluice_scope_source: 'default' }
  const login = await browser.get(authorizeUrl(running, proof().challenge, forged))
  const end = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.is(new URL(end.url).searchParams.get('error'), 'invalid_scope')
})

test('a ceiling that is lowered before the redemption limits the token', async (t) => {
  const running = await run(t)
  const { challenge, verifier } = proof()
  const { url } = await authorize(running, challenge, both)
  await running.restart({ applications: applications({ ...narrow, accessTokenTtl: 30 }) })
  t.like((await running.post({ ...redemption(url, verifier), ...webApp })).body, { scope: 'customer', expires_in: 30 })
})

for (const [title, form, expected] of [
  ['a token of a user', passwordForm, ['application app', 'user alice']],
  ['a token of an application', { ...asClient, scope: 'customer' }, ['application app']],
] as const) {
  test(`the ceilings of ${title} are found again, also those of a user whose application was removed`, async (t) => {
    const { provider, post, people } = await run(t, {
      applications: applications(narrow),
      registry: registryWith({ ceiling: userCeiling }),
    })
    const token = await provider.verify((await post(form)).body.access_token)
    if ('refused' in token) throw new Error(JSON.stringify(token))
    const names = async () => (await provider.findTokenCeilings(token)).map(({ whose }) => whose)
    t.deepEqual(await names(), expected as unknown as string[])

    people.known.delete('app')
    t.deepEqual(
      await names(),
      expected.filter((whose) => whose !== 'application app'),
    )
  })
}
