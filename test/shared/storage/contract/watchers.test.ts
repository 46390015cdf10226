import { mock } from 'node:test'
import test from 'ava'
import { openWatchers } from '../../../../src/shared/storage/contract/watchers.ts'

test.afterEach(() => mock.timers.reset())

/** Watchers of two kinds, which are called every 250 ms. */
function open() {
  mock.timers.enable({ apis: ['setInterval'] })
  const watchers = openWatchers(250)
  const calls: string[] = []
  const removeA = watchers.add('a', () => calls.push('a'))
  watchers.add('b', () => calls.push('b'))
  return { watchers, removeA, calls: () => calls.splice(0) }
}

test.serial('a change wakes the watchers of its kind, and only those', (t) => {
  const { watchers, calls } = open()
  watchers.wake('a')
  t.deepEqual(calls(), ['a'])
  watchers.wake('c')
  t.deepEqual(calls(), [])
  watchers.wakeAll()
  t.deepEqual(calls(), ['a', 'b'])
})

test.serial('all watchers are called at intervals, until they are removed or closed', (t) => {
  const { watchers, removeA, calls } = open()
  mock.timers.tick(249)
  t.deepEqual(calls(), [])
  mock.timers.tick(1)
  t.deepEqual(calls(), ['a', 'b'], 'one timer serves all watchers')
  removeA()
  mock.timers.tick(250)
  t.deepEqual(calls(), ['b'])
  watchers.close()
  mock.timers.tick(1_000)
  t.deepEqual(calls(), [])
})
