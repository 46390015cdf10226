import type { ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import type { AccessTerms } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { openLimitCounters } from '../../../../src/gateway/data-plane/limits/limit-counters.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openConcurrentCalls } from '../../../../src/shared/security/index.ts'
import { eventually } from '../../../_support/eventually.ts'
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
  shopProduct,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
type Part = 'api' | 'plan' | 'application'

function terms(extra: Partial<AccessTerms>): { terms: AccessTerms } {
  return { terms: { concurrentCalls: undefined, addresses: undefined, ...extra } }
}

/** A gateway with terms of one part, before a backend that keeps its responses. */
async function start(
  t: ExecutionContext,
  part: Part,
  its: { terms: AccessTerms },
  deps: Parameters<typeof startGateway>[1] = {},
) {
  const held: ServerResponse[] = []
  const backend = await startBackend((_, response) => {
    held.push(response)
  })
  t.teardown(backend.close)
  const products = [{ ...shopProduct, plans: new Map([['gold', { ...goldPlan, ...(part === 'plan' && its) }]]) }]
  const applications = ['one', 'other'].map((name) =>
    application(name, { subscriptions: [goldSubscription], ...(part === 'application' && name === 'one' && its) }),
  )
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const published = api(backend.url, {
    operations: [operation('GET', '/customers', { security })],
    ...(part === 'api' && its),
  })
  const consumers = openConsumers({ applications, products })
  const gateway = await startGateway(config(catalog([published], { products, applications })), {
    ...deps,
    consumers: () => consumers,
    verifyToken: () => (clientId) => accessToken(clientId),
  })
  t.teardown(gateway.close)
  const call = (client = 'one') => fetch(gateway.url + path, { headers: { authorization: `Bearer ${client}` } })
  return { gateway, held, call }
}

for (const [part, others] of [
  ['api', 429],
  ['plan', 200],
  ['application', 200],
] as const) {
  test(`concurrent calls of the ${part} above the limit are rejected until one ends`, async (t) => {
    const { gateway, held, call } = await start(t, part, terms({ concurrentCalls: 1 }))
    const first = call()
    await eventually(async () => held[0])
    const second = await call()
    t.is(second.status, 429)
    t.is(second.headers.get('retry-after'), '1')
    const record = await gateway.recordOf(second)
    t.is(record.reason, 'concurrent_limit')
    t.regex(record.detail ?? '', /^1 of 1 concurrent calls of the .+ on this node$/)
    t.regex(record.place ?? '', /^[\w/-]+\.yaml:\d+$/, 'the document with the limit')

    const other = call('other')
    if (others === 200) await eventually(async () => held[1])
    else t.is((await other).status, others, 'the limit of an API counts all applications')
    for (const response of held) response.end('ok')
    t.is((await other).status, others)
    await gateway.recordOf(await first)

    const later = call()
    const waiting = await eventually(async () => held[others === 200 ? 2 : 1])
    waiting?.end('ok')
    t.is((await later).status, 200)
  })

  test(`callers that the addresses of the ${part} do not allow are rejected`, async (t) => {
    const denied = await start(t, part, terms({ addresses: { allow: ['127.0.0.0/8'], deny: ['127.0.0.1'] } }))
    const response = await denied.call()
    t.is(response.status, 403)
    const record = await denied.gateway.recordOf(response)
    t.is(record.reason, 'address_denied')
    t.regex(record.detail ?? '', /^127\.0\.0\.1 is not allowed by the addresses of the /)

    const elsewhere = await start(t, part, terms({ addresses: { allow: ['10.0.0.0/8'], deny: [] } }))
    t.is((await elsewhere.call()).status, 403)

    const allowed = await start(t, part, terms({ addresses: { allow: ['127.0.0.1'], deny: ['10.0.0.0/8'] } }))
    const served = allowed.call()
    ;(await eventually(async () => allowed.held[0]))?.end('ok')
    t.is((await served).status, 200)
  })
}

test('calls that a revision of the documents still serves count in the next one', async (t) => {
  const limitCounters = openLimitCounters({ clock: Date.now, log: silentLog })
  const before = await start(t, 'plan', terms({ concurrentCalls: 1 }), { limitCounters })
  const after = await start(t, 'plan', terms({ concurrentCalls: 1 }), { limitCounters })
  const first = before.call()
  await eventually(async () => before.held[0])
  t.is((await after.call()).status, 429)
  before.held[0]?.end('ok')
  await before.gateway.recordOf(await first)
  const next = after.call()
  ;(await eventually(async () => after.held[0]))?.end('ok')
  t.is((await next).status, 200)
})

test('calls are counted by another process, and are not limited while it does not respond', async (t) => {
  const counted = openConcurrentCalls()()
  let responds = true
  const concurrentCalls = {
    async enter(...call: Parameters<typeof counted.enter>) {
      if (!responds) throw new Error('no response')
      return counted.enter(...call)
    },
    leave: counted.leave,
  }
  const limitCounters = openLimitCounters({ clock: Date.now, log: silentLog, concurrentCalls })
  const lenient = await start(t, 'plan', terms({ concurrentCalls: 1 }), { limitCounters })
  const strict = await start(t, 'plan', terms({ concurrentCalls: 1 }), { limitCounters, rejectsUncounted: true })
  const first = lenient.call()
  await eventually(async () => lenient.held[0])
  t.is((await lenient.call()).status, 429)
  responds = false
  t.is((await strict.call()).status, 503)
  const uncounted = lenient.call()
  await eventually(async () => lenient.held[1])
  for (const response of lenient.held) response.end('ok')
  t.deepEqual([(await first).status, (await uncounted).status], [200, 200])
})

test('a caller that leaves while its call is being counted does not stay counted', async (t) => {
  const counted = openConcurrentCalls()()
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const left = Promise.withResolvers<void>()
  let limits: Parameters<typeof counted.enter>[1] = []
  const concurrentCalls = {
    async enter(...call: Parameters<typeof counted.enter>) {
      limits = call[1]
      asked.resolve()
      await answered.promise
      return counted.enter(...call)
    },
    leave(id: string) {
      counted.leave(id)
      left.resolve()
    },
  }
  const limitCounters = openLimitCounters({ clock: Date.now, log: silentLog, concurrentCalls })
  const { gateway } = await start(t, 'plan', terms({ concurrentCalls: 1 }), { limitCounters })
  const leaving = new AbortController()
  const aborted = fetch(gateway.url + path, { headers: { authorization: 'Bearer one' }, signal: leaving.signal })
  await asked.promise
  leaving.abort()
  await t.throwsAsync(aborted)
  await gateway.recorded()
  answered.resolve()
  await left.promise
  t.is(limits.length, 1)
  t.is(counted.enter('next', limits), undefined)
})

test('the addresses of an API are checked before credentials', async (t) => {
  const { gateway } = await start(t, 'api', terms({ addresses: { allow: ['10.0.0.0/8'], deny: [] } }))
  t.is((await fetch(gateway.url + path)).status, 403)
})

test('a caller that leaves ends its concurrent call', async (t) => {
  const { held, call, gateway } = await start(t, 'plan', terms({ concurrentCalls: 1 }))
  const leaving = new AbortController()
  const aborted = fetch(gateway.url + path, { headers: { authorization: 'Bearer one' }, signal: leaving.signal })
  await eventually(async () => held[0])
  leaving.abort()
  await t.throwsAsync(aborted)
  await gateway.recorded()
  const next = call()
  ;(await eventually(async () => held[1]))?.end('ok')
  t.is((await next).status, 200)
})
