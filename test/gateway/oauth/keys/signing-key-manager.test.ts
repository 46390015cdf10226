import test, { type ExecutionContext } from 'ava'
import { openSigningKeyManager } from '../../../../src/gateway/oauth/index.ts'
import { computeKeyId } from '../../../../src/gateway/oauth/keys/signing-key.ts'
import { generateStoredKey } from '../../../../src/gateway/oauth/keys/stored-keys.ts'
import { settings } from '../_support/documents.ts'
import { answerOf, run } from '../_support/provider.ts'

/** A provider and the keys behind it; `told` waits until the provider noticed a change by itself. */
async function open(t: ExecutionContext) {
  const running = await run(t)
  const keys = openSigningKeyManager({
    catalog: { path: '/acme/sandbox' },
    settings,
    store: running.store,
    clock: () => running.time.now,
  })
  const published = async () => {
    const { body } = await answerOf(await fetch(`${running.issuer}/oauth2/jwks`))
    return (body.keys as { kid: string }[]).map(({ kid }) => kid)
  }
  const told = async () => {
    t.timeout(10_000)
    const kids = (await keys.list()).map(({ kid }) => kid)
    while (`${await published()}` !== `${kids}`) await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...running, keys, told, published }
}

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.', 1)[0] as string, 'base64url').toString()).kid
}

test('a new key signs without a restart, and old tokens verify until they expire', async (t) => {
  const { keys, told, signIn, provider, time } = await open(t)
  const old = await signIn()
  const key = await keys.rotate()
  await told()

  t.is(kidOf((await signIn()).access_token), kidOf(old.access_token), 'every process is given time to notice')
  time.now += 2_000
  const fresh = await signIn()
  t.is(kidOf(fresh.access_token), key.kid)
  for (const { access_token } of [old, fresh]) t.false('refused' in (await provider.verify(access_token)))

  time.now += 3_600_000
  t.deepEqual(
    (await keys.list()).map(({ kid }) => kid),
    [key.kid],
  )
})

test('rejects the tokens of a removed key', async (t) => {
  const { keys, told, signIn, provider, time } = await open(t)
  const { access_token: token } = await signIn()
  t.false('refused' in (await provider.verify(token)))
  await keys.rotate()
  await keys.remove(kidOf(token))
  await told()

  t.like(provider.verify(token), { refused: 'client_id_missing' })
  time.now += 2_000
  t.false('refused' in (await provider.verify((await signIn()).access_token)))
})

test('refuses to remove the newest key and unknown keys', async (t) => {
  const { keys } = await open(t)
  const [key] = await keys.list()
  await t.throwsAsync(keys.remove(key?.kid as string), { message: /rotate first/ })
  await t.throwsAsync(keys.remove('x'), { message: /there is no key "x"/ })
})

test('refresh tokens stay valid after a rotation', async (t) => {
  const { keys, told, signIn, refresh, time } = await open(t)
  const { refresh_token: token } = await signIn()
  await keys.rotate()
  await told()
  time.now += 2_000
  t.is((await refresh(token)).status, 200)
})

test('no key id looks like an option of a command', (t) => {
  const ids = Array.from({ length: 500 }, () => computeKeyId(generateStoredKey(0).jwk))
  t.deepEqual(
    ids.filter((id) => id.startsWith('-')),
    [],
  )
})

test('a key has the times of its first and its last token, at most one write a minute', async (t) => {
  const { keys, signIn, time } = await open(t)
  const [before] = await keys.describe()
  t.like(before, { state: 'signing', firstUsedAt: undefined, lastUsedAt: undefined })

  const first = time.now
  await signIn()
  time.now += 59_999
  await signIn()
  t.like((await keys.describe())[0], { createdAt: first, firstUsedAt: first, lastUsedAt: first })
  time.now += 1
  await signIn()
  t.like((await keys.describe())[0], { firstUsedAt: first, lastUsedAt: first + 60_000 })
})

test('retired keys stay in the list without their private parts', async (t) => {
  const { keys, signIn, store, time, issuer } = await open(t)
  const { access_token } = await signIn()
  const kid = kidOf(access_token)
  await keys.rotate()
  time.now += 3_602_001
  t.like(await keys.describe(), [
    { kid, state: 'retired', isRemoved: false, expiresAt: time.now - 1 },
    { state: 'signing' },
  ])
  const path = new URL(issuer).pathname
  const [record] = await store.list(`oauth${path}:retired-key`)
  t.deepEqual(Object.keys(record?.entry.value as object).sort(), [
    ...['activeFrom', 'createdAt', 'expiresAt', 'isRemoved'],
  ])
})

test('of two processes that rotate on schedule at once, one adds a key', async (t) => {
  const { keys, time } = await open(t)
  const day = 86_400_000
  t.is(await keys.rotateWhenOlder(day), undefined)
  time.now += day
  const added = await Promise.all([keys.rotateWhenOlder(day), keys.rotateWhenOlder(day)])
  t.is(added.filter((key) => key !== undefined).length, 1)
  t.is((await keys.list()).length, 2)
  t.is(await keys.rotateWhenOlder(day), undefined)
})

test('an imported key signs as after a rotation, and is imported once', async (t) => {
  const { keys, told, signIn, provider, time } = await open(t)
  const old = await signIn()
  const { jwk } = generateStoredKey(0)
  const key = await keys.import(jwk)
  await told()
  time.now += 2_000
  const fresh = await signIn()
  t.is(kidOf(fresh.access_token), key.kid)
  for (const { access_token } of [old, fresh]) t.false('refused' in (await provider.verify(access_token)))
  await t.throwsAsync(keys.import(jwk), { message: /is one of the keys of this provider already/ })
})

test('keys outside the store are changed where they are', async (t) => {
  const { store } = await run(t)
  const keys = openSigningKeyManager({
    catalog: { path: '/acme/sandbox' },
    store,
    clock: Date.now,
    settings: { ...settings, signingKeys: { kind: 'file', path: '/run/secrets/oauth' } },
  })
  await t.throwsAsync(keys.rotate(), { message: /are in \/run\/secrets\/oauth: change them there/ })
  await t.throwsAsync(keys.import(generateStoredKey(0).jwk), { message: /change them there/ })
})

test('a new key is published for the lead of the document before it signs', async (t) => {
  const { keys: _, store, told, published, signIn, time } = await open(t)
  const led = openSigningKeyManager({
    catalog: { path: '/acme/sandbox' },
    settings: { ...settings, keyRotation: { afterDays: 0, leadSeconds: 3600 } },
    store,
    clock: () => time.now,
  })
  const { kid } = await led.rotate()
  await told()
  t.true((await published()).includes(kid))
  time.now += 3_599_000
  t.not(kidOf((await signIn()).access_token), kid)
  time.now += 1_000
  t.is(kidOf((await signIn()).access_token), kid)
})
