import test, { type ExecutionContext } from 'ava'
import { maxLifetimesMs, openRevocations, userRevocationId } from '../../../../src/gateway/oauth/state/revocations.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { eventually } from '../../../_support/eventually.ts'
import { authorize, proof, redemption } from '../_support/browser.ts'
import { app, managed } from '../_support/features.ts'
import { post, run } from '../_support/provider.ts'

/** Two workers on one store, whose disk is full for what `refuses` names. The first announces to the second. */
async function workers(t: ExecutionContext) {
  const now = Date.now()
  const disk = { refuses: (_verb: string, _name: string): boolean => false }
  const store = openMemoryStore({ clock: () => now })
  const limited: StateStore = {
    ...store,
    async save(kind, ...rest) {
      if (disk.refuses('save', kind)) throw new StateStoreError('full', 'the disk is full')
      return store.save(kind, ...rest)
    },
    async removeGroup(group) {
      if (disk.refuses('remove', group)) throw new StateStoreError('full', 'the disk is full')
      return store.removeGroup(group)
    },
  }
  const announced: unknown[] = []
  const first = await run(t, { store: limited, settings: managed, announce: (message) => announced.push(message) })
  const second = await run(t, { store, settings: managed, baseUrl: first.baseUrl })
  const revoke = (token: string) => post(`${first.issuer}/oauth2/revoke`, { ...app, token })
  const refusedAt = ({ provider }: typeof first, token: string) => 'refused' in provider.verify(token)
  return { disk, first, second, announced, revoke, refusedAt }
}

