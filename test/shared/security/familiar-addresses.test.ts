import test from 'ava'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { openFamiliarAddresses } from '../../../src/shared/security/familiar-addresses.ts'
import { openMemoryStore } from '../../../src/shared/storage/index.ts'

const dayMs = 86_400_000

function open() {
  const time = { now: 1_000 * dayMs }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const calls = { saves: 0, finds: 0 }
  const state = { fails: false }
  const watched = {
    ...store,
    async save(...args: Parameters<typeof store.save>) {
      calls.saves += 1
      if (state.fails) throw new Error('the disk is full')
      await store.save(...args)
    },
    async find(...args: Parameters<typeof store.find>) {
      calls.finds += 1
      return store.find(...args)
    },
  }
  const openAgain = () => openFamiliarAddresses(watched, 'familiar', clock, silentLog)
  return { time, calls, state, addresses: openAgain(), openAgain }
}

test('an address is familiar after a sign-in, for this account only and in every process', async (t) => {
  const { addresses, openAgain } = open()
  t.false(await addresses.has('anna 10.0.0.1'))
  await addresses.record('anna 10.0.0.1')
  t.true(await addresses.has('anna 10.0.0.1'))
  t.true(await openAgain().has('anna 10.0.0.1'))
  t.false(await addresses.has('bob 10.0.0.1'))
  t.false(await addresses.has('anna 10.0.0.2'))
})

test('an address is forgotten 30 days after the last sign-in', async (t) => {
  const { time, addresses, openAgain } = open()
  await addresses.record('anna')
  time.now += 30 * dayMs - 1
  t.true(await addresses.has('anna'))
  time.now += 1
  t.false(await addresses.has('anna'))
  t.false(await openAgain().has('anna'))
})

test('a process writes and reads a familiar address once a day', async (t) => {
  const { time, calls, addresses } = open()
  await addresses.record('anna')
  time.now += dayMs - 1
  await addresses.record('anna')
  t.true(await addresses.has('anna'))
  t.deepEqual(calls, { saves: 1, finds: 0 })
  time.now += 1
  t.true(await addresses.has('anna'))
  await addresses.record('anna')
  t.deepEqual(calls, { saves: 2, finds: 1 })
  time.now += 30 * dayMs - 1
  t.true(await addresses.has('anna'), 'the life begins again with the second write')
})

test('after the clock was set back by days, a sign-in is written again', async (t) => {
  const { time, calls, addresses } = open()
  await addresses.record('anna')
  time.now -= 1
  await addresses.record('anna')
  t.is(calls.saves, 2)
  time.now += 1
  await addresses.record('anna')
  t.is(calls.saves, 2)
})

test('a store that fails costs no sign-in, and the next one writes again', async (t) => {
  const { calls, state, addresses } = open()
  state.fails = true
  await t.notThrowsAsync(addresses.record('anna'))
  t.false(await addresses.has('anna'))
  state.fails = false
  await addresses.record('anna')
  t.is(calls.saves, 2)
  t.true(await addresses.has('anna'))
})
