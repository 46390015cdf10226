import test from 'ava'
import { findOrCreateSecret } from '../../../../src/gateway/oauth/state/shared-secret.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

test('all callers get the same secret of a name', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const find = (name: string) => findOrCreateSecret(store, 'secret', name)
  const [first, second, other] = await Promise.all([find('a'), find('a'), find('b')])
  t.is(first, second)
  t.not(first, other)
  t.true(Buffer.from(first, 'base64url').length >= 32)
})

test('rejects a store that does not return what it has created', async (t) => {
  const store = { ...openMemoryStore({ clock: () => 0 }), find: async () => undefined }
  await t.throwsAsync(findOrCreateSecret(store, 'secret', 'cookies'), { message: /"cookies"/ })
})
