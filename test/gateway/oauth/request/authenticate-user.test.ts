import test from 'ava'
import { buildAuthenticateUser } from '../../../../src/gateway/oauth/request/authenticate-user.ts'
import type { UserRegistry } from '../../../../src/shared/registries/contract/user-registry.ts'
import { authorizeUrl, openBrowser, proof } from '../_support/browser.ts'
import { managed } from '../_support/features.ts'
import { registry } from '../_support/people.ts'
import { passwordForm, run, without } from '../_support/provider.ts'

for (const username of ['alice', 'nobody']) {
  test(`known and unknown users have the same responses, up to the lock: ${username}`, async (t) => {
    const { post } = await run(t)
    const guess = (number: number) => post({ ...passwordForm, username, password: `guess ${number}` })

    for (let number = 0; number < 10; number += 1) {
      const { status, body } = await guess(number)
      t.is(status, 400)
      t.deepEqual(body, {
        error: 'invalid_grant',
        error_description: 'The resource owner could not be authenticated',
      } as never)
    }
    const { status, body, headers } = await guess(10)
    t.is(status, 429)
    t.is(body.error, 'slow_down')
    t.true(Number(headers.get('retry-after')) > 0)
  })
}

test('other spellings of a name share the limit', async (t) => {
  const { post } = await run(t)
  for (let number = 0; number < 10; number += 1) {
    await post({
      ...passwordForm,
      username: ['ALICE', 'Alice', '𝐚lice'][number % 3] ?? '',
      password: `guess ${number}`,
    })
  }
  t.is((await post(passwordForm)).status, 429)
})

test('locks a client after too many wrong secrets', async (t) => {
  const { post } = await run(t)
  const guesses = Array.from({ length: 40 }, (_, number) => post({ ...passwordForm, client_secret: `guess ${number}` }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  t.is(statuses.filter((status) => status === 401).length, 30)
  t.is(statuses.filter((status) => status === 429).length, 10)
})

test('the lock also applies to the pages and to the endpoint for owners', async (t) => {
  const running = await run(t, { settings: managed })
  for (let number = 0; number < 10; number += 1) await running.post({ ...passwordForm, password: `guess ${number}` })

  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const page = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.is(page.status, 429)
  t.regex(page.text, /<p role="alert">Too many failed attempts/)

  const authorization = `Basic ${btoa('alice:alice-password')}`
  const headers = { authorization, 'x-ibm-client-id': 'app', 'x-ibm-client-secret': 'app-secret' }
  t.is((await fetch(`${running.issuer}/oauth2/issued`, { headers })).status, 429)
})

test('an unavailable registry is reported in a page on the authorization endpoint', async (t) => {
  const running = await run(t)
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const page = await browser.submit(login, { username: 'down', password: 'x' })
  t.is(page.status, 503)
  t.regex(page.text, /role="alert"/)
  t.is((await browser.submit(login, { username: 'alice', password: 'alice-password' })).status, 200)
})

test('the registry gets the requested or the default scope, and none at the endpoint for owners', async (t) => {
  const scopes: (string | undefined)[] = []
  const { post, issuer } = await run(t, {
    settings: { ...managed, defaultScopes: ['customer'] },
    registry: {
      ...registry,
      authenticate(name, password, context) {
        scopes.push(context && 'scope' in context ? context.scope : 'absent')
        return registry.authenticate(name, password, context)
      },
    },
  })
  await post({ ...passwordForm, scope: 'orders' })
  await post({ ...without(passwordForm, 'scope'), username: 'bob', password: 'bob-password' })
  const authorization = `Basic ${btoa('carol:carol-password')}`
  const headers = { authorization, 'x-ibm-client-id': 'app', 'x-ibm-client-secret': 'app-secret' }
  t.is((await fetch(`${issuer}/oauth2/issued`, { headers })).status, 200)
  t.deepEqual(scopes, ['orders', 'customer', 'absent'])
})

test('the registry gets the request id, the path and the signal of the request', async (t) => {
  const contexts: unknown[] = []
  const recorder: UserRegistry = {
    async authenticate(_name, _password, context) {
      contexts.push(context)
      return undefined
    },
    foldName: (name) => name.toLowerCase(),
    async close() {},
  }
  const authenticateUser = buildAuthenticateUser(recorder, (_who, _secret, check) => check())
  const { signal } = new AbortController()
  const request = { uri: '/oauth2/token', address: '127.0.0.1', signal }
  await authenticateUser({ ...request, requestId: 'r-1' }, 'alice', 'secret', 'customer')
  await authenticateUser({ ...request, requestId: undefined }, 'alice', 'secret')
  t.deepEqual(contexts, [
    { requestId: 'r-1', uri: '/oauth2/token', signal, scope: 'customer', attributes: undefined },
    { requestId: undefined, uri: '/oauth2/token', signal, attributes: undefined },
  ])
})
