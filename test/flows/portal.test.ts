import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import type {
  CreateApplicationResponse,
  ExplanationView,
  ResetSecretResponse,
  UsageView,
} from '../../src/gateway/parts/portal/rest/index.ts'
import { resources } from '../../src/gateway/parts/portal/rest/resources.ts'
import { optionsForBusyTurns } from '../_support/busy-turns.ts'
import { requestToken } from '../_support/client.ts'
import { sluice, startProduct } from '../_support/product.ts'
import { requireSuccess } from '../_support/require-success.ts'
import { sharedProduct } from '../_support/shared-product.ts'
import { Browser } from '../gateway/parts/portal/_support/browser.ts'
import { checkResponsivePrimary } from './_stories/responsive-primary.ts'

const prefix = '/acme/sandbox/portal'
const customers = '/acme/sandbox/customerdb/v1/customers'

const busyTurns = join(tmpdir(), 'busy-turns')
const product = sharedProduct(test, { SLUICE_WORKERS: '2', NODE_OPTIONS: optionsForBusyTurns('sandbox', busyTurns) })
const environment = () => ({ SLUICE_CONFIG: product.folder })

/** One call over a connection of its own, so that the workers take turns. */
async function call(path: string, token: string) {
  const answer = await fetch(`${product.gateway}${path}`, {
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  })
  await answer.arrayBuffer()
  return { status: answer.status, id: answer.headers.get('x-request-id') as string }
}

async function until<T>(what: string, found: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const value = await found()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`not within two minutes: ${what}`)
  }
}

test.serial('a developer signs up, makes an application, calls, sees the calls, and leaves', async (t) => {
  const anna = new Browser(product.gateway, prefix)
  t.is((await anna.signUp('anna')).status, 201)

  // 1. An application, which every worker knows as soon as it is there.
  const created = await anna.call<CreateApplicationResponse>('POST', '/applications', {
    name: 'shop',
    grants: ['password', 'refresh_token'],
  })
  t.is(created.status, 201)
  const { application, clientSecret: secret = '' } = created.body
  const token = async (client_secret: string) =>
    requestToken(product.gateway, { client_id: application.clientId, client_secret, scope: 'customer' })
  t.is((await token(secret)).status, 401, 'it is subscribed to nothing yet')
  const subscribed = await anna.call('PUT', '/applications/shop/subscriptions/customer', { plan: 'default-plan' })
  t.is(subscribed.status, 200)
  const answers = await Promise.all(Array.from({ length: 6 }, () => token(secret)))
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const { access_token: access } = (await (answers[0] as Response).json()) as { access_token: string }

  const api = await anna.get<{ operations: { id: string; examples: { text: string }[] }[] }>('/apis/customer-database')
  const listing = api.body.operations.find(({ id }) => id === 'getAllCustomers')
  t.true(listing?.examples[0]?.text.includes(`${product.gateway}${customers}`))

  // 2. Calls, and one that is refused and explained, whichever workers did it.
  for (const _ of [1, 2, 3, 4]) t.is((await call(customers, access)).status, 200)
  const refused = await call('/acme/sandbox/mq/v1/admin/qmgr', access)
  t.is(refused.status, 403)
  for (const _ of [1, 2, 3, 4]) {
    const { body } = await anna.get<ExplanationView>(`/explanations/${refused.id}`)
    t.like(body, { reason: 'not_subscribed', application: 'shop', status: 403 })
  }
  const bob = new Browser(product.gateway, prefix)
  await requireSuccess(bob.signUp('bob'))
  t.is((await bob.get(`/explanations/${refused.id}`)).status, 404)

  // 3. What the token opens, and what was used.
  const inspected = await anna.call<{ operations: { operation: string; opens: boolean }[] }>(
    'POST',
    '/tokens/inspect',
    { token: access },
  )
  const opens = (id: string) => inspected.body.operations.find(({ operation }) => operation === id)?.opens
  t.deepEqual([opens('getAllCustomers'), opens('putMessage')], [true, false])
  const usage = await until('the calls are counted', async () => {
    const { body } = await anna.get<UsageView>('/applications/shop/usage?hours=2')
    const isCalled = body.apis.some(({ api, calls }) => api === 'customer-database:1.0.0' && calls === 4)
    const isLimited = (body.plans[0]?.limits[0]?.used ?? 0) >= 4
    const hasTokens = body.hours.some(({ tokens }) => tokens >= 6)
    return isCalled && isLimited && hasTokens ? body : undefined // each worker tells each at its own time
  })
  t.like(usage.plans[0]?.limits[0], { used: 4, left: 96 })
  t.true(usage.hours.some(({ tokens, averageMs = 0 }) => tokens >= 6 && averageMs > 0))

  // 4. Another secret, with an overlap.
  const reset = await anna.call<ResetSecretResponse>('POST', '/applications/shop/secrets', {})
  const statuses = async (...secrets: string[]) => Promise.all(secrets.map(async (each) => (await token(each)).status))
  t.deepEqual(await statuses(secret, reset.body.clientSecret), [200, 200])
  t.is((await anna.call('DELETE', '/applications/shop/secrets/old')).status, 204)
  t.deepEqual(await statuses(secret, reset.body.clientSecret), [401, 200])

  // 5. The command line sees the same application.
  const listed = await sluice(['apps', 'list', '--json'], product.data, environment())
  t.true(JSON.parse(listed.output).some((each: { name: string; owner?: string }) => each.owner === 'anna'))
  const planned = await sluice(['plan'], product.data, environment())
  t.regex(planned.output, /nothing would change/i)

  // 6. The end: calls are refused at once, by every worker.
  t.is((await anna.call('DELETE', '/applications/shop/subscriptions/customer')).status, 204)
  for (const _ of [1, 2, 3, 4]) t.is((await call(customers, access)).status, 403)
  t.is((await anna.call('DELETE', '/applications/shop')).status, 204)
  for (const _ of [1, 2, 3, 4]) t.is((await call(customers, access)).status, 401)

  const kept = `${product.log()}${await readFile(join(product.data, 'audit.jsonl'), 'utf8')}`
  for (const secretText of [secret, reset.body.clientSecret, access, 'correct horse'])
    t.false(kept.includes(secretText))
})

