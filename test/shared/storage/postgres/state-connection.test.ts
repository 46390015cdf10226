import test from 'ava'
import { PostgresError } from '../../../../src/shared/lib/postgres/postgres-error.ts'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openDatabaseClock, toStateStoreError } from '../../../../src/shared/storage/postgres/state-connection.ts'

test('an error of PostgreSQL is an error of the store, with its code and cause', (t) => {
  const cause = new Error('cause')
  const error = toStateStoreError(new PostgresError('full', 'the disk is full', { cause }))
  t.true(error instanceof StateStoreError)
  t.like(error, { code: 'full', message: 'the disk is full', cause })
})

test('every other error stays as it is', (t) => {
  const error = new TypeError('wrong')
  t.is(toStateStoreError(error), error)
})

test('shows the time of the database, at the middle of the round trip', async (t) => {
  const timer = { now: 1_000 }
  const clock = openDatabaseClock(() => timer.now)
  await clock.measure(async () => {
    timer.now += 40
    return 5_000_000
  })
  t.is(clock.now(), 5_000_020)
  timer.now += 1_000
  t.is(clock.now(), 5_001_020)
})

test('shows the time of this machine until it is measured', (t) => {
  const clock = openDatabaseClock(() => 1_000_000)
  const before = Date.now()
  const shown = clock.now()
  t.true(Math.abs(shown - before) < 1_000_000)
})

test('does not go back when a measurement finds an earlier time', async (t) => {
  const timer = { now: 0 }
  const clock = openDatabaseClock(() => timer.now)
  await clock.measure(async () => 9_000_000)
  t.is(clock.now(), 9_000_000)
  await clock.measure(async () => 8_999_000)
  t.is(clock.now(), 9_000_000)
  timer.now += 1_500
  t.is(clock.now(), 9_000_500)
})

test('keeps its time when a measurement fails', async (t) => {
  const timer = { now: 0 }
  const clock = openDatabaseClock(() => timer.now)
  await clock.measure(async () => 9_000_000)
  await t.throwsAsync(clock.measure(() => Promise.reject(new Error('no answer'))))
  timer.now += 10
  t.is(clock.now(), 9_000_010)
})
