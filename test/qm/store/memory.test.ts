import test from 'ava'

import { openMemoryStore } from '../../../src/qm/store/memory.ts'
import { behavesAsStore } from './conformance.ts'

behavesAsStore(test, async () => {
  const store = openMemoryStore()
  return { store, reopen: async () => store }
})
