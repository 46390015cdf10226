import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openConsumers, openSecretUseRecorder } from '../../../../src/gateway/consumers/index.ts'
import type {
  ApplicationView,
  CreateApplicationResponse,
  ResetSecretResponse,
  VerifySecretResponse,
} from '../../../../src/gateway/parts/portal/rest/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import type { Browser } from './_support/browser.ts'
import { startPortal, type TestOptions, type TestPortal } from './_support/portal.ts'

interface Open {
  portal: TestPortal
  anna: Browser
  secret: string
  reset(body: object): Promise<ResetSecretResponse>
  verify(secret: string): Promise<VerifySecretResponse>
  /** Whether the token endpoint would take it. */
  opens(secret: string): Promise<boolean>
}

async function open(t: Parameters<typeof startPortal>[0], options: TestOptions = {}): Promise<Open> {
  const portal = await startPortal(t, options)
  const anna = await portal.signedUp('anna')
  const { body } = await anna.call<CreateApplicationResponse>('POST', '/applications', { name: 'shop' })
  return {
    portal,
    anna,
    secret: body.clientSecret as string,
    reset: async (given) => (await anna.call<ResetSecretResponse>('POST', '/applications/shop/secrets', given)).body,
    verify: async (clientSecret) =>
      (await anna.call<VerifySecretResponse>('POST', '/applications/shop/verify', { clientSecret })).body,
    opens: (secret) =>
      openConsumers(portal.catalog(), { clock: () => portal.clock.now }).verifySecret(
        body.application.clientId,
        secret,
      ),
  }
}

test('a secret is verified, a wrong one is not', async (t) => {
  const { secret, verify } = await open(t)
  t.deepEqual(await verify(secret), { valid: true, secret: 'newest' })
  t.deepEqual(await verify(`${secret}x`), { valid: false })
  t.deepEqual(await verify(''), { valid: false })
})

test('after a reset both secrets are valid until the old one is removed', async (t) => {
  const { anna, secret: old, reset, verify, opens } = await open(t)
  const { clientSecret, keptOld } = await reset({})
  t.true(keptOld)
  t.deepEqual(
    [await verify(clientSecret), await verify(old)],
    [
      { valid: true, secret: 'newest' },
      { valid: true, secret: 'old' },
    ],
  )
  t.deepEqual([await opens(clientSecret), await opens(old)], [true, true])
  t.is((await anna.get<ApplicationView>('/applications/shop')).body.secrets, 2)

  t.is((await anna.call('DELETE', '/applications/shop/secrets/old')).status, 204)
  t.deepEqual([await opens(clientSecret), await opens(old)], [true, false])
  t.deepEqual(await verify(old), { valid: false })
  const again = await anna.call('DELETE', '/applications/shop/secrets/old')
  t.like(again, { status: 409, body: { code: 'one_secret' } })
})

test('the old secret ends at its hour by itself', async (t) => {
  const { portal, anna, secret: old, reset, verify, opens } = await open(t)
  const until = new Date(portal.clock.now + 1_800_000).toISOString()
  const { clientSecret, oldUntil } = await reset({ oldUntil: until })
  t.is(oldUntil, until)
  t.like((await anna.get('/applications/shop')).body, { secrets: 2, oldSecretUntil: until })
  t.true(await opens(old))

  portal.clock.now += 1_800_000
  t.deepEqual([await opens(clientSecret), await opens(old)], [true, false])
  t.deepEqual(await verify(old), { valid: false })
  const { body } = await anna.get<ApplicationView>('/applications/shop')
  t.is(body.secrets, 1)
  t.false('oldSecretUntil' in body)
})

test('a reset without an overlap ends the old secret at once, and one with an hour forgets the hour before', async (t) => {
  const { portal, anna, secret: first, reset, opens } = await open(t)
  const { clientSecret: second } = await reset({ oldUntil: new Date(portal.clock.now + 60_000).toISOString() })
  const refused = await anna.call('POST', '/applications/shop/secrets', {})
  t.like(refused, { status: 409, body: { code: 'two_secrets' } })
  t.deepEqual(await Promise.all([first, second].map(opens)), [true, true])

  const { clientSecret: third } = await reset({ keep: 'newest' })
  t.deepEqual(await Promise.all([first, second, third].map(opens)), [false, true, true])
  t.false('oldSecretUntil' in (await anna.get<ApplicationView>('/applications/shop')).body)
  portal.clock.now += 60_000
  t.true(await opens(second))

  const { clientSecret: fourth } = await reset({ keepOld: false })
  t.deepEqual(await Promise.all([second, third, fourth].map(opens)), [false, false, true])
})

test('a new secret replaces the newest when the old one is kept, which keeps its expiry', async (t) => {
  const { portal, anna, secret: first, reset, opens } = await open(t)
  const missing = await anna.call('POST', '/applications/shop/secrets', { keep: 'old' })
  t.like(missing, { status: 409, body: { code: 'one_secret' } })

  const oldUntil = new Date(portal.clock.now + 60_000).toISOString()
  const { clientSecret: second } = await reset({ oldUntil })
  const { clientSecret: third } = await reset({ keep: 'old' })
  t.deepEqual(await Promise.all([first, second, third].map(opens)), [true, false, true])
  t.like((await anna.get('/applications/shop')).body, { oldSecretUntil: oldUntil })

  const both = await anna.call('POST', '/applications/shop/secrets', { keepOld: false, keep: 'old' })
  t.like(both, { status: 422, body: { code: 'wrong_body' } })
})

