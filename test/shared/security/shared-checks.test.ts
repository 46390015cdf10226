import test from 'ava'
import { openSharedChecks } from '../../../src/shared/security/shared-checks.ts'

test('runs one check for concurrent callers with the same key', async (t) => {
  const checks = openSharedChecks<number>()
  let runs = 0
  const check = async () => ++runs
  t.deepEqual(await Promise.all([checks.run('a', check), checks.run('a', check), checks.run('b', check)]), [1, 1, 2])
  t.is(await checks.run('a', check), 3)
})

test('all callers receive the error, and the next caller starts a new check', async (t) => {
  const checks = openSharedChecks<number>()
  const fail = async () => {
    throw new Error('no registry')
  }
  const results = await Promise.allSettled([checks.run('a', fail), checks.run('a', async () => 1)])
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  t.is(await checks.run('a', async () => 1), 1)
})

test('a check from before clear does not end a later one', async (t) => {
  const checks = openSharedChecks<string>()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const early = checks.run('a', () => first.promise)
  checks.clear()
  const late = checks.run('a', () => second.promise)
  first.resolve('early')
  t.is(await early, 'early')
  const shared = checks.run('a', async () => 'another')
  second.resolve('late')
  t.deepEqual(await Promise.all([late, shared]), ['late', 'late'])
})
