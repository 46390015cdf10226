import { generateKeyPairSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { KeySupply } from '../../../../src/gateway/oauth/keys/key-supply.ts'
import { KeySourceError, parseKeys, type SuppliedKey } from '../../../../src/gateway/oauth/keys/parse-keys.ts'
import { verifyTextSignature } from '../../../../src/gateway/oauth/keys/signature.ts'
import type { SigningKey } from '../../../../src/gateway/oauth/keys/signing-key.ts'
import { openSigningKeys } from '../../../../src/gateway/oauth/keys/signing-keys.ts'
import { generateStoredKey } from '../../../../src/gateway/oauth/keys/stored-keys.ts'
import { openLog, silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'

const storageKeys = { keys: 'keys', publicKeys: 'public-keys', retiredKeys: 'retired-keys', events: 'events' }
const tokenLifetimeMs = 3_600_000

/** Opens keys at a time that the test sets; the store has a clock of its own, so that only the keys decide. */
function open(store: StateStore, time: { now: number }, supply?: KeySupply, log = silentLog) {
  const clock = () => time.now
  return openSigningKeys({ store, storageKeys, clock, log, tokenLifetimeMs, supply })
}

const timelessStore = () => openMemoryStore({ clock: () => 0 })

test('a key verifies until it expires, and not from that moment on', async (t) => {
  const time = { now: 1_000 }
  const store = timelessStore()
  await store.save('keys', '00000001', generateStoredKey(0), { expiresAt: 5_000 })
  await store.save('keys', '00000002', generateStoredKey(0))
  const keys = await open(store, time)
  const [old, newest] = keys.all() as [SigningKey, SigningKey]

  time.now = 4_999
  t.deepEqual(keys.all(), [old, newest])
  t.is(keys.find(old.kid), old)
  time.now = 5_000
  t.deepEqual(keys.all(), [newest])
  t.is(keys.find(old.kid), undefined)
})

test('the oldest key signs while no key is active, as after the clock was set back', async (t) => {
  const time = { now: 0 }
  const store = timelessStore()
  await store.save('keys', '00000001', generateStoredKey(1_000))
  await store.save('keys', '00000002', generateStoredKey(2_000))
  const keys = await open(store, time)
  const [first, second] = keys.all() as [SigningKey, SigningKey]

  t.is<SigningKey, SigningKey>(keys.current(), first)
  time.now = 2_000
  t.is<SigningKey, SigningKey>(keys.current(), second)
})

test('reads changed keys again, and keeps the last ones when the store has none', async (t) => {
  const store = timelessStore()
  const keys = await open(store, { now: 0 })
  const [first] = keys.all() as [SigningKey]
  await store.save('keys', '00000002', generateStoredKey(0))
  await keys.reload()
  t.is(keys.all().length, 2)
  t.is(keys.all()[0]?.kid, first.kid)

  for (const { key } of await store.list('keys')) await store.remove('keys', key)
  await keys.reload()
  t.is(keys.all().length, 2)
})

/** A source of keys whose content the test sets; undefined makes it fail. */
function supplyOf(...keys: SuppliedKey[]) {
  const state: { keys: readonly SuppliedKey[] | undefined } = { keys }
  const supply: KeySupply = {
    kind: 'file',
    refreshIntervalMs: 60_000,
    async load() {
      if (!state.keys) throw new KeySourceError('the file is gone')
      return state.keys
    },
    close() {},
  }
  return { supply, state }
}

function generateKey(): SuppliedKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return parseKeys(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, 'test')[0] as SuppliedKey
}

function nodesFor(t: ExecutionContext, time: { now: number }) {
  const store = openMemoryStore({ clock: () => time.now })
  t.teardown(store.close)
  return store
}

test('a supplied key signs at once when the provider had no key before', async (t) => {
  const time = { now: 1_000 }
  const key = generateKey()
  const keys = await open(nodesFor(t, time), time, supplyOf(key).supply)
  t.is(keys.current().kid, key.kid)
  t.true(verifyTextSignature('text', (await keys.current().sign('text')) as string, key.publicKey))
})

test('a replaced key verifies at every node, and the new one signs when every node has read it', async (t) => {
  const time = { now: 1_000 }
  const store = nodesFor(t, time)
  const [before, after] = [generateKey(), generateKey()]
  const here = supplyOf(before)
  const first = await open(store, time, here.supply)
  const second = await open(store, time, supplyOf(before).supply) // its file is replaced later

  here.state.keys = [after]
  await first.reload()
  t.is(first.current().kid, before.kid, 'the new key waits')
  await second.reload()
  t.truthy(second.find(after.kid), 'the other node verifies before it has the file')

  time.now += 2_000
  t.is(first.current().kid, after.kid)
  t.is(second.current().kid, before.kid)
  t.truthy(first.find(before.kid))
  time.now += tokenLifetimeMs + 600_000
  await first.reload()
  t.is(first.find(before.kid), undefined, 'no token of the old key can be valid any more')
  t.truthy(first.find(after.kid))
})

test('the last of several keys signs, and a public key only verifies', async (t) => {
  const time = { now: 1_000 }
  const [a, b, c] = [generateKey(), generateKey(), generateKey()]
  const keys = await open(nodesFor(t, time), time, supplyOf(a, b, { ...c, sign: undefined }).supply)
  t.is(keys.current().kid, b.kid)
  t.deepEqual(
    keys.all().map(({ kid }) => kid),
    [a, b, c].map(({ kid }) => kid),
  )
})

test('keys of the store verify for the life of a token after the keys have moved to a file, and back', async (t) => {
  const time = { now: 1_000 }
  const store = nodesFor(t, time)
  const stored = (await open(store, time)).current()
  const key = generateKey()
  const supplied = await open(store, time, supplyOf(key).supply)
  t.is(supplied.current().kid, stored.kid, 'other nodes do not know the new key yet')
  time.now += 2_000
  t.is(supplied.current().kid, key.kid)
  t.truthy(supplied.find(stored.kid))

  const back = await open(store, time)
  t.false([stored.kid, key.kid].includes(back.current().kid), 'a key that ends does not sign')
  t.truthy(back.find(key.kid))
  time.now += tokenLifetimeMs
  t.is(supplied.find(stored.kid), undefined)
})

test('while the source fails, the last keys sign; after a start, the published ones verify', async (t) => {
  const time = { now: 1_000 }
  const store = nodesFor(t, time)
  const key = generateKey()
  const { supply, state } = supplyOf(key, { ...generateKey(), sign: undefined })
  const lines: string[] = []
  const keys = await open(store, time, supply, openLog({ write: (line) => lines.push(line) }))
  state.keys = undefined
  await keys.reload()
  t.is(keys.current().kid, key.kid)
  t.is(typeof keys.current().sign('text'), 'string')
  t.regex(lines.join(''), /the file is gone.*the signing keys cannot be read/)

  const started = await open(store, time, supply)
  t.truthy(started.find(key.kid))
  t.throws(() => started.current().sign('text'), { name: 'SigningUnavailableError', message: 'the file is gone' })
  await t.throwsAsync(open(nodesFor(t, time), time, supply), { message: 'the file is gone' })
})

test('a source without a private key is rejected', async (t) => {
  const time = { now: 1_000 }
  const { supply } = supplyOf({ ...generateKey(), sign: undefined })
  await t.throwsAsync(open(nodesFor(t, time), time, supply), { message: /one must be a private key/ })
})

test('the store gets public keys only', async (t) => {
  const time = { now: 1_000 }
  const store = nodesFor(t, time)
  await open(store, time, supplyOf(generateKey()).supply)
  const [published] = (await store.list('public-keys')) as unknown as [{ entry: { value: { jwk: object } } }]
  t.is(Object.keys(published.entry.value.jwk).sort().join(), 'alg,crv,kid,kty,use,x,y')
  t.deepEqual(await store.list('keys'), [])
})
