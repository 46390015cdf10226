import test from 'ava'
import { silentLog } from '../../../src/shared/lib/output/log.ts'
import { buildCounterFallback, openMemoryStore, StateStoreError } from '../../../src/shared/storage/index.ts'

const end = 2_000_000_000_000

function openBroken(fallback: 'reject' | 'pass' | 'local') {
  const shared = openMemoryStore({ clock: () => 0 })
  const state = { isOut: false, failures: 0, lines: [] as string[] }
  const fail = async <T>(call: () => Promise<T>): Promise<T> => {
    if (state.isOut) throw new StateStoreError('unavailable', 'it cannot be reached')
    return call()
  }
  const log = {
    ...silentLog,
    error: (_: object, text: string) => state.lines.push(text),
    info: (_: object, text: string) => state.lines.push(text),
  } as never
  const counters = buildCounterFallback(
    {
      find: (...given) => fail(() => shared.find(...given)),
      save: (...given) => fail(() => shared.save(...given)),
      count: (...given) => fail(() => shared.count(...given)),
      remove: (...given) => fail(() => shared.remove(...given)),
    },
    {
      fallback,
      what: 'limits',
      log,
      local: openMemoryStore({ clock: () => 0 }),
      onFallback: () => {
        state.failures += 1
      },
    },
  )
  return { counters, state }
}

test('reject: operations fail while the store is away', async (t) => {
  const { counters, state } = openBroken('reject')
  state.isOut = true
  await t.throwsAsync(counters.count('kind', 'key', 1, end), { instanceOf: StateStoreError })
  t.is(state.failures, 1)
})

test('pass: nothing is counted while the store is away, and the earlier count is found again', async (t) => {
  const { counters, state } = openBroken('pass')
  await counters.count('kind', 'key', 3, end)
  state.isOut = true
  t.is(await counters.count('kind', 'key', 1, end), 0)
  t.is(await counters.find('kind', 'key'), undefined)
  await counters.save('kind', 'key', 9)
  await counters.remove('kind', 'key')
  state.isOut = false
  t.is(await counters.count('kind', 'key', 1, end), 4)
})

test('local: this process counts by itself while the store is away', async (t) => {
  const { counters, state } = openBroken('local')
  await counters.count('kind', 'key', 3, end)
  state.isOut = true
  t.is(await counters.count('kind', 'key', 1, end), 1)
  t.is(await counters.count('kind', 'key', 1, end), 2)
  state.isOut = false
  t.is(await counters.count('kind', 'key', 1, end), 4)
})

test('an outage is logged once at its beginning and once at its end', async (t) => {
  const { counters, state } = openBroken('pass')
  state.isOut = true
  await counters.find('kind', 'key')
  t.deepEqual(state.lines, ['the counters cannot be reached'])
  await counters.find('kind', 'key')
  state.isOut = false
  await counters.find('kind', 'key')
  await counters.find('kind', 'key')
  t.deepEqual(state.lines, ['the counters cannot be reached', 'the counters can be reached again'])
  t.is(state.failures, 2)
})

test('an error of the caller is not an outage', async (t) => {
  const { counters, state } = openBroken('pass')
  await counters.save('kind', 'key', 'text')
  await t.throwsAsync(counters.count('kind', 'key', 1, end), { instanceOf: TypeError })
  t.is(state.failures, 0)
})
