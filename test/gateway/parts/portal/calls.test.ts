import test from 'ava'
import type { Explanation, KeptCall, MessageMovement } from '../../../../src/gateway/contract/access/explanation.ts'
import { buildCountKey } from '../../../../src/gateway/data-plane/limits/call-counter.ts'
import { buildLimitCountKey, buildPlanKey } from '../../../../src/gateway/data-plane/limits/plan-limits.ts'
import { readYaml } from '../../../../src/gateway/lib/yaml/edit-yaml.ts'
import type {
  ExplanationView,
  TokenView,
  UsageMinutes,
  UsageView,
} from '../../../../src/gateway/parts/portal/rest/index.ts'
import { buildHourlyUsageKey, buildHourlyUsageKind } from '../../../../src/gateway/telemetry/usage/hourly-usage.ts'
import { openUsageCounter } from '../../../../src/gateway/telemetry/usage/usage-counter.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { startPortal } from './_support/portal.ts'

const explanation: Explanation = {
  requestId: 'id-1',
  at: Date.UTC(2026, 0, 31),
  method: 'GET',
  path: '/acme/sandbox/customers/v1/customers',
  status: 403,
  reason: 'not_subscribed',
  catalog: '/acme/sandbox',
  application: 'shop',
  remote: '10.0.0.1',
  checks: [{ check: 'the application is subscribed', outcome: 'failed', wanted: 'a plan', place: 'apps.yaml:7' }],
}

const putByShop: MessageMovement = {
  how: 'put',
  at: explanation.at,
  requestId: 'id-1',
  method: 'POST',
  path: '/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/ORDERS/message',
  status: 201,
  catalog: '/acme/sandbox',
  application: 'shop',
  plan: 'gold',
  queue: 'QM1/ORDERS',
  messageId: 'a'.repeat(48),
  traceId: 'c'.repeat(32),
}

test('a refused call of an own application is explained, without places in the documents', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  portal.explanations.set('id-1', explanation)
  const { body } = await anna.get<ExplanationView>('/explanations/id-1')
  t.like(body, { requestId: 'id-1', at: '2026-01-31T00:00:00.000Z', reason: 'not_subscribed', application: 'shop' })
  t.regex(body.advice, /Subscribe the application/)
  t.deepEqual(body.checks, [{ check: 'the application is subscribed', outcome: 'failed', wanted: 'a plan' }])
})

for (const [title, changes, status] of [
  ['of an application of somebody else', { application: 'other' }, 404],
  ['of another catalog', { catalog: '/acme/other' }, 404],
  ['of nobody, from elsewhere', { application: undefined }, 404],
  ['of nobody, from an unknown place', { application: undefined, remote: undefined }, 404],
  ['of nobody, from here', { application: undefined, remote: '::ffff:127.0.0.1' }, 200],
  ['that met no catalog, from here', { application: undefined, catalog: undefined, remote: '127.0.0.1' }, 200],
] as const) {
  test(`a refused call ${title} is answered ${status}`, async (t) => {
    const portal = await startPortal(t)
    const anna = await portal.signedUp('anna')
    await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
    portal.explanations.set('id-1', { ...explanation, ...changes })
    const answer = await anna.get('/explanations/id-1')
    t.is(answer.status, status)
    if (status === 404) t.deepEqual(answer.body, (await anna.get('/explanations/nothing')).body)
  })
}

