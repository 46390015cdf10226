import test from 'ava'
import {
  type AttemptSlot,
  type AttemptWindowOptions,
  openAttemptWindow,
} from '../../../src/shared/security/attempt-window.ts'
import { openMemoryStore } from '../../../src/shared/storage/index.ts'

const windowMs = 600_000

function open(changes: Partial<AttemptWindowOptions> = {}) {
  const time = { now: 10 * windowMs }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const locked: string[] = []
  const openWindow = (more: Partial<AttemptWindowOptions> = {}) =>
    openAttemptWindow({
      store,
      clock,
      kind: 'attempts',
      purpose: 'an account',
      maxFailures: 3,
      windowMs,
      lockReadMs: 0,
      maxTries: 1,
      onLock: (name) => locked.push(name),
      ...changes,
      ...more,
    })
  return { time, store, locked, window: openWindow(), openWindow }
}

type Opened = ReturnType<typeof open>['window']

async function acquire(window: Opened, name = 'anna'): Promise<AttemptSlot> {
  const slot = await window.acquireSlot(name)
  if (!slot) throw new Error('there is no slot')
  return slot
}

async function fail(window: Opened, times: number, name = 'anna'): Promise<void> {
  for (let count = 0; count < times; count += 1) await (await acquire(window, name)).recordFailure()
}

test('the last allowed failure locks the name for the length of a window, and is reported once', async (t) => {
  const { time, locked, window } = open()
  time.now += 1_000
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined)
  t.deepEqual(locked, [])
  await fail(window, 1)
  t.is(await window.lockedUntil('anna'), time.now + windowMs)
  t.is(window.knownLockedUntil('anna'), time.now + windowMs)
  t.deepEqual(locked, ['anna'])
  t.is(await window.lockedUntil('bob'), undefined)
  time.now += windowMs - 1
  t.is(await window.lockedUntil('anna'), time.now + 1)
  t.is(window.knownLockedUntil('anna'), time.now + 1)
  time.now += 1
  t.is(await window.lockedUntil('anna'), undefined)
  t.is(window.knownLockedUntil('anna'), undefined)
})

test('concurrent attempts get as many slots as failures are allowed', async (t) => {
  const { window } = open()
  const slots = await Promise.all(Array.from({ length: 20 }, () => window.acquireSlot('anna')))
  t.is(slots.filter((slot) => slot !== false).length, 3)
})

test('a released slot can be acquired again, and proves nothing about earlier failures', async (t) => {
  const { window } = open()
  await fail(window, 2)
  await (await acquire(window)).release()
  await (await acquire(window)).recordFailure()
  t.false(await window.acquireSlot('anna'))
})

test('a success resets the earlier failures', async (t) => {
  const { window } = open()
  await fail(window, 2)
  await (await acquire(window)).releaseAndResetFailures()
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined)
  await fail(window, 1)
  t.not(await window.lockedUntil('anna'), undefined)
})

test('attempts that run during a success still count in their own round', async (t) => {
  const { window } = open()
  await fail(window, 1)
  const [first, second] = [await acquire(window), await acquire(window)]
  await first.releaseAndResetFailures()
  await second.recordFailure()
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined)
})

test('failures before and after the end of a window count together', async (t) => {
  const { time, window } = open()
  time.now += windowMs - 1
  await fail(window, 2)
  time.now += 2
  await fail(window, 1)
  t.is(await window.lockedUntil('anna'), time.now + windowMs)
  t.false(await window.acquireSlot('anna'))

  time.now += windowMs
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined, 'a lock that has ended ends the failures before it')
})

test('failures count less in the next window, and not after it', async (t) => {
  const { time, window } = open()
  await fail(window, 2)
  time.now += 1.75 * windowMs
  await fail(window, 1)
  t.is(await window.lockedUntil('anna'), undefined)
  time.now += windowMs
  await fail(window, 1)
  t.is(await window.lockedUntil('anna'), undefined)
  time.now += 2 * windowMs
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined)
})

