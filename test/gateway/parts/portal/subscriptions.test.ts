import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { parse } from 'yaml'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type {
  ApplicationView,
  ApprovalView,
  SubscriptionView,
} from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import type { Browser } from './_support/browser.ts'
import { signInOwner } from './_support/owner.ts'
import { startPortal, type TestPortal } from './_support/portal.ts'

interface Open {
  portal: TestPortal
  anna: Browser
  owner: Browser
  choose(plan: string, product?: string): ReturnType<Browser['call']>
  /** The subscriptions as the document has them. */
  written(): Promise<object[]>
  /** The plan that opens the API to the application now. */
  opened(): string | undefined
  waiting(): Promise<ApprovalView[]>
  decide(decision: string, reason?: string): ReturnType<Browser['call']>
}

async function open(t: ExecutionContext): Promise<Open> {
  const portal = await startPortal(t)
  const owner = await signInOwner(portal)
  const anna = portal.browser()
  await requireSuccess(anna.signUp('anna', { email: 'anna@example.com' }))
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop', title: 'Web shop' }))

  const waiting = async () => (await owner.get<ApprovalView[]>('/approvals')).body
  return {
    portal,
    anna,
    owner,
    waiting,
    choose: (plan, product = 'news') => anna.call('PUT', `/applications/shop/subscriptions/${product}`, { plan }),
    async written() {
      const file = join(portal.folder, 'catalogs/sandbox/applications/shop.yaml')
      return parse(await readFile(file, 'utf8')).subscriptions
    },
    opened() {
      const consumers = openConsumers(portal.catalog())
      const application = portal.catalog().applications.find(({ name }) => name === 'shop')
      const client = consumers.find(application?.credentials[0]?.clientId as string)
      return client && consumers.findEntitlement(client, 'customers:1.0.0', 'GET /customers')?.plan.name
    },
    async decide(decision, reason) {
      const [first] = await waiting()
      return owner.call('POST', `/approvals/${encodeURIComponent(first?.id as string)}`, {
        decision,
        ...(reason !== undefined && { reason }),
      })
    },
  }
}

test('a plan without approval opens its APIs at once', async (t) => {
  const { choose, written, opened, anna } = await open(t)
  const { status, body } = await choose('free')
  t.is(status, 200)
  t.deepEqual(body as unknown, {
    product: 'news',
    productTitle: 'News',
    plan: 'free',
    planTitle: 'Free',
    state: 'enabled',
  })
  t.deepEqual(await written(), [{ product: 'news', plan: 'free' }])
  t.is(opened(), 'free')
  t.like((await anna.get('/applications/shop')).body, { subscriptions: [{ plan: 'free' }] })
})

test('a plan that needs approval opens nothing until an owner allows it', async (t) => {
  const { choose, written, opened, waiting, decide } = await open(t)
  t.like((await choose('large')).body, { plan: 'large', state: 'pending' })
  t.deepEqual(await written(), [{ product: 'news', plan: 'large', state: 'pending' }])
  t.is(opened(), undefined)
  t.deepEqual(await waiting(), [
    {
      id: 'shop:news:large',
      application: 'shop',
      applicationTitle: 'Web shop',
      owner: 'anna',
      email: 'anna@example.com',
      product: 'news',
      productTitle: 'News',
      plan: 'large',
      planTitle: 'Large',
    },
  ])

  t.like((await decide('approve')).body, { plan: 'large', state: 'enabled' })
  t.is(opened(), 'large')
  t.deepEqual(await waiting(), [])
})

test('a denied request is shown with its reason until the developer asks again', async (t) => {
  const { choose, written, opened, decide, portal, anna } = await open(t)
  await choose('large')
  const reason = 'Contact sales first.'
  t.like((await decide('deny', reason)).body, { plan: 'large', state: 'denied', denial: { reason } })
  t.deepEqual(await written(), [])
  t.is(opened(), undefined)
  const decision = { action: 'portal decide', by: 'owner', application: 'shop', decision: 'deny', reason }
  t.like(portal.trail.at(-1), decision)
  const denied = async () => (await anna.get<ApplicationView>('/applications/shop')).body.subscriptions[0]
  t.like(await denied(), { plan: 'large', state: 'denied', denial: { plan: 'large', planTitle: 'Large', reason } })

  await choose('large')
  t.like(await denied(), { state: 'pending', denial: undefined })
  await decide('deny', reason)
  t.is((await anna.call('DELETE', '/applications/shop/subscriptions/news')).status, 204)
  t.is(await denied(), undefined, 'the developer has dismissed it')
  t.is((await anna.call('DELETE', '/applications/shop/subscriptions/news')).status, 404)
})

test('an application does not inherit the denials of a deleted one', async (t) => {
  const { choose, decide, anna } = await open(t)
  await choose('large')
  await decide('deny', 'No.')
  await requireSuccess(anna.call('DELETE', '/applications/shop'))
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  t.like((await anna.get('/applications/shop')).body, { subscriptions: [] })
})

