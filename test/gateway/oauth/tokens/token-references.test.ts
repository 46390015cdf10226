/** Opaque access tokens over HTTP: references that the gateway, and the endpoints of the provider, look up. */
import test from 'ava'
import { openMemoryStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { location } from '../../data-plane/_support/documents.ts'
import { catalogOf, settings } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { answerOf, post, run } from '../_support/provider.ts'

const opaque = { ...managed, accessToken: { ttl: 3600, format: 'opaque' as const } }

test('clients get references, which every process verifies, at once when it knows them', async (t) => {
  const running = await run(t, { settings: opaque })
  const { access_token: token, refresh_token: refresh } = await running.signIn()
  t.regex(token, /^at_[\w-]{43}$/)
  const first = running.provider.verify(token)
  t.true(first instanceof Promise)
  t.like(await first, { subject: 'alice', clientId: 'app' })
  t.like(running.provider.verify(token), { subject: 'alice' })

  await running.restart()
  t.like(await running.provider.verify(token), { subject: 'alice' })
  t.regex((await running.refresh(refresh)).body.access_token, /^at_/)
  running.time.now += 3_600_000
  t.true('refused' in (await running.provider.verify(token)))
})

for (const [wanted, format, pattern] of [
  ['opaque', 'jwt', /^at_/],
  ['jwt', 'opaque', /^ey/],
] as const) {
  test(`an API has ${wanted} tokens where those of its provider are ${format}`, async (t) => {
    const settings = { 'x-ibm-oauth-provider': 'oauth', 'x-access-token-format': wanted }
    const definitions = new Map([['oauth', { key: 'oauth', type: 'oauth2', settings, location }]])
    const apis = catalogOf().apis.map((api) => ({ ...api, definitions }))
    const running = await run(t, { settings: { accessToken: { ttl: 3600, format } }, catalog: { apis } })
    const resource = `${running.baseUrl}/acme/sandbox/customerdb/v1`
    const { access_token: own, refresh_token: refresh } = await running.signIn({ resource })
    t.regex(own, pattern)
    t.like(await running.provider.verify(own), { resource, subject: 'alice' })
    t.regex((await running.refresh(refresh)).body.access_token, pattern)
    t.notRegex((await running.signIn()).access_token, pattern, 'a token for all APIs is as the provider says')
  })
}

test('the store has no text of a reference', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const saved: string[] = []
  const running = await run(t, {
    settings: opaque,
    store: {
      ...store,
      async save(kind, key, ...rest) {
        saved.push(key, JSON.stringify(rest))
        return store.save(kind, key, ...rest)
      },
    },
  })
  const { access_token: token } = await running.signIn()
  t.false(saved.join().includes(token))
})

test('references are introspected, revoked, and open userinfo', async (t) => {
  const running = await run(t, {
    settings: {
      ...opaque,
      scopes: new Map([['openid', ''], ...settings.scopes]),
      openidConnect: { ...settings.openidConnect, enabled: true },
    },
  })
  const { access_token: token } = await running.signIn({ scope: 'openid' })
  const ask = (path: string) => post(`${running.issuer}/oauth2/${path}`, { ...app, token })
  t.like((await ask('introspect')).body, { active: true, sub: 'alice', token_type: 'Bearer' })
  const headers = { authorization: `Bearer ${token}` }
  t.like((await answerOf(await fetch(`${running.issuer}/oauth2/userinfo`, { headers }))).body, { sub: 'alice' })
  t.is((await ask('revoke')).status, 200)
  t.like(await running.provider.verify(token), { refused: 'invalid_token', reason: 'revoked' })
  t.like((await ask('introspect')).body, { active: false })
})

test('an unknown reference is refused, and one that cannot be read is unavailable', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  let isAway = false
  const running = await run(t, {
    settings: opaque,
    store: {
      ...store,
      find: (...given) => (isAway ? Promise.reject(new StateStoreError('unavailable', 'away')) : store.find(...given)),
    },
  })
  const { access_token: token } = await running.signIn()
  t.like(await running.provider.verify(`at_${'x'.repeat(43)}`), { refused: 'invalid_token' })
  t.like(await running.provider.verify('at_short'), { refused: 'client_id_missing' })
  isAway = true
  t.like(await running.provider.verify(token), { refused: 'unavailable' })
  const { status, headers } = await post(`${running.issuer}/oauth2/introspect`, { ...app, token })
  t.is(status, 503)
  t.truthy(headers.get('retry-after'))
})

test('references from before stay valid when the provider issues signed tokens again', async (t) => {
  const running = await run(t, { settings: opaque })
  const { access_token: token } = await running.signIn()
  await running.restart({ settings: managed })
  t.like(await running.provider.verify(token), { subject: 'alice' })
  t.is((await running.signIn()).access_token.split('.').length, 3)
})
