import test from 'ava'
import type { Plan } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { AccessToken, TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldPlan,
  goldSubscription,
  location,
  oauth,
  operation,
  provider,
  shopProduct,
} from '../_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const checksFailed =
  'Cannot pass the security checks that are required by the target API or operation, Enable debug headers for more details.'

const tokenCeiling = { scopes: ['other'], location: { ...location, line: 30 } }
const plans = new Map<string, Plan>([
  ['gold', goldPlan],
  ['silver', { ...goldPlan, name: 'silver', tokenCeiling }],
  ['bronze', { ...goldPlan, name: 'bronze', tokenCeiling: { ...tokenCeiling, scopes: ['other', 'customer'] } }],
  ['brief', { ...goldPlan, name: 'brief', tokenCeiling: { accessTokenTtl: 60, location } }],
])
const product = { ...shopProduct, plans }

const applications = [
  application('shop', { subscriptions: [goldSubscription] }),
  application('silver', { subscriptions: [{ ...goldSubscription, plan: 'silver' }] }),
  application('bronze', { subscriptions: [{ ...goldSubscription, plan: 'bronze' }] }),
  application('brief', { subscriptions: [{ ...goldSubscription, plan: 'brief' }] }),
  application('stranger'),
  application('waiting', { subscriptions: [{ ...goldSubscription, state: 'pending' }] }),
  application('asleep', { state: 'disabled', subscriptions: [goldSubscription] }),
]

function token(clientId: string, scopes: string[] = ['customer']): AccessToken {
  return accessToken(clientId, { scopes: new Set(scopes) })
}

const verdicts: Record<string, TokenVerificationResult> = {
  good: token('shop'),
  scopeless: token('shop', ['other']),
  both: token('shop', ['customer', 'audit']),
  silver: token('silver'),
  'silver-scopeless': token('silver', ['other']),
  bronze: token('bronze'),
  brief: token('brief'),
  stranger: token('stranger'),
  waiting: token('waiting'),
  asleep: token('asleep'),
  removed: token('no-longer-registered'),
  foreign: { refused: 'invalid_token', reason: 'signed with a key “k1” of another provider' },
  headless: { refused: 'client_id_missing', reason: 'the header is not one of ours' },
}

let backend: Running
let gateway: RunningGateway
let apic: RunningGateway
let debug: RunningGateway
const seen: (string | undefined)[] = []

test.before(async () => {
  backend = await startBackend((request, response) => {
    seen.push(request.headers.authorization)
    response.end('customers')
  })
  const security = [{ all: [{ definition: oauth, scopes: ['customer'] }], location }]
  const audited = [{ all: [{ definition: oauth, scopes: ['customer', 'audit'] }], location }]
  const operations = [
    operation('GET', '/customers', { security }),
    operation('GET', '/slow', { security }),
    operation('GET', '/audited', { security: audited }),
  ]
  const apis = [api(backend.url, { operations })]
  const deps = {
    consumers: () => openConsumers({ applications, products: [product] }),
    verifyToken: () => (text: string) => {
      const verdict = verdicts[text.replace('later-', '')] ?? { refused: 'invalid_token', reason: 'expired' }
      return text.startsWith('later-') ? Promise.resolve(verdict) : verdict
    },
  }
  gateway = await startGateway(config(catalog(apis)), deps)
  const providers = new Map([['customer-oauth', { ...provider, compat: 'apic' as const }]])
  apic = await startGateway(config(catalog(apis, { providers })), deps)
  const debugging = new Map([['customer-oauth', { ...provider, debug: true }]])
  debug = await startGateway(config(catalog(apis, { providers: debugging })), deps)
})

test.after.always(async () => {
  await gateway.close()
  await apic.close()
  await debug.close()
  await backend.close()
})

for (const authorization of ['Bearer good', 'bearer good', 'BEARER  good', 'Bearer later-good']) {
  test(`"${authorization}" lets a call pass`, async (t) => {
    const answer = await fetch(gateway.url + path, { headers: { authorization } })
    t.is(answer.status, 200)
    t.is(await answer.text(), 'customers')
  })
}

test('the token is not forwarded', async (t) => {
  await (await fetch(gateway.url + path, { headers: { authorization: 'Bearer good' } })).text()
  t.deepEqual([...new Set(seen)], [undefined])
})

const missing = 'Bearer realm="acme/sandbox"'
const invalid = `${missing}, error="invalid_token", error_description="The access token is invalid, expired or revoked"`

