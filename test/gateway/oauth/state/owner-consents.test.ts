import test from 'ava'
import { openOwnerConsents } from '../../../../src/gateway/oauth/state/owner-consents.ts'
import { buildStorageKeys } from '../../../../src/gateway/oauth/state/storage-keys.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

const now = 1_700_000_000_000

function consentOf(subject: string, grant: string) {
  const shared = { scopes: ['customer'], startedAt: now / 1000, refreshes: 0 }
  return { ...shared, chain: `chain of ${subject}`, clientId: 'app', subject, grant }
}

test('lists the consents of an owner, and none that an application has for itself', async (t) => {
  const store = openMemoryStore({ clock: () => now })
  const consents = openOwnerConsents(store, buildStorageKeys('/acme/sandbox/oauth'))
  await consents.save(consentOf('alice', 'password'), now + 60_000)
  await consents.save(consentOf('bob', 'authorization_code'), now + 60_000)
  await consents.save(consentOf('app', 'client_credentials'), now + 60_000)

  const shared = { clientId: 'app', scopes: ['customer'], startedAt: now, expiresAt: now + 60_000 }
  t.deepEqual(await consents.list('alice'), [{ ...shared, chain: 'chain of alice' }])
  t.deepEqual(await consents.list('bob'), [{ ...shared, chain: 'chain of bob' }])
  t.deepEqual(await consents.list('app'), [])
})
