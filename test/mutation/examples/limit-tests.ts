/** A test file that only `test-process.test.ts` runs. */
import test from 'ava'
import { allows, countDown } from './limit.ts'

test('three are allowed', (t) => {
  t.true(allows(3))
})

test('the end is zero', (t) => {
  t.is(countDown(2), 0)
})
