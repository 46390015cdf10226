import { existsSync } from 'node:fs'
import test from 'ava'
import { openIntervalCount } from '../../../../src/gateway/runtime/workers/interval-count.ts'

/** Returns a line of `/proc/PID/task/TID/stat`, as proc(5) describes it. */
const stat = (state: string, user: number, system: number) =>
  `77 (a (name) R 1) ${state} 1 77 77 0 -1 4194304 9 0 0 0 ${user} ${system} 5 5 20 0 11 0 1`

for (const [title, state, user, system, counted] of [
  ['that has a core the whole time', 'R', 170, 80, 1],
  ['that gets a tenth of a core', 'R', 105, 5 + 50, 0.1],
  ['that gets no core', 'R', 100, 50, 0],
  ['that waits for a disk', 'D', 101, 50, 0.01],
  ['that sleeps', 'S', 100, 50, 1],
  ['that is stopped', 'T', 100, 50, 1],
] as const)
  test(`of an interval of a process ${title}, ${counted} counts`, (t) => {
    const lines = [stat('R', 100, 50), stat(state, user, system)]
    const count = openIntervalCount(77, 1_000, () => lines.shift() as string)
    count()
    t.is(count(), counted)
  })

test('every interval counts where the times of processes are not known', (t) => {
  const count = openIntervalCount(77, 1_000, () => {
    throw new Error('ENOENT')
  })
  t.is(count(), 1)
  t.is(count(), 1)
})

const onLinux = existsSync('/proc/self/stat') ? test : test.skip

onLinux('the times of a real process are read', (t) => {
  const count = openIntervalCount(process.pid, 1e9)
  t.is(count(), 1, 'no time is known before')
  const second = count() // this thread runs, and has used less than eleven days since
  t.true(second >= 0 && second < 1)
})
