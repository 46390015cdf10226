import test from 'ava'
import { openHourlyLimit } from '../../../src/shared/security/index.ts'
import { openMemoryStore } from '../../../src/shared/storage/index.ts'

const hourMs = 3_600_000

function open(perHour = 2) {
  const time = { now: 5 * hourMs + 1 }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  return { time, store, limit: openHourlyLimit({ kind: 'mails', perHour }, { counters: store, clock }) }
}

test('exactly the allowed actions pass, and the next one learns when the hour ends', async (t) => {
  const { limit } = open()
  t.is(await limit.count('anna'), undefined)
  t.is(await limit.count('anna'), undefined)
  t.deepEqual(await limit.count('anna'), { lockedUntil: 6 * hourMs })
})

test('another hour allows as many again', async (t) => {
  const { time, limit } = open(1)
  await limit.count('anna')
  time.now = 6 * hourMs - 1
  t.deepEqual(await limit.count('anna'), { lockedUntil: 6 * hourMs })
  time.now = 6 * hourMs
  t.is(await limit.count('anna'), undefined)
  t.deepEqual(await limit.count('anna'), { lockedUntil: 7 * hourMs })
})

test('names count apart, and processes with one store together', async (t) => {
  const { time, store, limit } = open(1)
  const other = openHourlyLimit({ kind: 'mails', perHour: 1 }, { counters: store, clock: () => time.now })
  const ofAnotherKind = openHourlyLimit({ kind: 'tests', perHour: 1 }, { counters: store, clock: () => time.now })
  await limit.count('anna')
  t.is(await limit.count('bob'), undefined)
  t.truthy(await other.count('anna'))
  t.is(await ofAnotherKind.count('anna'), undefined)
})