for (const what of ['access_token', 'refresh_token'] as const) {
  test(`a revocation of an ${what} that the store cannot save is a 503 and has no effect in any worker`, async (t) => {
    const { disk, first, second, revoke, refusedAt, announced } = await workers(t)
    const tokens = await first.signIn()
    disk.refuses = () => true
    t.is((await revoke(tokens[what])).status, 503)

    t.false(refusedAt(first, tokens.access_token))
    t.false(refusedAt(second, tokens.access_token))
    t.deepEqual(announced, [])
    disk.refuses = () => false
    t.is((await first.refresh(tokens.refresh_token)).status, 200)
  })

  test(`a saved revocation of an ${what} is a 200 and reaches every worker, whatever fails afterwards`, async (t) => {
    const { disk, first, second, revoke, refusedAt, announced } = await workers(t)
    const tokens = await first.signIn()
    disk.refuses = (verb, name) => verb === 'remove' || name.endsWith(':news')
    t.is((await revoke(tokens[what])).status, 200)

    t.true(refusedAt(first, tokens.access_token))
    t.is(announced.length, 1)
    await second.provider.receive(announced[0])
    t.true(refusedAt(second, tokens.access_token))
    if (what === 'refresh_token') t.is((await first.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  })
}

test('a worker without a connection applies a revocation once the store works again', async (t) => {
  const { disk, first, second, revoke, refusedAt } = await workers(t)
  const { access_token: token } = await first.signIn()
  disk.refuses = (_verb, name) => name.endsWith(':news')
  await revoke(token)
  t.false(refusedAt(second, token))
  disk.refuses = () => false
  t.true(await eventually(async () => refusedAt(second, token) || undefined))
})

test('a consent that is revoked while the disk is full is not listed, and its code does not redeem', async (t) => {
  const { disk, first } = await workers(t)
  const { verifier, challenge } = proof()
  const { url } = await authorize(first, challenge)
  disk.refuses = (verb) => verb === 'remove'

  const issued = `${first.issuer}/oauth2/issued`
  const headers = {
    'x-ibm-client-id': 'app',
    'x-ibm-client-secret': 'app-secret',
    authorization: renderBasicCredentials('alice', 'alice-password'),
  }
  t.is((await fetch(`${issued}?client-id=web-app`, { method: 'DELETE', headers })).status, 200)
  t.is(await (await fetch(issued, { headers })).text(), '[]')
  t.is((await first.post(redemption(url, verifier))).body.error, 'invalid_grant')
})

const storageKeys = buildStorageKeys('/acme/sandbox/oauth')
const now = 1_700_000_000_000

/** The revocations of one process with a frozen clock. */
async function open(changed: Partial<StateStore> = {}) {
  const time = { now }
  const clock = () => time.now
  const store = { ...openMemoryStore({ clock }), ...changed }
  const lines: string[] = []
  const revocations = await openRevocations({
    store,
    storageKeys,
    clock,
    log: openLog({ write: (line) => lines.push(line) }),
    lifetimesMs: { accessToken: 60_000, refreshToken: 3_600_000, approval: 660_000, session: 0 },
    foldName: (name) => name.toLowerCase(),
    publish: async () => {},
  })
  const token = { id: 'token', chain: 'chain', owner: 'alice', grant: 'password', issuedAt: now / 1000 }
  const isRevoked = (differences: Partial<typeof token>) => revocations.isRevoked({ ...token, ...differences })
  return { time, store, lines, revocations, isRevoked }
}

test('the revocation of a user covers tokens and consents up to its second', async (t) => {
  const { store, revocations, isRevoked } = await open()
  const before = now / 1000
  const revocation = { before, until: now + 60_000 }
  await store.save(storageKeys.revoked, userRevocationId('alice'), revocation)
  await revocations.reload()
  const isConsentRevoked = (startedAt: number, subject = 'alice') =>
    revocations.isConsentRevoked({ chain: 'chain', subject, startedAt })

  for (const [issuedAt, expected] of [
    [before - 1, true],
    [before, true],
    [before + 1, false],
  ] as const) {
    t.is(isRevoked({ issuedAt }), expected)
    t.is(await isConsentRevoked(issuedAt), expected)
  }
  t.false(isRevoked({ owner: 'bob' }))
  t.false(isRevoked({ grant: 'client_credentials' }))
  t.false(await isConsentRevoked(before, 'bob'))
})

test('a revocation that was stored in another spelling covers the user', async (t) => {
  const { store, revocations, isRevoked } = await open()
  const before = now / 1000
  await store.save(storageKeys.revoked, userRevocationId('ALICE'), { before, until: now + 60_000 })
  await revocations.reload()
  t.true(isRevoked({ issuedAt: before }))
  t.true(await revocations.isConsentRevoked({ chain: 'chain', subject: 'ALICE', startedAt: before }))
})

test('reads the revocations of the store that have not ended', async (t) => {
  const { store, revocations, isRevoked } = await open()
  for (const [id, until] of [
    ['ended', now - 1],
    ['ends now', now],
    ['ends later', now + 1],
  ] as const)
    await store.save(storageKeys.revoked, id, { until }, { expiresAt: now + 60_000 })
  await revocations.reload()
  t.deepEqual(
    ['ended', 'ends now', 'ends later'].map((id) => isRevoked({ id })),
    [false, false, true],
  )
})

test('with 1000 revocations in memory, those that have ended are removed, and no other', async (t) => {
  const { time, revocations, isRevoked } = await open()
  const users = Array.from({ length: 500 }, (_, number) => `user ${number}`)
  const chains = Array.from({ length: 499 }, (_, number) => `chain ${number}`)
  const until = (number: number) => now + (number % 2 === 0 ? 60_000 : 60_001)
  for (const [number, subject] of users.entries())
    revocations.apply({ revoked: userRevocationId(subject), until: until(number), before: now / 1000 })
  for (const [number, chain] of chains.entries()) revocations.apply({ revoked: chain, until: until(number) })
  const revoked = () => [users.map((owner) => isRevoked({ owner })), chains.map((chain) => isRevoked({ chain }))]

  time.now = now + 60_000
  t.deepEqual(revoked(), [users.map(() => true), chains.map(() => true)])
  revocations.apply({ revoked: 'the thousandth', until: time.now + 1 })
  const odd = (_: string, number: number) => number % 2 === 1
  t.deepEqual(revoked(), [users.map(odd), chains.map(odd)])
  t.true(isRevoked({ id: 'the thousandth' }))
})

test('a revoked chain is stored as long as any of its tokens or its code can be redeemed', async (t) => {
  const { store, revocations, isRevoked } = await open()
  await revocations.endChain('chain')
  const [stored] = await store.list(storageKeys.revoked)
  t.like(stored, { key: 'chain', entry: { value: { until: now + 60_000 }, expiresAt: now + 3_600_000 } })
  t.true(isRevoked({}))
  t.true(await revocations.isConsentRevoked({ chain: 'chain', subject: 'alice', startedAt: 0 }))
})

test('the log names a revoked chain whose records could not be removed', async (t) => {
  const { revocations, isRevoked, lines } = await open({
    removeGroup: async () => {
      throw new StateStoreError('full', 'the disk is full')
    },
  })
  await revocations.endChain('chain')
  t.true(isRevoked({}))
  t.like(JSON.parse(lines[0] as string), { level: 'warn', chain: 'chain' })
})

test('computes the lives of tokens and approvals in milliseconds', (t) => {
  const refreshToken = { enabled: true, count: 1, ttl: 7200, oneTimeUse: true }
  t.deepEqual(maxLifetimesMs({ accessToken: { ttl: 172_800 }, refreshToken, sessions: { ttl: 60 } }), {
    accessToken: 172_800_000,
    refreshToken: 7_200_000,
    approval: 660_000,
    session: 60_000,
  })
})

test('a revoked chain covers tokens of the last day, whose life an earlier document may have made longer', async (t) => {
  const refreshToken = { enabled: true, count: 1, ttl: 7200, oneTimeUse: true }
  t.is(maxLifetimesMs({ accessToken: { ttl: 60 }, refreshToken, sessions: { ttl: 0 } }).accessToken, 86_400_000)
})

test('of two revocations of a user the later one holds, in whichever order they arrive, and after a loss', async (t) => {
  const now = 1_700_000_000_000
  const store = openMemoryStore({ clock: () => now })
  const storageKeys = buildStorageKeys('/acme/sandbox/oauth')
  const revocations = await openRevocations({
    store,
    storageKeys,
    clock: () => now,
    log: openLog({ write: () => {} }),
    publish: async () => {},
    foldName: (name) => name,
    lifetimesMs: { accessToken: 60_000, refreshToken: 60_000, approval: 60_000, session: 0 },
  })
  const token = { id: '1', chain: '2', subject: 'alice', owner: 'alice', grant: 'password', issuedAt: 150 }
  const id = userRevocationId('alice')
  const until = now + 60_000
  for (const before of [100, 200, 100]) revocations.apply({ revoked: id, until, before })
  t.true(revocations.isRevoked(token))

  await store.save(storageKeys.revoked, id, { until, before: 100 }, { expiresAt: until })
  await revocations.reload()
  t.true(revocations.isRevoked(token))
  t.like(await store.find(storageKeys.revoked, id), { value: { before: 200 } })
})
