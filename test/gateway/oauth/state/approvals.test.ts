import test from 'ava'
import { openApprovals } from '../../../../src/gateway/oauth/state/approvals.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

const owner = {
  subject: 'alice',
  scopes: ['customer'],
  metadata: null,
  payload: null,
  ceiling: null,
  claims: {},
  user: null,
  signedInAt: 1_700_000_000,
  acr: null,
}

test('a sign-in lasts 600 s, and what the owner allowed 60 s longer', async (t) => {
  const time = { now: 1_700_000_000_000 }
  const start = time.now
  const clock = () => time.now
  const approvals = openApprovals(openMemoryStore({ clock }), buildStorageKeys('/acme/sandbox/oauth'), clock)
  await approvals.saveSignIn('page', owner)
  await approvals.saveApproval('chain', owner)

  time.now = start + 599_999
  t.deepEqual(await approvals.findSignIn('page'), owner)
  time.now = start + 600_000
  t.is(await approvals.findSignIn('page'), undefined)
  time.now = start + 659_999
  t.deepEqual(await approvals.findApproval('chain'), owner)
  time.now = start + 660_000
  t.is(await approvals.findApproval('chain'), undefined)
})
