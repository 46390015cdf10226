import test from 'ava'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import {
  type AttemptAllowances,
  type AttemptLimitsOptions,
  defaultAttemptAllowances,
  isLocked,
  openAttemptLimits,
  userAtAddress,
} from '../../../src/shared/security/index.ts'
import { openMemoryStore } from '../../../src/shared/storage/index.ts'
import { createSpellings } from '../../_support/spellings.ts'

const { user, address } = defaultAttemptAllowances
const dayMs = 86_400_000

/** Two processes on one store that take turns; `alice` and `bob` have the password `right`. */
function open(options: Partial<AttemptLimitsOptions> = {}) {
  const time = { now: Date.now() }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const openOne = () => openAttemptLimits({ store, kind: 'attempt', clock, log: silentLog, ...options })
  let processes = [openOne(), openOne()]
  const counts = { checks: 0 }
  let turn = 0

  /** The name of the user, `wrong`, or `locked`. */
  async function attempt(password: string, from = '10.0.0.1', name = 'alice', kind: 'user' | 'client' = 'user') {
    turn += 1
    const limits = processes[turn % 2] as (typeof processes)[number]
    const result = await limits.attempt({ kind, name, address: from }, password, async () => {
      counts.checks += 1
      await new Promise((resolve) => setImmediate(resolve))
      return password === 'right' ? name : undefined
    })
    if (isLocked(result)) return 'locked'
    return result.value ?? 'wrong'
  }
  const guess = (number: number, from?: string, name?: string) => attempt(`guess ${number}`, from, name)
  const guesses = (count: number, from?: string, name?: string) =>
    Promise.all(Array.from({ length: count }, (_, number) => guess(number, from, name)))
  const restart = () => {
    processes = [openOne(), openOne()]
  }
  return { time, counts, store, attempt, guess, guesses, restart }
}

/** Guesses at a name from many addresses until it is locked everywhere, address by address. */
async function guessFromEverywhere({ guess }: ReturnType<typeof open>, name = 'alice') {
  for (let from = 0; from < 10; from += 1)
    for (let number = 0; number < user.maxFailures; number += 1) await guess(number, `10.1.0.${from}`, name)
}

for (const [title, inTurn] of [
  ['at once', false],
  ['in a row', true],
] as const) {
  test(`of attempts ${title} over two processes, exactly the allowed number is checked`, async (t) => {
    const { counts, guess, guesses } = open()
    if (inTurn) for (let number = 0; number < 60; number += 1) await guess(number)
    else await guesses(60)
    t.is(counts.checks, user.maxFailures)
  })
}

for (const before of ['never', 'a moment ago', 'in another process before a restart'] as const) {
  test(`a locked account has the same result for right and wrong passwords, where it signed in ${before}`, async (t) => {
    const { counts, attempt, guess, guesses, restart } = open()
    if (before !== 'never') {
      t.is(await attempt('right'), 'alice')
      t.is(await attempt('right'), 'alice')
    }
    if (before.startsWith('in another')) restart()
    await guesses(60)
    const { checks } = counts
    for (let number = 0; number < 10; number += 1) {
      t.is(await attempt('right'), 'locked')
      t.is(await guess(1000 + number), 'locked')
    }
    t.is(counts.checks, checks)
  })
}

test('a lock lasts as long as the window, from the failure that caused it', async (t) => {
  const { guesses, attempt, time } = open()
  time.now += user.windowMs - (time.now % user.windowMs) - 1000 // a second before a window ends
  await guesses(20)
  time.now += user.windowMs - 1
  t.is(await attempt('right'), 'locked')
  time.now += 1
  t.is(await attempt('right'), 'alice')
})

test('failures at one address do not lock the account at another', async (t) => {
  const { guesses, attempt } = open()
  await guesses(60, '127.0.0.9')
  t.is(await attempt('right', '127.0.0.1'), 'alice')
  t.is(await attempt('right', '127.0.0.9'), 'locked')
})

test('failures of a client at one address do not lock it at another', async (t) => {
  const { attempt } = open()
  for (let number = 0; number < 100; number += 1) await attempt(`${number}`, '127.0.0.9', 'app', 'client')
  t.is(await attempt('right', '127.0.0.1', 'app', 'client'), 'app')
  t.is(await attempt('right', '127.0.0.9', 'app', 'client'), 'locked')
})

test('attempts from many addresses are limited to the allowance of one address', async (t) => {
  const opened = open()
  const { guess, counts, time } = opened
  await guessFromEverywhere(opened)
  t.is(counts.checks, 10 * user.maxFailures)

  const before = counts.checks
  const stepMs = 10_000
  for (let passed = 0; passed < user.windowMs - stepMs; passed += stepMs) {
    for (let from = 0; from < 5; from += 1) await guess(passed, `10.2.${passed / stepMs}.${from}`)
    time.now += stepMs
  }
  t.true(counts.checks - before >= user.maxFailures - 2, `${counts.checks - before} checks`)
  t.true(counts.checks - before <= user.maxFailures + 1, `${counts.checks - before} checks`)
})

