import test from 'ava'

import { silentLog } from '../../../src/lib/log.ts'
import { tapLog } from '../../../src/processes/refusals/tap-log.ts'
import { explainRequest, isRefusedRequest } from '../../../src/processes/refusals/token-endpoint.ts'
import { application, catalog, place, provider } from '../../gateway/_support/documents.ts'

const request = {
  requestId: 'r1',
  method: 'POST',
  path: '/acme/sandbox/customer-oauth/oauth2/token',
  status: 400,
  clientId: 'shop',
  error: 'invalid_scope',
  reason: "Scope 'admin' is not allowed",
}
const shop = application('shop', { place: { ...place, line: 40 } })

function explain(changed: Partial<typeof request> = {}) {
  return explainRequest({ ...request, ...changed }, 1_000, provider, catalog([], { applications: [shop] }))
}

test('names what failed, what was met and what would do', (t) => {
  const { checks, ...head } = explain()
  t.like(head, { requestId: 'r1', at: 1_000, status: 400, reason: 'invalid_scope' })
  t.deepEqual(
    checks.find(({ outcome }) => outcome === 'failed'),
    {
      check: 'the scopes are those of the provider',
      outcome: 'failed',
      seen: "Scope 'admin' is not allowed",
      wanted: 'customer',
      place: 'apis/customers.yaml:7',
    },
  )
})

test('what was checked before has passed, and tells the client', (t) => {
  const [first, , client] = explain().checks
  t.like(first, { outcome: 'passed', seen: 'POST /acme/sandbox/customer-oauth/oauth2/token' })
  t.like(client, { outcome: 'passed', seen: 'shop', place: 'apis/customers.yaml:40' })
  t.is(explain().checks.at(-1)?.outcome, 'not reached')
})

for (const error of [
  'invalid_request',
  'slow_down',
  'invalid_client',
  'invalid_grant',
  'server_error',
  'other',
]) {
  test(`one check fails for ${error}`, (t) => {
    const { checks } = explain({ error })
    t.is(checks.filter(({ outcome }) => outcome === 'failed').length, 1)
  })
}

test('lines about refused requests are told from others, of children too', (t) => {
  const seen: unknown[] = []
  const log = tapLog(silentLog, (line) => seen.push(line)).child({ provider: 'x' })
  log.info(request, 'call')
  log.info({ requestId: 'r2', status: 200 }, 'call')
  log.warn('only words')
  t.deepEqual(seen.filter(isRefusedRequest), [request])
})
