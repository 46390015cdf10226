import test from 'ava'
import { onceAsync } from '../../../../src/shared/lib/time/once-async.ts'

test('calls the function once, at the first use', async (t) => {
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
