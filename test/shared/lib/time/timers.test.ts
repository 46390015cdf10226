import { mock } from 'node:test'
import test from 'ava'
import { systemTimers } from '../../../../src/shared/lib/time/timers.ts'

/** The longest time of a timer of Node.js. */
const maxMs = 2_147_483_647

/** Lets the time pass. A mocked timer begins at the end of a step, so no step is longer than a timer. */
function pass(milliseconds: number): void {
  for (let left = milliseconds; left > 0; left -= maxMs) mock.timers.tick(Math.min(left, maxMs))
}

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

for (const milliseconds of [1, maxMs, maxMs + 1, 3 * maxMs + 5])
  test.serial(`work begins once, after ${milliseconds} milliseconds`, (t) => {
    let count = 0
    systemTimers.after(milliseconds, () => {
      count += 1
    })
    pass(milliseconds - 1)
    t.is(count, 0)
    pass(1)
    t.is(count, 1)
    pass(2 * maxMs)
    t.is(count, 1)
  })

for (const [milliseconds, passedMs] of [
  [10, 9],
  [3 * maxMs, 2.5 * maxMs],
] as const)
  test.serial(`a timer of ${milliseconds} milliseconds is cancelled after ${passedMs}`, (t) => {
    const cancel = systemTimers.after(milliseconds, () => t.fail())
    pass(passedMs)
    cancel()
    pass(milliseconds)
    t.pass()
  })
