import { cachedDataVersionTag, getHeapSpaceStatistics } from 'node:v8'
import test from 'ava'
import { releaseStartMemory } from '../../../../src/shared/lib/memory/release-start-memory.ts'

function usedByYoungObjects(): number {
  const spaces = getHeapSpaceStatistics()
  return spaces.find((each) => each.space_name === 'new_space')?.space_used_size ?? 0
}

test('collects young objects that nothing refers to', (t) => {
  let sum = 0
  for (let made = 0; made < 10_000; made += 1) sum += [made, made].length
  const before = usedByYoungObjects()
  releaseStartMemory()
  t.true(usedByYoungObjects() < before, String(sum))
})

test('leaves the compile cache valid and adds no global function', (t) => {
  const tag = cachedDataVersionTag()
  releaseStartMemory()
  t.is(cachedDataVersionTag(), tag)
  t.false('gc' in globalThis)
})