test('a sender sees when its message was taken, and by which application where it is an own one', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  for (const name of ['shop', 'stock']) await requireSuccess(anna.call('POST', '/applications', { name }))
  const moved = (how: MessageMovement['how'], application: string, changes: Partial<MessageMovement> = {}) =>
    ({ ...putByShop, how, application, requestId: `by-${application}-${how}`, ...changes }) as const
  const messages = [
    moved('put', 'shop'),
    moved('put back', 'other'),
    moved('acknowledged', 'stock'),
    moved('taken', 'other', { messageId: 'b'.repeat(48) }),
    moved('taken', 'other', { catalog: '/acme/other' }),
  ]
  portal.explanations.set('id-1', { ...explanation, reason: 'served', status: 201, messages })
  const { body } = await anna.get<ExplanationView>('/explanations/id-1')
  t.deepEqual(body.checks, [])
  t.deepEqual(
    body.messages?.map(({ how, application, requestId }) => [how, application, requestId]),
    [
      ['put', 'shop', 'by-shop-put'],
      ['put back', undefined, undefined],
      ['acknowledged', 'stock', 'by-stock-acknowledged'],
    ],
  )
  t.like(body.messages?.[0], { at: '2026-01-31T00:00:00.000Z', queue: 'QM1/ORDERS', message: 'a'.repeat(48) })

  const bob = await portal.signedUp('bob')
  t.is((await bob.get('/explanations/id-1')).status, 404)
})

test('the messages of a batch are those of its trace and queue', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const taken = { ...putByShop, how: 'taken', application: 'other' } as const
  const messages = [{ ...putByShop, messageId: undefined }, taken, { ...taken, queue: 'QM1/SECRET' }]
  portal.explanations.set('id-1', { ...explanation, reason: 'served', messages })
  const { body } = await anna.get<ExplanationView>('/explanations/id-1')
  t.deepEqual(
    body.messages?.map(({ how, queue }) => [how, queue]),
    [
      ['put', 'QM1/ORDERS'],
      ['taken', 'QM1/ORDERS'],
    ],
  )
})

test('a call is saved as a test by those who may see it, unless it needs what is not kept', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const kept: KeptCall = { ...explanation, clientId: 'c-1', scopes: ['read'], credentials: ['bearer'] }
  portal.explanations.set('id-1', kept)
  const url = `${portal.origin}/acme/sandbox/portal/api/v1/explanations/id-1/test.yaml`
  const saved = await fetch(url, { headers: { cookie: anna.cookie ?? '' } })
  t.is(saved.status, 200)
  t.like(readYaml(await saved.text()), {
    tests: [
      {
        request: 'GET /acme/sandbox/customers/v1/customers',
        token: { client: 'c-1', scopes: ['read'] },
        expect: { status: 403, reason: 'not_subscribed', upstream: 'none' },
      },
    ],
  })
  portal.explanations.set('id-1', { ...kept, credentials: ['basic'] } as KeptCall)
  t.like(await anna.get('/explanations/id-1/test.yaml'), { status: 404, body: { code: 'no_test' } })
  portal.explanations.set('id-1', { ...kept, application: 'other' } as KeptCall)
  t.is((await anna.get('/explanations/id-1/test.yaml')).status, 404)
})

