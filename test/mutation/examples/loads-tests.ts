/** A test file that only `test-process.test.ts` runs. */
import test from 'ava'
import { loads } from './loads.ts'

test('the module is new', (t) => {
  loads.runs += 1
  t.is(loads.runs, 1)
})
