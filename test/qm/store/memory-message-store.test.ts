import test from 'ava'

import { openMemoryMessageStore } from '../../../src/qm/store/memory-message-store.ts'
import { behavesAsStore } from './conformance.ts'

behavesAsStore(test, async () => {
  const store = openMemoryMessageStore()
  return { store, reopen: async () => store }
})