test('the current plan stays in use while another one waits for approval', async (t) => {
  const { choose, written, opened, waiting, decide, anna } = await open(t)
  await choose('free')
  t.like((await choose('large')).body, { plan: 'free', state: 'enabled', requestedPlan: 'large' })
  t.deepEqual(await written(), [{ product: 'news', plan: 'free', requested_plan: 'large' }])
  t.is(opened(), 'free')
  t.like((await waiting())[0], { plan: 'large', presentPlan: 'free' })

  const path = '/applications/shop/subscriptions/news?only=request'
  t.is((await anna.call('DELETE', path)).status, 204)
  t.deepEqual(await written(), [{ product: 'news', plan: 'free' }])
  t.like(await anna.call('DELETE', path), { status: 404, body: { code: 'nothing_requested' } })

  await choose('large')
  t.like((await decide('deny')).body, { plan: 'free', state: 'enabled' })
  t.deepEqual(await written(), [{ product: 'news', plan: 'free' }])

  await choose('large')
  t.like((await decide('approve')).body, { plan: 'large', state: 'enabled' })
  t.deepEqual(await written(), [{ product: 'news', plan: 'large' }])
  t.is(opened(), 'large')
})

test('a request for the current plan changes nothing', async (t) => {
  const { choose, waiting, decide, written } = await open(t)
  await choose('large')
  await decide('approve')
  await choose('free')
  await choose('large')
  t.is((await waiting()).length, 1)
  t.like((await choose('free')).body, { plan: 'free', state: 'enabled' })
  t.deepEqual(await waiting(), [])
  t.deepEqual(await written(), [{ product: 'news', plan: 'free', state: 'enabled' }])
})

test('unsubscribing closes the APIs of the plan', async (t) => {
  const { choose, opened, written, anna } = await open(t)
  await choose('free')
  await choose('gold', 'shop')
  t.is((await anna.call('DELETE', '/applications/shop/subscriptions/news')).status, 204)
  t.deepEqual(await written(), [{ product: 'shop', plan: 'gold' }])
  t.is(opened(), 'gold')
  const again = await anna.call('DELETE', '/applications/shop/subscriptions/news')
  t.like(again, { status: 404, body: { code: 'not_subscribed' } })
})

test('a subscription that the operator disabled stays so, whatever the developer does', async (t) => {
  const { choose, opened, anna, portal } = await open(t)
  await choose('free')
  const { changeDocument, setSubscription: withSubscription } = await import('../../../../src/gateway/config/index.ts')
  await changeDocument(
    'catalogs/sandbox/applications/shop.yaml',
    (text) => withSubscription(text, { product: 'news', plan: 'free', state: 'disabled' }),
    { folder: portal.folder, load: async () => ({ problems: [] }) },
  )
  await requireSuccess(anna.call('PATCH', '/applications/shop', { title: 'another' })) // which puts the documents to use
  t.is(opened(), undefined)
  const attempts = [await choose('free'), await anna.call('DELETE', '/applications/shop/subscriptions/news')]
  for (const answer of attempts) t.like(answer, { status: 409, body: { code: 'subscription_disabled' } })
  t.is(opened(), undefined)
})

for (const [title, product, plan, status, code] of [
  ['a product that does not exist', 'nothing', 'free', 404, 'unknown_product'],
  ['a plan that does not exist', 'news', 'gold', 422, 'unknown_plan'],
  ['a plan by a name of everything', 'news', '__proto__', 422, 'unknown_plan'],
  ['no plan', 'news', '', 422, 'wrong_body'],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { choose, written } = await open(t)
    t.like(await choose(plan, product), { status, body: { code } })
    t.deepEqual(await written(), [])
  })
}

test('only owners of the catalog see and decide pending requests', async (t) => {
  const { choose, anna, portal, owner, written } = await open(t)
  await choose('large')
  for (const [method, path, body] of [
    ['GET', '/approvals', undefined],
    ['POST', '/approvals/shop:news:large', { decision: 'approve' }],
  ] as const) {
    t.like(await anna.call(method, path, body), { status: 403, body: { code: 'not_an_owner' } })
    t.like(await portal.browser().call(method, path, body), { status: 401, body: { code: 'not_signed_in' } })
  }
  for (const [id, body, status, code] of [
    ['shop:news:free', { decision: 'approve' }, 404, 'unknown_approval'],
    ['nothing', { decision: 'approve' }, 404, 'unknown_approval'],
    ['shop:news:large', { decision: 'maybe' }, 422, 'wrong_body'],
  ] as const)
    t.like(await owner.call('POST', `/approvals/${id}`, body), { status, body: { code } })
  t.deepEqual(await written(), [{ product: 'news', plan: 'large', state: 'pending' }])
})

test('of two decisions about the same, the second finds nothing to decide', async (t) => {
  const { choose, owner, opened } = await open(t)
  await choose('large')
  const path = '/approvals/shop%3Anews%3Alarge'
  const answers = await Promise.all(
    ['approve', 'deny'].map((decision) => owner.call<SubscriptionView>('POST', path, { decision })),
  )
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
  t.is(opened(), answers[0]?.status === 200 ? 'large' : undefined)
})