test('a success after the end of a window resets the failures before it', async (t) => {
  const { time, window } = open()
  await fail(window, 2)
  time.now += windowMs
  await (await acquire(window)).releaseAndResetFailures()
  await fail(window, 2)
  t.is(await window.lockedUntil('anna'), undefined)
})

test('a failure that another clock still counts in the window before is found, and that window is read once later', async (t) => {
  const { time, store, window, openWindow } = open()
  const late = openWindow({ clock: () => time.now - 2_000 })
  time.now += windowMs + 1_000
  await (await acquire(window)).release()
  await fail(late, 2)
  await fail(window, 1)
  t.is(await window.acquireSlot('anna'), false)

  time.now += 120_000
  const reads: string[] = []
  const { find } = store
  store.find = ((...given: Parameters<typeof find>) => {
    reads.push(String(given[1]))
    return find.apply(store, given)
  }) as typeof find
  for (let count = 0; count < 3; count += 1) await (await acquire(window, 'bob')).release()
  t.is(reads.length, 4, 'the round at each attempt, and the window before once')
})

test('failures without a slot lock the name as well, and are reported when they are the last allowed one', async (t) => {
  const { locked, window } = open()
  for (let count = 0; count < 2; count += 1) await window.addFailure('anna')
  t.is(await window.lockedUntil('anna'), undefined)
  await window.addFailure('anna')
  t.not(await window.lockedUntil('anna'), undefined)
  await window.addFailure('anna')
  t.deepEqual(locked, ['anna'])
  t.false(await window.acquireSlot('anna'))
})

test('an attempt waits for a slot that a running attempt releases', async (t) => {
  const { window } = open({ maxTries: 60, maxFailures: 1 })
  const running = await acquire(window)
  const waiting = window.acquireSlot('anna')
  await running.release()
  t.truthy(await waiting)
})

test('an attempt does not wait when no slot can be released any more', async (t) => {
  const { window } = open({ maxTries: 1_000_000 })
  await fail(window, 3)
  t.false(await window.acquireSlot('anna'))
})

test('processes with one store share counters and locks, and purposes and kinds do not', async (t) => {
  const { window, openWindow } = open()
  await fail(window, 2)
  const other = openWindow()
  await fail(other, 1)
  t.not(await window.lockedUntil('anna'), undefined)
  t.not(await openWindow().lockedUntil('anna'), undefined)
  t.is(openWindow().knownLockedUntil('anna'), undefined)
  for (const apart of [openWindow({ purpose: 'an address' }), openWindow({ kind: 'other' })]) {
    t.is(await apart.lockedUntil('anna'), undefined)
    await fail(apart, 2)
  }
})

test('a process assumes for a while that a name is still not locked, and never that a lock has ended', async (t) => {
  const { time, window, openWindow } = open()
  const reader = openWindow({ lockReadMs: 1_000 })
  t.is(await reader.lockedUntil('anna'), undefined)
  await fail(window, 3)
  time.now += 999
  t.is(await reader.lockedUntil('anna'), undefined)
  time.now += 1
  t.not(await reader.lockedUntil('anna'), undefined)
})

test('after the clock was set back, a process reads the lock again', async (t) => {
  const { time, window, openWindow } = open()
  const reader = openWindow({ lockReadMs: 1_000 })
  t.is(await reader.lockedUntil('anna'), undefined)
  time.now -= 1
  await fail(window, 3)
  t.not(await reader.lockedUntil('anna'), undefined)
})

test('an allowance of no failures counts nothing', async (t) => {
  const { window, store } = open({ maxFailures: 0 })
  for (let count = 0; count < 5; count += 1) {
    await window.addFailure('anna')
    const slot = await acquire(window)
    await slot.recordFailure()
    await slot.release()
    await slot.releaseAndResetFailures()
  }
  t.is(await window.lockedUntil('anna'), undefined)
  t.is(window.knownLockedUntil('anna'), undefined)
  t.deepEqual(await store.list('attempts'), [])
})
