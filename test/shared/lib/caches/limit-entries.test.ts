import test from 'ava'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../../src/shared/lib/caches/limit-entries.ts'

test('a cache evicts the least recently used entry above the limit', (t) => {
  const evicted: string[] = []
  const cache = new LRUCache<string, number>({ ...limitEntries(2), dispose: (_value, key) => evicted.push(key) })
  cache.set('a', 1)
  cache.set('b', 2)
  t.is(cache.get('a'), 1)
  cache.set('c', 3)
  t.deepEqual(evicted, ['b'])
  t.deepEqual([...cache.keys()], ['c', 'a'])
})
