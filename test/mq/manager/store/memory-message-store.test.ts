import test from 'ava'
import { openMemoryMessageStore } from '../_support/memory-message-store.ts'
import { behavesAsStore } from './conformance.ts'

behavesAsStore(test, async () => {
  const store = openMemoryMessageStore()
  return { store, reopen: async () => store }
})

test('a store in memory has no file with unused pages', (t) => {
  t.is(openMemoryMessageStore().unusedBytes(), 0)
})
