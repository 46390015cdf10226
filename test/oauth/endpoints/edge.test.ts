import test from 'ava'

import type { OauthEvent } from '../../../src/oauth/index.ts'
import { passwordForm, run } from '../_support/provider.ts'

const debug = { 'apim-debug': 'true' }
const lonely = { ...passwordForm, client_id: 'lonely-app', client_secret: 'lonely-app-secret' }

test('explains itself to a caller who asks for it, where the provider allows that', async (t) => {
  const { post } = await run(t, { settings: { debug: true } })
  const { headers } = await post(lonely, debug)
  t.is(headers.get('x-apic-debug-oauth-error'), 'invalid_client')
  t.regex(headers.get('x-apic-debug-oauth-error-desc') ?? '', /not subscribed to an API/)
  t.is((await post(lonely)).headers.get('x-apic-debug-oauth-error'), null)
})

test('explains nothing where the provider does not allow it', async (t) => {
  const { post } = await run(t)
  t.is((await post(lonely, debug)).headers.get('x-apic-debug-oauth-error'), null)
})

test('tells of every token and every refusal', async (t) => {
  const events: OauthEvent[] = []
  const { post, signIn } = await run(t, { events: (event) => events.push(event) })
  await signIn()
  await post({ ...passwordForm, password: 'guess' }, { 'x-request-id': 'r1' })
  t.deepEqual(events, [
    { kind: 'issued', grant: 'password', clientId: 'app', requestId: undefined },
    { kind: 'refused', error: 'invalid_grant', status: 400, clientId: 'app', requestId: 'r1' },
  ])
})
