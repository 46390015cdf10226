import { createHash } from 'node:crypto'

import test from 'ava'

import { silentLog } from '../../../src/lib/log.ts'
import { openAttempts, usualAllowances } from '../../../src/oauth/state/attempts.ts'
import { openMemoryStore } from '../../../src/storage/index.ts'

/** Two processes on one store, and how many checks they let through. */
function open() {
  const time = { now: Date.now() }
  const store = openMemoryStore({ clock: () => time.now })
  const processes = [1, 2].map(() => openAttempts(store, 'attempt', () => time.now, silentLog))
  const counts = { checks: 0 }

  const guess = (number: number, user = 'alice') => {
    const attempts = processes[number % 2] as (typeof processes)[number]
    return attempts.attempt({ user, address: '10.0.0.1' }, `guess ${number}`, async () => {
      counts.checks += 1
      await new Promise((resolve) => setImmediate(resolve))
      return undefined
    })
  }
  const right = (number: number, user = 'alice') => {
    const attempts = processes[number % 2] as (typeof processes)[number]
    return attempts.attempt({ user, address: '10.0.0.1' }, 'right', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return user
    })
  }
  return { time, counts, guess, right }
}

const tooMany = { message: /slow_down/ }

test('guesses at once over two processes: exactly as many are checked as are allowed', async (t) => {
  const { counts, guess } = open()
  const results = await Promise.allSettled(Array.from({ length: 100 }, (_, number) => guess(number)))
  t.is(counts.checks, usualAllowances.user.failures)
  t.is(results.filter(({ status }) => status === 'fulfilled').length, usualAllowances.user.failures)
})

test('guesses in a row are no better', async (t) => {
  const { counts, guess } = open()
  for (let number = 0; number < 30; number += 1) await guess(number).catch(() => {})
  t.is(counts.checks, usualAllowances.user.failures)
})

test('the next window is open again', async (t) => {
  const { guess, right, time } = open()
  for (let number = 0; number < 10; number += 1) await guess(number)
  await t.throwsAsync(right(1), tooMany)
  time.now += usualAllowances.user.windowMs
  t.is(await right(1), 'alice')
})

test('whoever was right before is not locked out by the guesses of others', async (t) => {
  const { guess, right } = open()
  await right(0)
  for (let number = 0; number < 10; number += 1) await guess(number)
  t.is(await right(0), 'alice')
  await t.throwsAsync(guess(11), tooMany)
})

test('a crowd of right ones at once passes', async (t) => {
  const { right } = open()
  const same = await Promise.all(Array.from({ length: 200 }, (_, number) => right(number)))
  t.is(same.length, 200)
  const others = await Promise.all(
    Array.from({ length: 150 }, (_, number) => right(number, `user ${number}`)),
  )
  t.is(others.length, 150)
})

test('an address that guesses at many users is stopped as well', async (t) => {
  const { counts, guess } = open()
  const tries = Array.from({ length: 300 }, (_, number) => guess(number, `user ${number}`))
  await Promise.allSettled(tries)
  t.is(counts.checks, usualAllowances.address.failures)
})

test("a check that fails is nobody's wrong guess", async (t) => {
  const { right } = open()
  const time = Date.now()
  const attempts = openAttempts(openMemoryStore({ clock: () => time }), 'attempt', () => time, silentLog)
  for (let number = 0; number < 50; number += 1) {
    await t.throwsAsync(
      attempts.attempt({ user: 'alice' }, createHash('sha1').update(`${number}`).digest('hex'), async () => {
        throw new Error('down')
      }),
      { message: 'down' },
    )
  }
  t.is(await right(0), 'alice')
  t.is(await attempts.attempt({ user: 'alice' }, 'right', async () => 'alice'), 'alice')
})

test('whose failures are not counted is never held up', async (t) => {
  const address = { failures: 0, windowMs: 1000 }
  const allowances = { ...usualAllowances, user: { failures: 2, windowMs: 1000 }, address }
  const attempts = openAttempts(
    openMemoryStore({ clock: () => 0 }),
    'attempt',
    () => 0,
    silentLog,
    allowances,
  )
  const guess = (user: string) =>
    attempts.attempt({ user, address: '10.0.0.1' }, 'guess', async () => undefined)
  for (const user of ['a', 'a', 'b', 'b', 'c']) t.is(await guess(user), undefined)
  await t.throwsAsync(guess('a'), tooMany)
})
