import test from 'ava'
import { openLog } from '../../../src/shared/lib/output/log.ts'
import { type AccountSlots, AccountWindows } from '../../../src/shared/security/account-windows.ts'
import { type AccountAtAddress, isLocked } from '../../../src/shared/security/attempt.ts'
import { openMemoryStore } from '../../../src/shared/storage/index.ts'

const windowMs = 600_000
const throttledMs = windowMs / 2
const allowances = {
  user: { maxFailures: 2, windowMs },
  client: { maxFailures: 4, windowMs },
  address: { maxFailures: 6, windowMs: windowMs * 10 },
}
const anna: AccountAtAddress = { kind: 'user', name: 'anna', address: 'home' }
const bob: AccountAtAddress = { ...anna, name: 'bob' }

function open() {
  const time = { now: windowMs * 100 }
  const clock = () => time.now
  const counters = openMemoryStore({ clock })
  const lines: string[] = []
  const log = openLog({ level: 'info', write: (line) => lines.push(line) })
  const openProcess = () => new AccountWindows({ counters, clock, kind: 'attempt', lockReadMs: 0, log, allowances })
  return { time, lines, windows: openProcess(), openProcess }
}

/** Acquires the slots of an attempt, or throws. */
async function acquire(windows: AccountWindows, who: AccountAtAddress, isFamiliar = false): Promise<AccountSlots> {
  const slots = await windows.acquireSlots(who, isFamiliar)
  if (isLocked(slots)) throw new Error(`${who.name} is locked at ${who.address}`)
  return slots
}

async function fail(windows: AccountWindows, who: AccountAtAddress, times: number, isFamiliar = false): Promise<void> {
  for (let count = 0; count < times; count += 1) await (await acquire(windows, who, isFamiliar)).recordFailure()
}

/** Fails for an account at as many addresses as make it slowed everywhere. */
async function slowDown(windows: AccountWindows): Promise<void> {
  for (let address = 0; address < 10; address += 1) await fail(windows, { ...anna, address: `10.0.0.${address}` }, 2)
}

/** Returns how many attempts at an address, each for another user, are admitted and fail. */
async function countFailures(windows: AccountWindows, address: string): Promise<number> {
  for (let failed = 0; failed < 20; failed += 1) {
    const slots = await windows.acquireSlots({ ...anna, name: `user ${failed}`, address }, false)
    if (isLocked(slots)) return failed
    await slots.recordFailure()
  }
  return Number.POSITIVE_INFINITY
}

test('the failures of an account at one address lock it there alone', async (t) => {
  const { time, windows } = open()
  await fail(windows, anna, 1)
  t.is(await windows.findLock(anna), undefined)
  await fail(windows, anna, 1)
  const lock = { lockedUntil: time.now + windowMs }
  t.deepEqual(await windows.findLock(anna), lock)
  t.deepEqual(await windows.acquireSlots(anna, false), lock)
  t.deepEqual(await windows.acquireSlots(anna, true), lock)
  for (const other of [bob, { ...anna, address: 'work' }, { ...anna, kind: 'client' } as const]) {
    t.is(await windows.findLock(other), undefined)
    await (await acquire(windows, other)).release()
  }
})

test('a process knows the locks that it has set or read', async (t) => {
  const { windows, openProcess } = open()
  await fail(windows, anna, 2)
  const other = openProcess()
  t.deepEqual(
    [windows, other].map((each) => each.isKnownLocked(anna)),
    [true, false],
  )
  t.false(windows.isKnownLocked(bob))
  await other.findLock(anna)
  t.true(other.isKnownLocked(anna))
})

test('clients have the allowance of clients', async (t) => {
  const { windows } = open()
  const app: AccountAtAddress = { ...anna, kind: 'client' }
  await fail(windows, app, 3)
  t.is(await windows.findLock(app), undefined)
  await fail(windows, app, 1)
  t.not(await windows.findLock(app), undefined)
})

test('the failures of all accounts at an address lock it for accounts that are not familiar there', async (t) => {
  const { time, windows } = open()
  t.is(await countFailures(windows, 'home'), 6)
  t.deepEqual(await windows.acquireSlots(anna, false), { lockedUntil: time.now + windowMs * 10 })
  t.false(isLocked(await windows.acquireSlots(anna, true)))
  t.false(isLocked(await windows.acquireSlots({ ...anna, address: 'work' }, false)))
})

test('locks outlast the windows in which the failures were counted', async (t) => {
  const { time, windows } = open()
  time.now += windowMs * 10 - 1
  await fail(windows, anna, 2)
  await countFailures(windows, 'work')
  const { now } = time
  time.now += 1
  t.deepEqual(await windows.acquireSlots(anna, true), { lockedUntil: now + windowMs })
  t.deepEqual(await windows.acquireSlots({ ...bob, address: 'work' }, false), { lockedUntil: now + windowMs * 10 })
})

test('attempts while an account is locked count as failures of the address', async (t) => {
  const { windows } = open()
  await fail(windows, anna, 2)
  await windows.findLock(anna)
  await windows.acquireSlots(anna, false)
  t.is(await countFailures(windows, 'home'), 2)
})

