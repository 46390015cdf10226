import { cachedDataVersionTag } from 'node:v8'
import test from 'ava'

import { releaseStartMemory } from '../../../src/lib/memory/release-start-memory.ts'

test('collects objects that nothing refers to', (t) => {
  const unused = new WeakRef(new Array(1000))
  const isCollected = new Promise((resolve) => {
    setImmediate(() => {
      releaseStartMemory()
      resolve(unused.deref() === undefined)
    })
  })
  return isCollected.then((is) => t.true(is))
})

test('leaves the compile cache valid and adds no global function', (t) => {
  const tag = cachedDataVersionTag()
  releaseStartMemory()
  t.is(cachedDataVersionTag(), tag)
  t.false('gc' in globalThis)
})
