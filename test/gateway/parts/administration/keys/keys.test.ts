import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { findProvider } from '../../../../../src/gateway/cli/common/find-provider.ts'
import { openSigningKeyManager } from '../../../../../src/gateway/oauth/index.ts'
import { type KeysVerb, runKeysVerb } from '../../../../../src/gateway/parts/administration/keys/keys.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { catalog, provider } from '../../../data-plane/_support/documents.ts'

/** A key in the form of a user's file. */
function generatePem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
}

function open(files: Readonly<Record<string, string>> = {}) {
  let now = Date.UTC(2026, 0, 1)
  const clock = () => now
  const store = openMemoryStore({ clock })
  const ring = openSigningKeyManager({ catalog: catalog([]), settings: provider, store, clock })
  const trail: unknown[] = []

  async function run(verb: KeysVerb, kid = '', json = true, minAgeDays = 0) {
    let output = ''
    const status = await runKeysVerb(verb, kid, {
      keys: ring,
      provider: 'acme/sandbox/customer-oauth',
      audit: async (...entry) => void trail.push(entry),
      now,
      minAgeDays,
      json,
      readFile: async (file) => files[file] ?? '',
      write: (text) => {
        output += text
      },
    })
    return { status, output, facts: json ? JSON.parse(output) : undefined }
  }
  return {
    run,
    trail,
    later: (ms: number) => {
      now += ms
    },
  }
}

test('a new key signs when every worker has loaded it, older keys verify until their tokens expire', async (t) => {
  const { run, later } = open()
  t.deepEqual((await run('list')).facts, [])
  const first = (await run('rotate')).facts.kid
  later(10_000)
  t.like((await run('list')).facts, [{ kid: first, state: 'signing', algorithm: 'ES256', use: 'sig' }])

  const second = (await run('rotate')).facts.kid
  const states = async () =>
    (await run('list')).facts.map((each: { kid: string; state: string }) => [each.kid, each.state])
  t.deepEqual(await states(), [
    [first, 'signing'],
    [second, 'next'],
  ])
  later(2_000)
  t.deepEqual(await states(), [
    [first, 'verifying'],
    [second, 'signing'],
  ])
  later(3_600_001)
  t.deepEqual(await states(), [
    [first, 'retired'],
    [second, 'signing'],
  ])
})

test('removing a key invalidates the tokens that it signed', async (t) => {
  const { run, trail } = open()
  const first = (await run('rotate')).facts.kid
  const second = (await run('rotate')).facts.kid
  await t.throwsAsync(run('remove', second), { message: /newest key signs: rotate first/ })
  await t.throwsAsync(run('remove', 'nonsense'), { message: /no key "nonsense"; the keys are [\w-]+/ })

  t.is((await run('remove', first, false)).output, `the gateway rejects tokens that ${first} signed\n`)
  t.like((await run('list')).facts, [
    { kid: first, state: 'retired', removed: true },
    { kid: second, state: 'signing' },
  ])
  t.regex((await run('list', '', false)).output, new RegExp(`${first}  retired since .*, removed`))
  t.deepEqual(trail.at(-1), ['keys remove', { provider: 'acme/sandbox/customer-oauth', kid: first }])
})

test('a scheduled rotation does nothing until the newest key is old enough', async (t) => {
  const { run, later, trail } = open()
  const first = (await run('rotate', '', true, 30)).facts.kid
  later(29 * 86_400_000)
  t.like((await run('rotate', '', true, 30)).facts, { kid: first, rotated: false })
  t.is((await run('list')).facts.length, 1)
  t.regex((await run('rotate', '', false, 30)).output, /is younger than 30 days: nothing was rotated/)
  later(2 * 86_400_000)
  t.not((await run('rotate', '', true, 30)).facts.kid, first)
  t.is(trail.length, 2)
})

test('the list has the times at which a key was created and at which its tokens end', async (t) => {
  const { run } = open()
  const first = (await run('rotate')).facts.kid
  await run('rotate')
  t.deepEqual((await run('list')).facts[0], {
    kid: first,
    algorithm: 'ES256',
    use: 'sig',
    state: 'signing',
    source: 'store',
    createdAt: '2026-01-01T00:00:00.000Z',
    activeFrom: '2026-01-01T00:00:02.000Z',
    expiresAt: '2026-01-01T01:00:02.000Z',
  })
})

test('the output names the effect on tokens', async (t) => {
  const { run } = open()
  t.regex((await run('list', '', false)).output, /has no key yet/)
  await run('rotate')
  t.regex(
    (await run('rotate', '', false)).output,
    /^\S+ signs the tokens of acme\/sandbox\/customer-oauth in 2 s\ntokens of older keys stay valid until they expire, at the latest at 2026-01-01T01:00:02\.000Z\n$/,
  )
})

test('a provider is found by its name, with or without that of its catalog', (t) => {
  const loaded = { config: { revision: 'r', catalogs: [catalog([])] }, problems: [] }
  for (const name of [undefined, 'customer-oauth', 'acme/sandbox/customer-oauth'])
    t.is(findProvider(loaded, name).settings, provider)
  t.throws(() => findProvider(loaded, 'customer-oaut'), { message: /did you mean "customer-oauth"/ })
  const two = { config: { revision: 'r', catalogs: [catalog([]), catalog([], { path: '/acme/other' })] }, problems: [] }
  t.throws(() => findProvider(two, undefined), { message: /more than one OAuth provider: name one of acme\/sandbox/ })
})

test('imports the private key of a file, and names a file without one', async (t) => {
  const { run, trail } = open({ 'key.pem': generatePem(), 'other.txt': 'x' })
  const { kid } = (await run('import', 'key.pem')).facts
  t.deepEqual(trail, [['keys import', { provider: 'acme/sandbox/customer-oauth', kid }]])
  t.like((await run('list')).facts, [{ kid, state: 'signing', source: 'store' }])
  await t.throwsAsync(run('import', 'key.pem'), { message: /is one of the keys of this provider already/ })
  await t.throwsAsync(run('import', 'other.txt'), { message: /^other\.txt: it has no key; accepted are/ })
})

test('the removal of a key of a provider without keys names none', async (t) => {
  await t.throwsAsync(open().run('remove', 'nonsense'), { message: 'there is no key "nonsense"; the keys are none' })
})
