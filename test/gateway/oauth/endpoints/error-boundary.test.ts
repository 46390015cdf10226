import { once } from 'node:events'
import test from 'ava'
import type { OauthEvent } from '../../../../src/gateway/oauth/index.ts'
import type { UserRegistry } from '../../../../src/shared/registries/contract/user-registry.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { passwordForm, run } from '../_support/provider.ts'

const debug = { 'apim-debug': 'true' }
const lonely = { ...passwordForm, client_id: 'lonely-app', client_secret: 'lonely-app-secret' }

test('sends debug headers on request where the provider allows it', async (t) => {
  const { post } = await run(t, { settings: { debug: true } })
  const { headers } = await post(lonely, debug)
  t.is(headers.get('x-apic-debug-oauth-error'), 'invalid_client')
  t.regex(headers.get('x-apic-debug-oauth-error-desc') ?? '', /not subscribed to an API/)
  t.is((await post(lonely)).headers.get('x-apic-debug-oauth-error'), null)
})

test('adds the members of problem details to errors for callers that ask for them', async (t) => {
  const { post } = await run(t)
  const response = await post(lonely, { accept: 'application/problem+json' })
  t.is(response.headers.get('content-type'), 'application/problem+json')
  const body = JSON.parse(response.text)
  t.like(body, { type: 'about:blank', status: 401, error: 'invalid_client', detail: body.error_description })
})

test('sends no debug headers where the provider does not allow it', async (t) => {
  const { post } = await run(t)
  t.is((await post(lonely, debug)).headers.get('x-apic-debug-oauth-error'), null)
})

test('sends an event for every token and every rejection', async (t) => {
  const events: OauthEvent[] = []
  const { post, signIn } = await run(t, { events: (event) => events.push(event) })
  await signIn()
  await post({ ...passwordForm, password: 'guess' }, { 'x-request-id': 'r1' })
  t.deepEqual(events, [
    { kind: 'issued', grant: 'password', clientId: 'app', requestId: undefined },
    {
      kind: 'refused',
      error: 'invalid_grant',
      status: 400,
      reason: 'The resource owner could not be authenticated',
      clientId: 'app',
      claimedClientId: 'app',
      grant: 'password',
      requestId: 'r1',
      place: undefined,
      method: 'POST',
      path: '/acme/sandbox/oauth/oauth2/token',
      remote: '127.0.0.1',
    },
  ])
})

test('the event of a rejection has the claimed client id', async (t) => {
  const events: OauthEvent[] = []
  const { post, lines } = await run(t, { events: (event) => events.push(event) })
  await post({ ...passwordForm, client_secret: 'guess' })
  t.like(events, [{ clientId: undefined, claimedClientId: 'app', grant: 'password', reason: 'the secret is wrong' }])
  t.like(JSON.parse(lines.at(-1) as string), { claimedClientId: 'app', grant: 'password' })
})

test('writes one log line for each request', async (t) => {
  const { post, issuer, lines } = await run(t)
  await fetch(`${issuer}/oauth2/jwks`)
  await post({ ...passwordForm, scope: 'admin' }, { 'x-request-id': 'r2' })
  await post(passwordForm)
  const calls = lines.map((line) => JSON.parse(line))
  t.is(calls.length, 3)
  t.like(calls[0], { method: 'GET', path: '/acme/sandbox/oauth/oauth2/jwks', status: 200, remote: '127.0.0.1' })
  t.like(calls[1], { method: 'POST', status: 400, clientId: 'app', requestId: 'r2', error: 'invalid_scope' })
  t.like(calls[2], { status: 200, clientId: 'app', grant: 'password', scope: 'customer' })
})

test('a full disk is a 503 and uses no refresh token', async (t) => {
  const disk = { full: false }
  const memory = openMemoryStore({ clock: Date.now })
  const guard = async () => {
    if (disk.full) throw new StateStoreError('full', 'the disk is full')
  }
  const store: StateStore = {
    ...memory,
    save: async (...args) => guard().then(() => memory.save(...args)),
    consume: async (...args) => guard().then(() => memory.consume(...args)),
  }
  const { signIn, post, refresh } = await run(t, { store })
  const { refresh_token } = await signIn()

  disk.full = true
  for (const answer of [await post(passwordForm), await refresh(refresh_token)]) {
    t.is(answer.status, 503)
    t.is(answer.body.error, 'temporarily_unavailable')
    t.is(answer.headers.get('retry-after'), '5')
  }
  disk.full = false
  t.is((await refresh(refresh_token)).status, 200)
})

for (const code of ['unavailable', 'failed'] as const)
  test(`counters that are away (${code}) are a 503 that says when to try again`, async (t) => {
    const memory = openMemoryStore({ clock: Date.now })
    const store: StateStore = {
      ...memory,
      count: () => Promise.reject(new StateStoreError(code, 'no answer within 1000 ms')),
    }
    const { post } = await run(t, { store })
    const answer = await post(passwordForm)
    t.like(answer, { status: 503, body: { error: 'temporarily_unavailable' } })
    t.is(answer.headers.get('retry-after'), '5')
  })

test('a caller who disconnects aborts the request to the registry', async (t) => {
  const asked = Promise.withResolvers<AbortSignal>()
  const registry: UserRegistry = {
    async authenticate(_name, _password, context) {
      const signal = context?.signal as AbortSignal
      asked.resolve(signal)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
      return undefined
    },
    foldName: (name) => name.toLowerCase(),
    async close() {},
  }
  const { tokenUrl, lines } = await run(t, { registry })
  const caller = new AbortController()
  const request = fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(passwordForm), signal: caller.signal })
  const signal = await asked.promise
  caller.abort()
  await t.throwsAsync(request)
  if (!signal.aborted) await once(signal, 'abort')
  t.true(signal.aborted)
  t.notRegex(lines.join(''), /"level":"error"/)
})
