import test, { type ExecutionContext } from 'ava'
import type { ProviderKeysView } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { startWithOwner } from '../_support/owner.ts'
import type { TestOptions } from '../_support/portal.ts'

async function start(t: ExecutionContext, options: TestOptions = {}) {
  const started = await startWithOwner(t, options)
  const { owner } = started
  const list = async () => (await owner.call<ProviderKeysView[]>('GET', '/configuration/keys')).body
  const rotate = () => owner.call<ProviderKeysView>('POST', '/configuration/keys/oauth')
  return { ...started, list, rotate }
}

test('a rotation creates a key, and is in the audit trail with the name of the owner', async (t) => {
  const { portal, list, rotate } = await start(t)
  t.like(await list(), [
    {
      provider: 'oauth',
      title: 'Sign-in',
      file: 'providers/oauth.yaml',
      rotatesAfterDays: 0,
      jwksUrl: 'http://gateway.test/acme/sandbox/oauth/oauth2/jwks',
    },
  ])
  const { status, body } = await rotate()
  t.is(status, 201)
  const [first] = body.keys
  t.like(first, { state: 'signing', algorithm: 'ES256', use: 'sig', isRemovable: false })
  t.like(portal.trail.at(-1), {
    action: 'portal rotate keys',
    provider: 'acme/sandbox/oauth',
    kid: first?.kid,
    by: 'owner',
  })

  portal.clock.now += 2_000
  t.deepEqual(
    (await rotate()).body.keys.map(({ state }) => state),
    ['next', 'signing'],
  )
  portal.clock.now += 2_000
  const [, older] = (await list())[0]?.keys ?? []
  t.is(older?.expiresAt, new Date(portal.clock.now + 3_600_000).toISOString())
})

test('a removed key is listed as retired, and the newest one cannot be removed', async (t) => {
  const { owner, portal, list, rotate } = await start(t)
  const [old] = (await rotate()).body.keys
  const [newest] = (await rotate()).body.keys
  const remove = (kid = '') => owner.call('DELETE', `/configuration/keys/oauth/${kid}`)

  t.like(await remove(newest?.kid), { status: 409, body: { code: 'newest_key' } })
  t.is((await remove(old?.kid)).status, 204)
  t.like(portal.trail.at(-1), { action: 'portal remove key', kid: old?.kid, by: 'owner' })
  t.like((await list())[0]?.keys[1], { kid: old?.kid, state: 'retired', isRemoved: true, isRemovable: false })
  t.like(await remove(old?.kid), { status: 404, body: { code: 'unknown_key' } })
})

test('the next rotation has a time where the document sets one', async (t) => {
  const { portal, list, rotate } = await start(t, {
    files: {
      'providers/oauth.yaml': `name: oauth
provider_type: native
grants: [password, application]
scopes: { customer: Customers, orders: Orders }
native_provider: { user_registry: users, key_rotation: { after_days: 30 } }
`,
    },
  })
  await rotate()
  const due = new Date(portal.clock.now + 2_000 + 30 * 86_400_000).toISOString()
  t.like((await list())[0], { rotatesAfterDays: 30, rotatesAt: due })
})

test('responses have no private part of a key', async (t) => {
  const { portal, owner, rotate } = await start(t)
  await rotate()
  const [stored] = await portal.store.list('oauth/acme/sandbox/oauth:key')
  const { d } = (stored as unknown as { entry: { value: { jwk: { d: string } } } }).entry.value.jwk
  const { body } = await owner.call('GET', '/configuration/keys')
  t.false(JSON.stringify(body).includes(d))
  t.false(JSON.stringify(portal.trail).includes(d))
})

test('only owners who may change documents see and change keys, of providers of their catalog', async (t) => {
  const { portal, owner } = await start(t)
  const developer = await portal.signedUp('dora')
  t.like(await developer.call('GET', '/configuration/keys'), { status: 403, body: { code: 'not_an_owner' } })
  t.like(await developer.call('POST', '/configuration/keys/oauth'), { status: 403 })
  t.like(await owner.call('POST', '/configuration/keys/other'), { status: 404, body: { code: 'unknown_provider' } })
})
