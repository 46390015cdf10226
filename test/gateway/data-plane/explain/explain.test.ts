import test from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import type { Explanation, ExplanationCheck } from '../../../../src/gateway/contract/access/explanation.ts'
import { gatewayErrors } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { explanationStages, stageByReason } from '../../../../src/gateway/data-plane/explain/explanation-stages.ts'
import { explainCall } from '../../../../src/gateway/data-plane/index.ts'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'
import { api, application, catalog, config, location, oauth, operation } from '../_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const at = (line: number) => ({ ...location, line })
const limit = {
  name: 'default',
  kind: 'rate',
  calls: 1,
  intervalSeconds: 86_400,
  hard: true,
  location: at(31),
} as const
const plan = {
  name: 'gold',
  title: 'Gold',
  approval: false,
  limits: [limit],
  apis: new Set(['customers:1.0.0']),
  location: at(30),
}
const product = { name: 'shop', title: 'Shop', version: '1.0.0', plans: new Map([['gold', plan]]), location }
const ceiling = { scopes: ['other'], location: at(32) }
const silver = { ...plan, name: 'silver', limits: [], tokenCeiling: ceiling, location: at(33) }
product.plans.set('silver', silver)
const subscription = { product: 'shop', plan: 'gold', state: 'enabled', line: 41 } as const
const applications = [
  application('shop', { subscriptions: [subscription], location: at(40) }),
  application('silver', { subscriptions: [{ ...subscription, plan: 'silver' }] }),
  application('limited', { subscriptions: [subscription], tokenCeiling: { ...ceiling, location: at(70) } }),
  application('waiting', { subscriptions: [{ ...subscription, state: 'pending' }], location: at(50) }),
  application('asleep', { state: 'disabled', location: at(60) }),
]

const token = { id: 'jti', subject: 'alice', issuedAt: 0, expiresAt: 4_000_000_000, grant: 'password' }
const verificationResults: Record<string, TokenVerificationResult> = {
  good: { ...token, clientId: 'shop', scopes: new Set(['customer']) },
  narrow: { ...token, clientId: 'shop', scopes: new Set(['other']) },
  silver: { ...token, clientId: 'silver', scopes: new Set(['customer']) },
  limited: { ...token, clientId: 'limited', scopes: new Set(['other']) },
  waiting: { ...token, clientId: 'waiting', scopes: new Set(['customer']) },
  asleep: { ...token, clientId: 'asleep', scopes: new Set(['customer']) },
  old: { refused: 'invalid_token', reason: 'expired' },
}

let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend((_, response) => response.end('here'))
  const security = [{ all: [{ definition: oauth, scopes: ['customer'] }], location: at(20) }]
  const operations = [operation('GET', '/customers', { security, location: at(21) })]
  const published = catalog([api(backend.url, { operations, location: at(10) })], { products: [product], applications })
  const consumers = openConsumers(published)
  gateway = await startGateway(config(published), {
    consumers: () => consumers,
    verifyToken: () => (text) => verificationResults[text] as TokenVerificationResult,
  })
})

test.after.always(async () => {
  await gateway?.close()
  await backend?.close()
})

async function callAndExplain(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(`${gateway.url}${target}`, { method, headers })
  await response.arrayBuffer()
  return explainCall(await gateway.recordOf(response))
}

function findFailedCheck(explanation: Explanation | undefined): ExplanationCheck | undefined {
  return explanation?.checks.find(({ outcome }) => outcome === 'failed')
}

const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const file = 'apis/customers.yaml'