test('a slowed account can sign in at its familiar addresses, and at another one when a slot is free', async (t) => {
  const opened = open()
  const { attempt, time, restart } = opened
  t.is(await attempt('right', 'home'), 'alice')
  restart()
  time.now += 29 * dayMs
  await guessFromEverywhere(opened)
  t.is(await attempt('right', 'home'), 'alice')

  t.is(await attempt('wrong', 'elsewhere'), 'wrong')
  t.is(await attempt('right', 'on the road'), 'locked')
  time.now += user.windowMs / user.maxFailures
  t.is(await attempt('right', 'on the road'), 'alice')
  t.is(await attempt('right', 'on the road'), 'alice') // it is familiar now
})

test('an address stays familiar for 30 days after its last use', async (t) => {
  const opened = open()
  const { attempt, time } = opened
  for (let day = 0; day < 60; day += 20) {
    t.is(await attempt('right', 'home'), 'alice')
    time.now += 20 * dayMs
  }
  t.is(await attempt('right', 'home'), 'alice')

  time.now += 31 * dayMs
  opened.restart()
  await guessFromEverywhere(opened)
  t.is(await attempt('guess', 'elsewhere'), 'wrong')
  t.is(await attempt('right', 'home'), 'locked')
})

test('a failed attempt does not make an address familiar', async (t) => {
  const opened = open()
  await opened.attempt('guess', 'home')
  await guessFromEverywhere(opened)
  await opened.attempt('guess', 'elsewhere')
  t.is(await opened.attempt('right', 'home'), 'locked')
})

test('an address with failures of many users is locked for all but the users who have signed in there', async (t) => {
  const { counts, guess, attempt } = open()
  t.is(await attempt('right', '10.0.0.1', 'bob'), 'bob')
  for (let number = 0; number < 300; number += 1) await guess(number, '10.0.0.1', `user ${number}`)
  t.is(counts.checks, 1 + address.maxFailures)
  t.is(await attempt('right', '10.0.0.1', 'alice'), 'locked')
  t.is(await attempt('right', '10.0.0.1', 'bob'), 'bob')
  t.is(await attempt('right', '10.0.0.2', 'alice'), 'alice')
})

test('attempts while an account is locked count for the address, with a right password as well', async (t) => {
  const { guesses, attempt } = open()
  await guesses(user.maxFailures)
  for (let number = user.maxFailures; number < address.maxFailures; number += 1) {
    t.is(await attempt('another', '10.0.0.1', `bob ${number}`), 'wrong')
    t.is(await attempt('right'), 'locked')
    if (number * 2 - user.maxFailures + 2 >= address.maxFailures) break
  }
  t.is(await attempt('right', '10.0.0.1', 'carol'), 'locked')
})

test('failures at a familiar address count for the address', async (t) => {
  const { guess, attempt } = open()
  for (let number = 0; number < address.maxFailures; number += 1) {
    const name = `user ${Math.floor(number / 5)}`
    if (number % 5 === 0) await attempt('right', '10.0.0.1', name)
    t.is(await guess(number, '10.0.0.1', name), 'wrong')
  }
  t.is(await attempt('right', '10.0.0.1', 'carol'), 'locked')
})

test('a right password resets the earlier failures', async (t) => {
  const { guess, attempt } = open()
  for (let round = 0; round < 4; round += 1) {
    for (let number = 0; number < user.maxFailures - 1; number += 1) t.is(await guess(number), 'wrong')
    t.is(await attempt('right'), 'alice')
    t.is(await attempt('right'), 'alice')
  }
})

test('a changed password is wrong, though it was right a moment ago', async (t) => {
  const limits = openAttemptLimits({
    store: openMemoryStore({ clock: () => 0 }),
    kind: 'attempt',
    clock: () => 0,
    log: silentLog,
  })
  const who = { kind: 'user', name: 'alice', address: 'a' } as const
  const results: ('right' | undefined)[] = ['right', undefined, undefined]
  const checked = () => limits.attempt(who, 'old', async () => results.shift())
  t.deepEqual(await checked(), { value: 'right' })
  t.deepEqual(await checked(), { value: undefined })
})

test('many concurrent right passwords pass', async (t) => {
  const { attempt } = open()
  const same = await Promise.all(Array.from({ length: 200 }, () => attempt('right')))
  t.deepEqual([...new Set(same)], ['alice'])
  const others = await Promise.all(
    Array.from({ length: 150 }, (_, number) => attempt('right', '10.0.0.1', `user ${number}`)),
  )
  t.is(new Set(others).size, 150)
  t.false(others.includes('locked'))
})