test('a token is decoded and not stored', async (t) => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'ES256' })}.${part({ sub: 'alice', iss: '<script>' })}.c2lnbmF0dXJl`
  const asked: string[] = []
  const portal = await startPortal(t, {
    tools: {
      inspectToken: async (text) => {
        asked.push(text)
        return {
          issuer: 'http://gateway.test/oauth',
          token: {
            id: 'j',
            clientId: 'c',
            subject: 'alice',
            grant: 'password',
            scopes: ['a'],
            issuedAt: 1_700_000_000,
            expiresAt: 1_700_003_600,
          },
          ceilings: [{ whose: 'plan shop/gold', scopes: ['a'], place: 'shop.yaml:9' } as never],
          operations: [
            {
              api: 'a:1',
              operation: 'list',
              method: 'GET',
              path: '/x',
              opens: false,
              because: 'no',
              place: 'apis/a.yaml:3',
            } as never,
          ],
        }
      },
    },
  })
  const anna = await portal.signedUp('anna')
  const { body } = await anna.call<TokenView>('POST', '/tokens/inspect', { token: ` Bearer ${token}\n` })
  t.deepEqual(asked, [token])
  t.like(body, {
    good: true,
    header: { alg: 'ES256' },
    claims: { sub: 'alice', iss: '<script>' },
    token: { issuedAt: '2023-11-14T22:13:20.000Z', expiresAt: '2023-11-14T23:13:20.000Z' },
  })
  t.deepEqual(body.ceilings, [{ whose: 'plan shop/gold', words: 'at most the scopes a' }])
  t.deepEqual(body.operations, [
    { api: 'a:1', operation: 'list', method: 'GET', path: '/x', opens: false, because: 'no' },
  ])
  t.false(portal.lines.join().includes('c2lnbmF0dXJl'))
})

for (const [title, token] of [
  ['that is no JWT', 'abc'],
  ['of broken parts', '%%%.%%%.%%%'],
  ['whose parts are no objects', 'MQ.MQ.MQ'],
] as const) {
  test(`a text ${title} is reported as not a token`, async (t) => {
    const anna = await (await startPortal(t)).signedUp('anna')
    const { status, body } = await anna.call<TokenView>('POST', '/tokens/inspect', { token })
    t.is(status, 200)
    t.deepEqual(body, { good: false, refused: 'it is none', operations: [] })
  })
}

test('usage is shown for each hour, with the rest of each plan', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  await requireSuccess(anna.call('PUT', '/applications/shop/subscriptions/news', { plan: 'free' }))

  const hour = 3_600_000
  const now = Math.floor(portal.clock.now / hour) * hour
  const { store } = portal
  const subject = { catalog: 'acme/sandbox', application: 'shop' }
  const keep = (at: number, api: string, measure: Parameters<typeof buildHourlyUsageKey>[2], by: number) =>
    store.count(buildHourlyUsageKind(subject, at), buildHourlyUsageKey(at, api, measure), by, now + 10 * hour)
  await keep(now, 'customers:1.0.0', 'calls', 100)
  await keep(now, 'customers:1.0.0', 'errors', 2)
  await keep(now, 'customers:1.0.0', 'ms', 500)
  await keep(now, 'customers:1.0.0', 4, 90) // up to 4 ms
  await keep(now, 'customers:1.0.0', 10, 10) // up to 32 ms
  await keep(now, '', 'tokens', 3)
  await keep(now - hour, 'other:1.0.0', 'calls', 200)
  await keep(now - 2 * hour, 'customers:1.0.0', 'calls', 7)

  const minute = 60_000
  const endsAt = (Math.floor(portal.clock.now / minute) + 1) * minute
  const product = portal.catalog().products.find(({ name }) => name === 'news')
  const plan = product?.plans.get('free')
  if (!product || !plan) throw new Error('the product is missing')
  const [limit] = plan.limits
  if (!limit) throw new Error('the limit is missing')
  const key = buildLimitCountKey(buildPlanKey('/acme/sandbox', { product, plan }), 'shop', { limit, appliesTo: '' })
  await store.count('limit', buildCountKey(key, endsAt), 4, endsAt)

  const { body } = await anna.get<UsageView>('/applications/shop/usage?hours=2')
  t.is(body.from, new Date(now - hour).toISOString())
  t.deepEqual(
    body.hours.map(({ calls, errors, tokens }) => [calls, errors, tokens]),
    [
      [200, 0, 0],
      [100, 2, 3],
    ],
  )
  const last = body.hours[1]
  t.is(last?.averageMs, 5)
  t.true(Number(last?.p95Ms) > 22.6 && Number(last?.p95Ms) <= 32, String(last?.p95Ms))
  t.deepEqual(
    body.apis.map(({ api, calls }) => [api, calls]),
    [
      ['other:1.0.0', 200],
      ['customers:1.0.0', 100],
    ],
  )
  t.like(body.plans, [{ product: 'news', plan: 'free' }])
  t.like(body.plans[0]?.limits[0], { used: 4, left: 6, calls: 10, resetsAt: new Date(endsAt).toISOString() })

  const short = await anna.get<UsageView>('/applications/shop/usage?hours=1')
  t.is(short.body.hours.length, 1)
  t.is((await anna.get<UsageView>('/applications/shop/usage')).body.hours.length, 24)
})

test('usage is shown by the minute: slow operations, and what failed since when', async (t) => {
  const portal = await startPortal(t)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const minute = 60_000
  const first = Math.floor(portal.clock.now / (15 * minute)) * 15 * minute
  const [second, now] = [first + 10 * minute, first + 30 * minute]
  portal.clock.now = first
  const clock = () => portal.clock.now
  const counter = openUsageCounter({ store: portal.store, clock, log: silentLog })
  const operation = portal.catalog().apis.find(({ reference }) => reference === 'customers:1.0.0')?.operations[0]
  const subject = { catalog: 'acme/sandbox', application: 'shop', plan: '', api: 'customers:1.0.0', hourly: true }
  const known = { ...subject, operation: operation?.id }
  for (const [at, outcome, ms, reason] of [
    [first, 'refusals', 2, 'scope_insufficient'],
    [second, undefined, 4, undefined],
    [second, 'refusals', 2, 'scope_insufficient'],
    [second, 'errors', 100, '502'],
  ] as const) {
    portal.clock.now = at
    counter.addCall(known, outcome, ms, reason)
  }
  counter.addCall({ ...subject, operation: 'gone' }, undefined, 1)
  portal.clock.now = now
  await counter.close()

  const { body } = await anna.get<UsageMinutes>('/applications/shop/minutes?minutes=60')
  t.is(body.stepMinutes, 1)
  t.is(body.steps.length, 60)
  t.is(body.steps.at(-1)?.at, new Date(now).toISOString())
  t.like(
    body.steps.find(({ at }) => at === new Date(second).toISOString()),
    { calls: 4, refusals: 1, errors: 1 },
  )
  t.deepEqual(
    body.operations.map((each) => [each.operation, each.calls, each.refusals, each.errors, each.averageMs]),
    [
      [`${operation?.method} ${operation?.path}`, 4, 2, 1, 27],
      ['gone', 1, 0, 0, 1],
    ],
  )
  t.like(body.failures[0], {
    reason: 'scope_insufficient',
    api: 'customers:1.0.0',
    calls: 2,
    since: new Date(first).toISOString(),
    last: new Date(second).toISOString(),
  })
  t.regex(body.failures[0]?.advice ?? '', /scope/)
  t.regex(body.failures[1]?.advice ?? '', /The API responded with an error/)

  const day = (await anna.get<UsageMinutes>('/applications/shop/minutes?minutes=1440')).body
  t.deepEqual([day.stepMinutes, day.steps.length], [15, 96])
  const past = (
    await anna.get<UsageMinutes>(`/applications/shop/minutes?minutes=5&until=${new Date(first + minute).toISOString()}`)
  ).body
  t.deepEqual(
    past.steps.map(({ calls }) => calls),
    [0, 0, 0, 0, 1],
  )
  t.is((await anna.get<UsageMinutes>('/applications/shop/minutes?until=9999-01-01T00:00:00Z')).body.to, body.to)
  for (const query of ['minutes=0', 'minutes=1441', 'until=yesterday', 'until=2026-99-01T00:00:00Z'])
    t.like(await anna.get(`/applications/shop/minutes?${query}`), { status: 400, body: { code: 'wrong_query' } })
  const bob = await portal.signedUp('bob')
  t.is((await bob.get('/applications/shop/minutes')).status, 404)
})

for (const hours of ['0', '169', '-1', '1.5', 'x', '1e2']) {
  test(`refuses usage of ${hours} hours`, async (t) => {
    const anna = await (await startPortal(t)).signedUp('anna')
    await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
    const answer = await anna.get(`/applications/shop/usage?hours=${hours}`)
    t.like(answer, { status: 400, body: { code: 'wrong_query' } })
  })
}
