import test, { type ExecutionContext } from 'ava'

import { renderBasicCredentials } from '../../../src/lib/headers/basic-credentials.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../src/storage/index.ts'
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
  const first = await run(t, {
    store: limited,
    settings: managed,
    announce: (message) => announced.push(message),
  })
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
    if (what === 'refresh_token')
      t.is((await first.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  })
}

test('a worker without a connection applies a revocation once the store works again', async (t) => {
  const { disk, first, second, revoke, refusedAt } = await workers(t)
  const { access_token: token } = await first.signIn()
  disk.refuses = (_verb, name) => name.endsWith(':news')
  await revoke(token)
  t.false(refusedAt(second, token))
  disk.refuses = () => false
  t.timeout(20_000)
  while (!refusedAt(second, token)) await new Promise((resolve) => setImmediate(resolve))
  t.pass()
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