for (const [title, target, headers, method, check] of [
  ['an unknown API', '/acme/sandbox/nothing', {}, 'GET', { seen: '/acme/sandbox/nothing' }],
  [
    'an unknown API at the longest path that is kept whole',
    `/acme/sandbox/${'x'.repeat(242)}`,
    {},
    'GET',
    { seen: `/acme/sandbox/${'x'.repeat(242)}` },
  ],
  [
    'an unknown API at a path that is kept shortened',
    `/acme/sandbox/${'x'.repeat(300)}`,
    {},
    'GET',
    { seen: `/acme/sandbox/${'x'.repeat(242)}...` },
  ],
  [
    'an unknown path',
    `${path}/1/orders`,
    {},
    'GET',
    { seen: '/customers/1/orders', wanted: '/customers', place: `${file}:10` },
  ],
  ['an unknown method', path, {}, 'DELETE', { seen: 'DELETE', wanted: 'GET, HEAD' }],
  [
    'no credentials',
    path,
    {},
    'GET',
    { seen: 'no credentials', wanted: 'customer-oauth (oauth2, scopes customer)', place: `${file}:20` },
  ],
  ['credentials of another kind', path, { authorization: 'Basic YTpi' }, 'GET', { seen: 'a user name and password' }],
  ['an expired token', path, bearer('old'), 'GET', { seen: 'a bearer token: expired', place: `${file}:20` }],
  [
    'a disabled application',
    path,
    bearer('asleep'),
    'GET',
    { seen: 'asleep is disabled', wanted: 'state: enabled', place: `${file}:60` },
  ],
  [
    'a pending subscription',
    path,
    bearer('waiting'),
    'GET',
    {
      seen: 'waiting has shop/gold (pending)',
      wanted: 'an enabled subscription to a plan with customers:1.0.0',
      place: `${file}:50`,
    },
  ],
  [
    'a token without the scope',
    path,
    bearer('narrow'),
    'GET',
    { seen: 'other', wanted: 'customer', place: `${file}:20` },
  ],
  [
    'a token with a scope that the token ceiling of the plan excludes',
    path,
    bearer('silver'),
    'GET',
    {
      check: 'the token has the scopes of the operation',
      seen: 'customer',
      wanted: 'customer, but the token ceiling of plan shop/silver allows less',
      place: `${file}:32`,
    },
  ],
  [
    'a token without a scope that the token ceiling of the application excludes',
    path,
    bearer('limited'),
    'GET',
    { wanted: 'customer, but the token ceiling of application limited allows less', place: `${file}:70` },
  ],
] as const) {
  test.serial(`the failed check of ${title} shows the found and the accepted value`, async (t) => {
    t.like(findFailedCheck(await callAndExplain(target, headers, method)), check)
  })
}

test.serial('a call above a plan limit fails the limit check after all earlier checks have passed', async (t) => {
  t.is(await callAndExplain(path, bearer('good')), undefined)
  const explanation = await callAndExplain(path, bearer('good'))
  t.like(explanation, { status: 429, reason: 'rate_limit', method: 'GET', path })
  t.like(findFailedCheck(explanation), {
    check: 'the call is within the limits of the plan',
    seen: 'rate limit "default": 2 of 1 calls',
    wanted: 'rate default 1 per 86400 s',
    place: `${file}:31`,
  })
  t.deepEqual(
    explanation?.checks.map(({ outcome }) => outcome),
    [...Array(9).fill('passed'), 'failed', ...Array(3).fill('not reached')],
  )
})

test.serial('the detail of the rejection appears only in the failed check', async (t) => {
  const record = gateway.records.find(({ reason }) => reason === 'rate_limit')
  const evidence = record?.evidence
  const broken = {
    ...(record as NonNullable<typeof record>),
    reason: 'upstream_unreachable',
    detail: 'ECONNREFUSED',
    place: undefined,
    evidence,
  } as const
  const checks = explainCall(broken)?.checks ?? []
  t.deepEqual(
    checks.filter(({ seen }) => seen?.includes('ECONNREFUSED')).map(({ outcome }) => outcome),
    ['failed'],
  )
  t.is(checks.find(({ check }) => check === 'the call is within the limits of the plan')?.seen, 'within the limits')
})

test.serial('an explanation never contains the text of a token', async (t) => {
  t.false(JSON.stringify(await callAndExplain(path, bearer('narrow'))).includes('narrow'))
})

for (const [reason, wanted] of [
  ['payload_invalid', 'a request that matches the OpenAPI document of the API'],
  ['answer_invalid', 'a response of the upstream that matches the OpenAPI document of the API'],
  ['assembly_limit', 'fewer calls within the interval of the limit'],
] as const) {
  test.serial(`the reason ${reason} fails the check of the policies, with what they accept`, async (t) => {
    await callAndExplain(path)
    const record = gateway.records.find(({ reason }) => reason === 'token_missing') as CallRecord
    const explanation = explainCall({ ...record, reason, detail: 'found', place: `${file}:80` })
    t.like(findFailedCheck(explanation), {
      check: 'the policies of the API accept the call',
      seen: 'found',
      wanted,
      place: `${file}:80`,
    })
  })
}

for (const [title, line, check] of [
  ['a security requirement', 20, 'the request carries credentials'],
  ['a policy', 80, 'the policies of the API accept the call'],
] as const) {
  test.serial(`a missing user that ${title} demands fails its check`, async (t) => {
    await callAndExplain(path)
    const record = gateway.records.find(({ reason }) => reason === 'token_missing') as CallRecord
    const explanation = explainCall({ ...record, reason: 'user_missing', place: `${file}:${line}` })
    t.is(findFailedCheck(explanation)?.check, check)
  })
}

test('every reason of the table of errors belongs to a check that is listed', (t) => {
  for (const reason of Object.keys(gatewayErrors) as (keyof typeof gatewayErrors)[])
    t.true(explanationStages.includes(stageByReason[reason]), reason)
})

test('every check belongs to a reason', (t) => {
  const stages = new Set(Object.values(stageByReason))
  t.deepEqual(
    explanationStages.filter((stage) => !stages.has(stage)).map(({ check }) => check),
    [],
  )
})
