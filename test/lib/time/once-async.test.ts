import test from 'ava'

import { onceAsync } from '../../../src/lib/time/once-async.ts'

test('what is made lazily is made once, and only when it is asked for', async (t) => {
  let made = 0
  const thing = onceAsync(async () => {
    made += 1
    return { made }
  })
  t.is(made, 0)

  const [first, second] = await Promise.all([thing(), thing()])
  t.is(first, second)
  t.is(made, 1)
})