for (const [title, authorization, status, text, challenge] of [
  ['no token', undefined, 401, checksFailed, missing],
  ['other credentials', 'Basic YTpi', 401, checksFailed, missing],
  ['a scheme that only begins like it', 'Bearerx good', 401, checksFailed, missing],
  ['a scheme without a token', 'Bearer', 401, checksFailed, invalid],
  ['two tokens', 'Bearer good good', 401, checksFailed, invalid],
  ['a token that is expired', 'Bearer old', 401, checksFailed, invalid],
  ['a token that proves wrong later', 'Bearer later-old', 401, checksFailed, invalid],
  ['a token without a client', 'Bearer headless', 401, 'Client id missing', invalid],
  ['a token of a removed client', 'Bearer removed', 401, 'Client id missing', invalid],
  ['a token of a disabled application', 'Bearer asleep', 403, 'The application is not enabled', null],
  ['a token of an application without a subscription', 'Bearer stranger', 403, 'Not registered to plan', null],
  ['a token of an application with a pending one', 'Bearer waiting', 403, 'Not registered to plan', null],
  [
    'a token without the scope',
    'Bearer scopeless',
    403,
    checksFailed,
    `${missing}, error="insufficient_scope", scope="customer"`,
  ],
] as const) {
  test(`${title}: ${status} ${text.slice(0, 30)}`, async (t) => {
    const answer = await fetch(gateway.url + path, { headers: authorization ? { authorization } : {} })
    t.is(answer.status, status)
    t.is(answer.headers.get('www-authenticate'), challenge)
    t.deepEqual(await answer.json(), {
      httpCode: String(status),
      httpMessage: status === 401 ? 'Unauthorized' : 'Forbidden',
      moreInformation: text,
    })
  })
}

test('a requirement with several scopes demands all of them', async (t) => {
  const call = (name: string) =>
    fetch(gateway.url + path.replace('customers', 'audited'), { headers: { authorization: `Bearer ${name}` } })
  t.is((await call('both')).status, 200)
  for (const lacksOne of ['good', 'scopeless']) {
    const response = await call(lacksOne)
    t.is(response.status, 403, lacksOne)
    t.is(response.headers.get('www-authenticate'), `${missing}, error="insufficient_scope", scope="customer audit"`)
  }
})

test('with compat apic a missing scope is a 401 invalid_token', async (t) => {
  const answer = await fetch(apic.url + path, { headers: { authorization: 'Bearer scopeless' } })
  t.is(answer.status, 401)
  t.is(answer.headers.get('www-authenticate'), invalid)
})

test('a token in the query is not accepted', async (t) => {
  t.is((await fetch(`${gateway.url}${path}?access_token=good`)).status, 401)
})

test('an unknown path is a 404 before the token is verified', async (t) => {
  t.is((await fetch(`${gateway.url}${path}/x`, { headers: { authorization: 'Bearer old' } })).status, 404)
})

test('the record of a rejection has the reason and the location in the documents, and no token', async (t) => {
  const answer = await fetch(gateway.url + path, { headers: { authorization: 'Bearer stranger' } })
  await answer.text()
  const record = await gateway.recordOf(answer)
  t.like(record, {
    reason: 'not_subscribed',
    place: 'apis/customers.yaml:7',
    client: { clientId: 'stranger', application: { name: 'stranger' } },
    user: 'alice',
    status: 403,
  })
  t.false(JSON.stringify(record).includes('Bearer'))
})

/** The place of the security requirement. */
const requirement = 'apis/customers.yaml:7'

for (const [title, text, reason, error, detail, at] of [
  ['is not valid', 'old', 'token_invalid', 'invalid_token', 'expired', requirement],
  [
    'proves wrong later',
    'later-foreign',
    'token_invalid',
    'invalid_token',
    'signed with a key “k1” of another provider',
    requirement,
  ],
  ['has no client', 'headless', 'client_id_missing', 'invalid_token', 'the header is not one of ours', requirement],
  [
    'has a removed client',
    'removed',
    'client_id_missing',
    'invalid_token',
    'the client "no-longer-registered" is not an application of /acme/sandbox',
    requirement,
  ],
  [
    'lacks the scope',
    'scopeless',
    'scope_insufficient',
    'access_denied',
    'the token lacks the scope "customer"',
    requirement,
  ],
  [
    'lacks the scope, which the plan excludes too',
    'silver-scopeless',
    'scope_insufficient',
    'access_denied',
    'the token lacks the scope "customer"',
    requirement,
  ],
  [
    'has a scope that the plan excludes',
    'silver',
    'scope_insufficient',
    'access_denied',
    'the token ceiling of plan shop/silver does not allow the scope "customer"',
    'apis/customers.yaml:30',
  ],
] as const) {
  test(`the reason why a token ${title} is recorded, and returned to those who may debug`, async (t) => {
    const headers = { authorization: `Bearer ${text}` }
    const response = await fetch(gateway.url + path, { headers: { ...headers, 'APIm-Debug': 'true' } })
    t.like(await gateway.recordOf(response), { reason, detail, place: at })
    t.is(response.headers.get('x-apic-debug-oauth-error'), null, 'the provider does not debug')

    const undebugged = await fetch(debug.url + path, { headers })
    t.is(undebugged.headers.get('x-apic-debug-oauth-error'), null, 'the caller does not debug')

    const debugged = await fetch(debug.url + path, { headers: { ...headers, 'APIm-Debug': 'true' } })
    t.is(debugged.status, response.status)
    t.is(debugged.headers.get('x-apic-debug-oauth-error'), error)
    t.is(debugged.headers.get('x-apic-debug-oauth-error-desc'), detail.replace(/[“”]/g, '?'))
  })
}

for (const [title, text] of [
  ['that limits only the life of tokens allows every scope', 'brief'],
  ['whose token ceiling has the scope allows it', 'bronze'],
] as const) {
  test(`a plan ${title}`, async (t) => {
    const response = await fetch(gateway.url + path, { headers: { authorization: `Bearer ${text}` } })
    t.is(response.status, 200)
  })
}
