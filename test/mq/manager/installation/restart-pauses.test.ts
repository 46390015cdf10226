import test from 'ava'
import { RestartPauses } from '../../../../src/mq/manager/installation/restart-pauses.ts'

test('the pause doubles from half a second up to a minute', (t) => {
  const pauses = new RestartPauses()
  t.deepEqual(
    Array.from({ length: 9 }, () => pauses.recordFailure()),
    [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000],
  )
})

test('an instance that was active for a short time does not shorten the pause', (t) => {
  const pauses = new RestartPauses()
  pauses.recordFailure()
  pauses.recordActive()
  t.is(pauses.recordFailure(), 1_000)
})

test('the pauses begin again after an instance that was active for more than a minute', (t) => {
  let now = 0
  const pauses = new RestartPauses(() => now)
  pauses.recordFailure()
  pauses.recordActive()
  now = 60_001
  t.is(pauses.recordFailure(), 500)
})
