import { hash } from 'node:crypto'
import test from 'ava'
import { generateChainId } from '../../../../src/gateway/oauth/state/consent.ts'
import { openRefreshTokens } from '../../../../src/gateway/oauth/state/refresh-tokens.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

const storageKeys = buildStorageKeys('/acme/sandbox/oauth')

function open() {
  const time = { now: 1_700_000_000_000 }
  const store = openMemoryStore({ clock: () => time.now })
  const consent = () => ({
    chain: generateChainId(time.now),
    clientId: 'app',
    subject: 'alice',
    scopes: ['customer'],
    grant: 'password',
    startedAt: 1_700_000_000,
    refreshes: 0,
  })
  return { time, store, consent, tokens: openRefreshTokens(store, storageKeys, () => time.now) }
}

test('stores hashes of tokens in the order in which they were issued', async (t) => {
  const { time, store, tokens, consent } = open()
  const issued: string[] = []
  const chains: string[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    time.now += 40_000_000
    const given = consent()
    chains.push(given.chain)
    const token = tokens.generate()
    await tokens.save(token, given, time.now + 1e12)
    issued.push(token)
  }

  const kept = await store.list(storageKeys.refreshTokens)
  t.deepEqual(chains, [...chains].sort())
  t.deepEqual(
    kept.map(({ entry }) => (entry.value as { chain: string }).chain),
    chains,
  )
  t.false(issued.some((token) => kept.some(({ key }) => key.includes(token.slice(9)))))
})

test('finds a token, and no other text', async (t) => {
  const { time, tokens, consent } = open()
  const token = tokens.generate()
  await tokens.save(token, consent(), time.now + 1000)
  t.like(await tokens.find(token), { consent: { subject: 'alice' }, spentMs: undefined })

  const later = (time.now + 1).toString(36).padStart(9, '0')
  for (const other of [token.slice(9), later + token.slice(9), `${token}x`, token.slice(0, -1), token.slice(0, 9), ''])
    t.is(await tokens.find(other), undefined)
})

test('finds, uses and removes a token of an earlier version, stored by its hash alone', async (t) => {
  const { time, store, tokens, consent } = open()
  const token = 'x'.repeat(43)
  const save = () =>
    store.save(storageKeys.refreshTokens, hash('sha256', token, 'base64url'), consent() as never, {
      expiresAt: time.now + 1000,
    })

  await save()
  t.truthy(await tokens.find(token))
  t.true(await tokens.spend(token))
  t.false(await tokens.spend(token))
  await tokens.remove(token)
  t.is(await tokens.find(token), undefined)
})

test('a token has its expiry, and the time since its use once it is used', async (t) => {
  const { time, tokens, consent } = open()
  const expiresAt = time.now + 1000
  const token = tokens.generate()
  await tokens.save(token, consent(), expiresAt)
  const kept = await tokens.find(token)
  t.like(kept, { expiresAt, spentForMs: undefined })
  t.true(await tokens.spend(token))
  time.now += 30
  t.like(await tokens.find(token), { expiresAt, spentForMs: 30 })
})