test('accounts and addresses with similar names are separate', async (t) => {
  const { guesses, attempt } = open()
  await guesses(60, '10.0.0.1', 'alice at 10.0.0.2')
  await guesses(60, '10.0.0.1 at 10.0.0.2', 'alice')
  t.is(await attempt('right', '10.0.0.2', 'alice'), 'alice')
  t.is(await attempt('right', '10.0.0.3', 'alice at 10.0.0.2'), 'alice at 10.0.0.2')
})

test('a check that throws counts for no account', async (t) => {
  const { store, time, attempt } = open()
  const limits = openAttemptLimits({ store, kind: 'attempt', clock: () => time.now, log: silentLog })
  const who = { kind: 'user', name: 'alice', address: '10.0.0.1' } as const
  for (let number = 0; number < 120; number += 1) {
    const failing = limits.attempt(who, `${number}`, async () => {
      throw new Error('down')
    })
    await t.throwsAsync(failing, { message: 'down' })
  }
  t.is(await attempt('right'), 'alice')
})

test('an allowance of 0 failures counts nothing', async (t) => {
  const none = { maxFailures: 0, windowMs: 1000 }
  const allowances: AttemptAllowances = {
    ...defaultAttemptAllowances,
    user: { maxFailures: 2, windowMs: 1000 },
    address: none,
  }
  const { guess, attempt } = open({ allowances })
  for (const name of ['a', 'a', 'b', 'b', 'c']) t.is(await guess(1, '10.0.0.1', name), 'wrong')
  t.is(await guess(2, '10.0.0.1', 'a'), 'locked')

  const unlimited = open({ allowances: { ...allowances, user: none } })
  for (let number = 0; number < 50; number += 1) t.is(await unlimited.guess(number), 'wrong')
  t.is(await attempt('right', '10.0.0.9', 'a'), 'a')
})

test('reports a known lock without reading the store', async (t) => {
  const clock = () => 0
  const limits = openAttemptLimits({ store: openMemoryStore({ clock }), kind: 'attempt', clock, log: silentLog })
  const who = { kind: 'user', name: 'alice', address: 'a' } as const
  t.false(limits.isKnownLocked(who))
  for (let number = 0; number < user.maxFailures; number += 1)
    await limits.attempt(who, `${number}`, async () => undefined)
  t.true(limits.isKnownLocked(who))
  t.false(limits.isKnownLocked({ ...who, address: 'b' }))
})

/** Limits for users whose registry accepts every spelling of a name; `right` is the right password. */
function openForUsers() {
  const clock = () => 0
  const limits = openAttemptLimits({ store: openMemoryStore({ clock }), kind: 'attempt', clock, log: silentLog })
  return async (name: string, password: string, from: string) => {
    const check = async () => (password === 'right' ? name : undefined)
    const result = await limits.attempt(userAtAddress(name, from), password, check)
    return isLocked(result) ? 'locked' : (result.value ?? 'wrong')
  }
}

test('other spellings of a name give no further attempts at one address', async (t) => {
  const attempt = openForUsers()
  const spellings = ['dora', 'ｄora', '𝐝ora', ...createSpellings('dora', 100, 3)]
  const results: string[] = []
  for (const name of spellings) results.push(await attempt(name, 'guess', 'a'))
  t.is(results.filter((result) => result === 'wrong').length, user.maxFailures)
  for (const name of spellings) t.is(await attempt(name, 'right', 'a'), 'locked')
})

test('guesses from many addresses, each with another spelling, are slowed down', async (t) => {
  const attempt = openForUsers()
  const results: string[] = []
  for (const [from, name] of createSpellings('dora', 160, 4).entries())
    results.push(await attempt(name, 'guess', `10.2.0.${from}`))
  t.is(results.filter((result) => result === 'wrong').length, user.maxFailures * 10 + 1)
  t.is(await attempt('dora', 'right', '10.3.0.1'), 'locked')
})

test('who signs in with a similar name resets no failures and opens no address for the other user', async (t) => {
  const attempt = openForUsers()
  const results: string[] = []
  for (let number = 0; number < 20; number += 1) {
    results.push(await attempt('dora', `guess ${number}`, 'a'))
    results.push(await attempt('dóra', 'right', 'a'))
  }
  t.is(results.filter((result) => result === 'wrong').length, user.maxFailures)

  const elsewhere = openForUsers()
  t.is(await elsewhere('dóra', 'right', 'home'), 'dóra')
  for (let from = 0; from < 160; from += 1) await elsewhere('dora', 'guess', `10.2.0.${from}`)
  t.is(await elsewhere('dora', 'right', 'home'), 'locked')
  t.is(await elsewhere('dóra', 'right', 'home'), 'dóra')
})
