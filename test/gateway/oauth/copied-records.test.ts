/** A provider that is opened while the store is away, with the copy of this node. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ProviderSettings } from '../../../src/gateway/config/types/index.ts'
import { selectProviderRecords } from '../../../src/gateway/oauth/index.ts'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { openCopiedStore } from '../../../src/shared/storage/copy/copied-store.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../src/shared/storage/index.ts'
import { eventually } from '../../_support/eventually.ts'
import { app, managed } from './_support/features.ts'
import { passwordForm, post, run } from './_support/provider.ts'

const path = '/acme/sandbox/customer-oauth'
const kindsOf = (name: string) => ['key', 'public-key', 'revoked', 'secret'].map((each) => `oauth${name}:${each}`)

/** A provider, and a second one that was opened with a copy while the store was away. */
async function openAway(t: ExecutionContext, settings: Partial<ProviderSettings> = {}) {
  const memory = openMemoryStore({ clock: Date.now })
  const first = await run(t, { store: memory, settings: { ...managed, ...settings } })
  const name = first.provider.path
  const [good, revoked] = [await first.signIn(), await first.signIn()]
  await post(`${first.issuer}/oauth2/revoke`, { ...app, token: revoked.access_token })

  const kinds = new Map()
  for (const kind of kindsOf(name)) {
    const convert = selectProviderRecords(kind)
    t.truthy(convert, kind)
    const entries = await memory.list(kind)
    kinds.set(
      kind,
      entries.map(({ key, entry }) => ({ key, entry: { ...entry, value: convert?.(entry.value) } })),
    )
  }
  const state = { isAway: true }
  const guarded = Object.fromEntries(
    Object.entries(memory).map(([method, run]) => [
      method,
      method === 'watch' || method === 'close'
        ? run
        : async (...given: never[]) => {
            if (state.isAway) throw new StateStoreError('unavailable', 'it cannot be reached')
            return (run as (...given: never[]) => unknown)(...given)
          },
    ]),
  ) as unknown as StateStore
  const store = openCopiedStore({
    store: guarded,
    select: selectProviderRecords,
    clock: Date.now,
    log: silentLog,
    location: { file: '/none', secret: '' },
    copy: { savedAt: Date.now(), kinds },
  })
  const second = await run(t, { store, settings: { ...managed, ...settings }, baseUrl: first.baseUrl })
  const verify = (token: string) => 'refused' in second.provider.verify(token)
  const signIn = () => post(`${second.address}/oauth2/token`, passwordForm)
  return { first, second, state, kinds, good, revoked, verify, signIn }
}

test('a copy has no private key', async (t) => {
  const { kinds } = await openAway(t)
  const text = JSON.stringify([...kinds])
  t.regex(text, /"x":/)
  t.notRegex(text, /"d":/)
})

test('other records are not copied', (t) => {
  for (const kind of [
    `oauth${path}:refresh-token`,
    `oauth${path}:consent:owner:key`,
    `oauth${path}:model:key`,
    'application-document',
    'oauth:key',
  ])
    t.is(selectProviderRecords(kind), undefined, kind)
})

test('tokens are checked without the store, revocations hold, and no token is issued until it is back', async (t) => {
  const { state, good, revoked, verify, signIn } = await openAway(t)
  t.false(verify(good.access_token))
  t.true(verify(revoked.access_token))
  const refused = await signIn()
  t.is(refused.status, 503)
  t.is(refused.headers.get('retry-after'), '5')

  state.isAway = false
  const answer = await eventually(async () => {
    const found = await signIn()
    return found.status === 200 ? found : undefined
  })
  t.false(verify(String(answer?.body.access_token)))
})

test('a revocation after the copy holds as soon as the store is back', async (t) => {
  const { first, state, good, verify } = await openAway(t)
  await post(`${first.issuer}/oauth2/revoke`, { ...app, token: good.access_token })
  t.false(verify(good.access_token), 'not known yet')
  state.isAway = false
  t.true(await eventually(async () => verify(good.access_token) || undefined))
})

test('keys in a file sign and verify without the store, when the copy has published them', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-keys-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, 'keys.pem')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const { good, revoked, verify, state, signIn } = await openAway(t, {
    signingKeys: { kind: 'file', path: file } as ProviderSettings['signingKeys'],
  })
  t.false(verify(good.access_token))
  t.true(verify(revoked.access_token))
  state.isAway = false
  t.truthy(await eventually(async () => ((await signIn()).status === 200 ? true : undefined)))
})
