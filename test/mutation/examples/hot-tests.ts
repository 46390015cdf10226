/** A test file that only `test-process.test.ts` runs. */
import test from 'ava'
import { allows } from './limit.ts'

for (const most of [1_000_000, 10])
  test(`${most} calls`, (t) => {
    let allowed = 0
    for (let count = 1; count <= most; count += 1) if (allows(count)) allowed += 1
    t.is(allowed, 3)
  })