test('shows when each secret was last used', async (t) => {
  const { portal, anna, secret, reset } = await open(t)
  const lastUsed = async () => (await anna.get<ApplicationView>('/applications/shop')).body.secretsLastUsed
  t.deepEqual(await lastUsed(), [null])

  const tools = { store: portal.store, clock: () => portal.clock.now, log: silentLog }
  const uses = openSecretUseRecorder('/acme/sandbox', tools)
  const credential = portal.catalog().applications.find(({ name }) => name === 'shop')?.credentials[0]
  await openConsumers(portal.catalog(), { uses }).verifySecret(credential?.clientId ?? '', secret)
  const at = new Date(portal.clock.now).toISOString()
  t.deepEqual(await lastUsed(), [at])
  await reset({})
  t.deepEqual(await lastUsed(), [null, at])
})

for (const [title, body, wanted] of [
  ['in the past', { oldUntil: '2020-01-01T00:00:00Z' }, /a time to come/],
  ['too far ahead', { oldUntil: '2999-01-01T00:00:00Z' }, /at most 90 days ahead/],
  ['without an overlap', { keepOld: false, oldUntil: '2999-01-01T00:00:00Z' }, /left out/],
  ['that is none', { oldUntil: 'tomorrow' }, /a time such as/],
  ['of a day that does not exist', { oldUntil: '2026-99-99T00:00:00Z' }, /a time to come/],
] as const) {
  test(`refuses an hour ${title}`, async (t) => {
    const { anna, secret, opens } = await open(t)
    const answer = await anna.call('POST', '/applications/shop/secrets', body)
    t.like(answer, { status: 422, body: { code: 'wrong_body' } })
    t.regex(answer.body.detail, wanted)
    t.true(await opens(secret))
  })
}

test('guesses at a secret are counted', async (t) => {
  const { anna, verify } = await open(t)
  for (let guess = 0; guess < 10; guess += 1) await verify(`guess ${guess}`)
  const locked = await anna.call('POST', '/applications/shop/verify', { clientSecret: 'guess' })
  t.like(locked, { status: 429, body: { code: 'too_many_attempts' } })
  t.is((await anna.get('/applications')).status, 200)
})

test('a secret that the operator keeps elsewhere is not overwritten', async (t) => {
  const { portal, anna, secret } = await open(t)
  const [{ secretHashes = [] } = {}] =
    portal.catalog().applications.find(({ name }) => name === 'shop')?.credentials ?? []
  await writeFile(join(portal.folder, 'hash'), secretHashes[0] as string)
  await writeFile(
    join(portal.folder, 'catalogs/sandbox/applications/shop.yaml'),
    `name: shop
owner: anna
credentials:
  - client_id: shop-id
    client_secret_hashes: ["$file{../../../hash}"]
`,
  )
  t.is((await anna.call('POST', '/applications', { name: 'another' })).status, 201) // puts the documents to use
  t.true(
    (await anna.call<VerifySecretResponse>('POST', '/applications/shop/verify', { clientSecret: secret })).body.valid,
  )
  const answer = await anna.call('POST', '/applications/shop/secrets', { keepOld: false })
  t.like(answer, { status: 409, body: { code: 'kept_elsewhere' } })
})

const day = 86_400_000

test('a secret ends at its expiry, also when a later one keeps it', async (t) => {
  const { portal, anna, reset, verify, opens } = await open(t)
  const at = (days: number) => new Date(portal.clock.now + days * day).toISOString()
  const [first, second] = [at(30), at(90)]
  const { clientSecret: old } = await reset({ keepOld: false, secretExpiresAt: first })
  const { clientSecret } = await reset({ secretExpiresAt: second })
  t.like((await anna.get('/applications/shop')).body, {
    secrets: 2,
    oldSecretUntil: first,
    credentials: [{ secretExpiresAt: second }],
  })
  t.true((await opens(old)) && (await opens(clientSecret)))

  portal.clock.now += 30 * day
  t.false(await opens(old))
  t.true(await opens(clientSecret))
  portal.clock.now += 60 * day - 10
  t.true(await opens(clientSecret))
  portal.clock.now += 10
  t.false(await opens(clientSecret))
  await requireSuccess(anna.signIn('anna'))
  t.deepEqual(await verify(clientSecret), { valid: false })
})

test('the limit of the portal is the expiry of every secret, and no later one is accepted', async (t) => {
  const { portal, anna, reset } = await open(t, { portal: 'self_signup: true, max_secret_days: 90' })
  const at = (days: number) => new Date(portal.clock.now + days * day).toISOString()
  const expiry = async () =>
    (await anna.get<ApplicationView>('/applications/shop')).body.credentials.map((each) => each.secretExpiresAt)
  t.deepEqual(await expiry(), [at(90)])
  await reset({ keepOld: false, secretExpiresAt: at(30) })
  await requireSuccess(anna.call('POST', '/applications/shop/credentials', { name: 'job' }))
  t.deepEqual(await expiry(), [at(30), at(90)])

  for (const [days, message] of [
    [91, /must be at most 90 days ahead/],
    [-1, /must be a time to come/],
  ] as const) {
    const { status, body } = await anna.call('POST', '/applications/shop/secrets', { secretExpiresAt: at(days) })
    t.is(status, 422)
    t.regex(body.detail, message)
  }
})
