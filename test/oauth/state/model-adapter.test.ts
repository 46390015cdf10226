import test from 'ava'

import { buildModelAdapter } from '../../../src/oauth/state/model-adapter.ts'
import { buildStorageKeys } from '../../../src/oauth/state/storage-keys.ts'
import { openMemoryStore } from '../../../src/storage/index.ts'

test('a record has the second of its consumption, and none before', async (t) => {
  const clock = () => 1_700_000_000_900
  const store = openMemoryStore({ clock })
  const adapter = buildModelAdapter(
    'AuthorizationCode',
    store,
    buildStorageKeys('/acme/sandbox/oauth'),
    clock,
  )
  await adapter.upsert('code', { accountId: 'alice' }, 60)
  t.deepEqual(await adapter.find('code'), { accountId: 'alice', jti: 'code' })

  await adapter.consume('code')
  t.deepEqual(await adapter.find('code'), { accountId: 'alice', jti: 'code', consumed: 1_700_000_000 })
})