test('attempts while an address is locked do not prolong its lock', async (t) => {
  const { time, windows } = open()
  await fail(windows, anna, 2)
  await countFailures(windows, 'home')
  const { now } = time
  time.now += windowMs - 1
  await windows.findLock(anna)
  await fail(windows, bob, 1, true)
  t.deepEqual(await windows.acquireSlots({ ...anna, name: 'carol' }, false), { lockedUntil: now + windowMs * 10 })
})

test('failures at a familiar address count for the address', async (t) => {
  const { windows } = open()
  await fail(windows, anna, 2, true)
  await fail(windows, bob, 2, true)
  t.is(await countFailures(windows, 'home'), 2)
})

for (const isFamiliar of [false, true])
  test(`twenty failures at ${isFamiliar ? '' : 'un'}familiar addresses slow the account at unfamiliar ones`, async (t) => {
    const { time, windows } = open()
    for (let address = 0; address < 10; address += 1) {
      const [running, another] = [await acquire(windows, anna), await acquire(windows, anna)]
      await Promise.all([running.release(), another.release()])
      await fail(windows, { ...anna, address: `10.0.0.${address}` }, 2, isFamiliar)
    }
    await acquire(windows, { ...anna, address: 'first' })
    const refused = await windows.acquireSlots({ ...anna, address: 'second' }, false)
    t.deepEqual(refused, { lockedUntil: time.now + 1000 })
    t.false(isLocked(await windows.acquireSlots({ ...anna, address: 'familiar' }, true)))
    t.false(isLocked(await windows.acquireSlots({ ...bob, address: 'second' }, false)))
  })

test('an attempt for a slowed account does not wait for the one that runs', async (t) => {
  const { windows } = open()
  await slowDown(windows)
  const running = await acquire(windows, { ...anna, address: 'first' })
  const refused = windows.acquireSlots({ ...anna, address: 'second' }, false)
  await new Promise((resolve) => setImmediate(resolve)) // the store in memory has answered by then
  await running.release()
  t.true(isLocked(await refused))
})

test('a failure of a slowed account locks it at unfamiliar addresses for its share of the window', async (t) => {
  const { time, windows } = open()
  await slowDown(windows)
  await fail(windows, { ...anna, address: 'first' }, 1)
  const refused = await windows.acquireSlots({ ...anna, address: 'second' }, false)
  t.deepEqual(refused, { lockedUntil: time.now + throttledMs })
  time.now += throttledMs
  t.false(isLocked(await windows.acquireSlots({ ...anna, address: 'second' }, false)))
})

test('an attempt that is refused keeps no slot of its address or account', async (t) => {
  const { time, windows } = open()
  await slowDown(windows)
  const running = await acquire(windows, { ...anna, address: 'first' })
  for (let count = 0; count < 8; count += 1) {
    const refused = await windows.acquireSlots(anna, false)
    t.deepEqual(refused, { lockedUntil: time.now + 1000 })
  }
  await running.release()
  const own = await acquire(windows, anna)
  t.false(isLocked(await windows.acquireSlots(anna, true)))
  await own.release()
  t.is(await countFailures(windows, 'home'), 6)
})

test('released slots are free again in every window', async (t) => {
  const { windows } = open()
  for (let count = 0; count < 30; count += 1) await (await acquire(windows, anna)).release()
  t.is(await windows.findLock(anna), undefined)
  t.is(await countFailures(windows, 'home'), 6)
})

test('a success resets the failures of the account at the address, and not those of the address', async (t) => {
  const { windows } = open()
  for (let round = 0; round < 3; round += 1) {
    await fail(windows, anna, 1)
    await (await acquire(windows, anna)).recordSuccess()
  }
  t.is(await windows.findLock(anna), undefined)
  t.is(await countFailures(windows, 'home'), 3)
})

test('a success with another spelling than the one that counts resets nothing', async (t) => {
  const { windows } = open()
  const spelled: AccountAtAddress = { ...anna, name: 'Anna', countedAs: 'anna' }
  await fail(windows, anna, 1)
  await (await acquire(windows, spelled)).recordSuccess()
  await fail(windows, spelled, 1)
  t.not(await windows.findLock(anna), undefined)
})

test('successes keep no slot', async (t) => {
  const { windows } = open()
  for (const name of ['anna', 'Anna'])
    for (let count = 0; count < 10; count += 1)
      await (await acquire(windows, { ...anna, name, countedAs: 'anna' })).recordSuccess()
  t.is(await windows.findLock(anna), undefined)
  t.is(await countFailures(windows, 'home'), 6)
})

test('locks are logged with what is locked and for how long', async (t) => {
  const { lines, windows } = open()
  await slowDown(windows)
  await fail(windows, { ...anna, address: 'first' }, 1)
  await countFailures(windows, 'home')
  const told = lines.map((line) => JSON.parse(line)).filter(({ name }) => !/at 10\.0\.0\.[1-9]/.test(name))
  t.deepEqual(
    told.map(({ level, name, lockedMs, msg }) => [level, name, lockedMs, msg]),
    [
      ['user anna at 10.0.0.0', windowMs, 'an account at one address is locked: too many failed attempts'],
      ['user anna', windowMs, 'an account is locked: too many failed attempts'],
      ['home', windowMs * 10, 'an address is locked: too many failed attempts'],
    ].map((each) => ['warn', ...each]),
  )
})