/** Resources that do not reach the primary, or do it as another one that is listed. */
const withoutPrimary = [
  'GET /applications/:application/usage.csv',
  'GET /explanations/:request/test.yaml',
  'DELETE /configuration/keys/:provider/:key',
  'POST /configuration/keys/:provider',
]

test.serial('the primary responds during every action with large documents', async (t) => {
  const done = await checkResponsivePrimary(t, product, { busyTurns, textBytes: 256 * 1024 })
  const tags = ['applications', 'approvals', 'configuration', 'diagnosis']
  const untested = Object.entries(resources).filter(([key, { tag }]) => tags.includes(tag) && !done.has(key as never))
  t.deepEqual(untested.map(([key]) => key).sort(), withoutPrimary.toSorted())
})

test.serial('applications and sessions outlive a crash in the middle of a change', async (t) => {
  const carla = new Browser(product.gateway, prefix)
  await requireSuccess(carla.signUp('carla'))
  await requireSuccess(carla.call('POST', '/applications', { name: 'toys' }))
  const changing = carla.call('PATCH', '/applications/toys', { title: 'Another' }).catch(() => undefined)
  await product.kill()
  await changing

  const check = await sluice(['check'], product.data, { ...environment(), SLUICE_CUSTOMERS_PORT: '1' })
  t.is(check.status, 0, check.output)
  Object.assign(product, await startProduct(product.data, environment()))
  carla.origin = product.gateway
  t.is((await carla.get('/session')).status, 200)
  const { body } = await carla.get<{ title: string }>('/applications/toys')
  t.true(['toys', 'Another'].includes(body.title))
  t.is((await carla.call('PATCH', '/applications/toys', { title: 'Third' })).status, 200)
})
