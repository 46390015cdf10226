import { mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type { RestContext } from '../../../../src/mq/web/context/rest-context.ts'
import { runWithRequestTimeout } from '../../../../src/mq/web/http/request-timeout.ts'

const seconds = 77
const context = {
  services: { settings: () => ({ properties: { mqRestRequestTimeout: seconds } }) },
} as unknown as RestContext

function replaceTimers(t: ExecutionContext): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
}

test.serial('work that takes longer than the timeout is a timeout', async (t) => {
  replaceTimers(t)
  const errors: string[] = []
  const result = runWithRequestTimeout(context, () => new Promise(() => {}))
  result.catch(({ message }: Error) => errors.push(message))
  mock.timers.tick(76_999)
  await nextTurn()
  t.deepEqual(errors, [])
  mock.timers.tick(1)
  await nextTurn()
  t.deepEqual(errors, ['MQWB0113E: The request exceeded its timeout of 77 seconds.'])
})

test.serial('returns the result of the work, or rejects with its error, and leaves no timer', async (t) => {
  const pending = new Set<unknown>()
  const { setTimeout, clearTimeout } = globalThis
  t.teardown(() => Object.assign(globalThis, { setTimeout, clearTimeout }))
  Object.assign(globalThis, {
    setTimeout(work: () => void, delayMs: number) {
      const timer = setTimeout(work, delayMs)
      if (delayMs === 77_000) pending.add(timer)
      return timer
    },
    clearTimeout(timer: NodeJS.Timeout) {
      pending.delete(timer)
      clearTimeout(timer)
    },
  })
  t.is(
    await runWithRequestTimeout(context, async () => {
      t.is(pending.size, 1)
      return 5
    }).catch((error) => error),
    5,
  )
  t.is(pending.size, 0)
  const error = new Error('a defect')
  t.is(await t.throwsAsync(runWithRequestTimeout(context, () => Promise.reject(error))), error)
  t.is(pending.size, 0)
})
