import test from 'ava'
import { explainProviderRejection } from '../../../../src/gateway/telemetry/rejections/provider-rejections.ts'
import { application, catalog, location, provider } from '../../data-plane/_support/documents.ts'

const request = {
  requestId: 'r1',
  method: 'POST',
  path: '/acme/sandbox/customer-oauth/oauth2/token',
  status: 400,
  clientId: 'shop',
  error: 'invalid_scope',
  reason: "Scope 'admin' is not allowed",
}
const shop = application('shop', { location: { ...location, line: 40 } })

function explain(changed: Partial<typeof request> & { place?: string } = {}) {
  return explainProviderRejection({ ...request, ...changed }, 1_000, provider, catalog([], { applications: [shop] }))
}

test('the failed check has the found and the accepted value', (t) => {
  const { checks, ...head } = explain()
  t.like(head, { requestId: 'r1', at: 1_000, status: 400, reason: 'invalid_scope' })
  t.deepEqual(
    checks.find(({ outcome }) => outcome === 'failed'),
    {
      check: 'the provider has the requested scopes',
      outcome: 'failed',
      seen: "Scope 'admin' is not allowed",
      wanted: 'customer',
      place: 'apis/customers.yaml:7',
    },
  )
})

test('checks before the failed one have passed and name the client', (t) => {
  const [first, , client] = explain().checks
  t.like(first, { outcome: 'passed', seen: 'POST /acme/sandbox/customer-oauth/oauth2/token' })
  t.like(client, { outcome: 'passed', seen: 'shop', place: 'apis/customers.yaml:40' })
  t.is(explain().checks.at(-1)?.outcome, 'not reached')
})

for (const error of ['invalid_request', 'slow_down', 'invalid_client', 'invalid_grant', 'server_error', 'other']) {
  test(`one check fails for ${error}`, (t) => {
    const { checks } = explain({ error })
    t.is(checks.filter(({ outcome }) => outcome === 'failed').length, 1)
  })
}

test('a scope that a token ceiling excludes fails the check of ceilings, with the location of the ceiling', (t) => {
  const reason = "Scope 'orders' is not allowed: the token ceiling of application shop allows only customer"
  const { checks } = explain({ reason, place: 'shop.yaml:4' })
  t.deepEqual(
    checks.filter(({ outcome }) => outcome === 'failed'),
    [
      {
        check: 'the token ceilings of application, plan, user registry and user allow the scopes',
        outcome: 'failed',
        seen: reason,
        wanted: 'scopes that all of these token ceilings allow',
        place: 'shop.yaml:4',
      },
    ],
  )
  t.is(checks.find(({ check }) => check === 'the provider has the requested scopes')?.outcome, 'passed')
})
