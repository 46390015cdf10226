import test from 'ava'
import { openSemaphore } from '../../../src/shared/security/semaphore.ts'

const refuse = () => new RangeError('too many')

test('runs a limited number of tasks, the others in order of arrival', async (t) => {
  const inTurn = openSemaphore({ maxRunning: 2, maxWaiting: 10, createOverflowError: refuse })
  const begun: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const all = gates.map(({ promise }, n) =>
    inTurn(async () => {
      begun.push(n)
      await promise
      return n
    }),
  )
  t.deepEqual(begun, [0, 1])
  gates[1]?.resolve()
  await all[1]
  t.deepEqual(begun, [0, 1, 2])
  for (const { resolve } of gates) resolve()
  t.deepEqual(await Promise.all(all), [0, 1, 2, 3])
})

test('a task that throws releases its slot', async (t) => {
  const inTurn = openSemaphore({ maxRunning: 1, maxWaiting: 1, createOverflowError: refuse })
  const failing = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'next')
  await t.throwsAsync(failing, { message: 'no' })
  t.is(await next, 'next')
})

test('rejects tasks above the waiting limit', async (t) => {
  const inTurn = openSemaphore({ maxRunning: 1, maxWaiting: 1, createOverflowError: refuse })
  const gate = Promise.withResolvers<void>()
  const work = [inTurn(() => gate.promise), inTurn(async () => {})]
  await t.throwsAsync(
    inTurn(async () => {}),
    { instanceOf: RangeError },
  )
  gate.resolve()
  await Promise.all(work)
  await t.notThrowsAsync(inTurn(async () => {}))
})
