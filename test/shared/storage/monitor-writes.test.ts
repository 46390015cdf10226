import { mock } from 'node:test'
import test from 'ava'
import { monitorWrites, openMemoryStore, type StateStore, StateStoreError } from '../../../src/shared/storage/index.ts'

/** A store that is watched every second, and tries a write after ten without one, unless `options` says otherwise. */
function open(options: { checkIntervalMs?: number; idleMs?: number } = { checkIntervalMs: 1_000, idleMs: 10_000 }) {
  mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const clock = () => now
  const memory = openMemoryStore({ clock })
  let save: StateStore['save'] = memory.save
  let saves = 0
  const store = monitorWrites(
    {
      ...memory,
      save(...given) {
        saves += 1
        return save(...given)
      },
    },
    { clock, ...options },
  )
  return {
    store,
    saves: () => saves,
    become(behaviour: StateStore['save']) {
      save = behaviour
    },
    works() {
      save = memory.save
    },
    async seconds(count: number) {
      for (let second = 0; second < count; second += 1) {
        now += 1_000
        mock.timers.tick(1_000)
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      }
    },
  }
}

const full = () => Promise.reject(new StateStoreError('full', 'state file x: the disk is full'))

test.afterEach(() => mock.timers.reset())

test.serial('a failed write is reported until one succeeds', async (t) => {
  const { store, become, works } = open()
  t.is(store.writeFailureReason(), undefined)
  become(full)
  await t.throwsAsync(store.save('kind', 'key', 1), { message: 'state file x: the disk is full' })
  t.is(store.writeFailureReason(), 'state file x: the disk is full')
  works()
  await store.count('kind', 'other', 1, 60_000)
  t.is(store.writeFailureReason(), undefined)
})

test.serial('probes a store without writes now and then, a failing store at every check', async (t) => {
  const { store, become, works, saves, seconds } = open()
  await seconds(9)
  t.is(saves(), 0)
  become(full)
  await seconds(1)
  t.is(saves(), 1)
  t.is(store.writeFailureReason(), 'state file x: the disk is full')
  await seconds(3)
  t.is(saves(), 4)
  works()
  await seconds(1)
  t.is(store.writeFailureReason(), undefined)
})

test.serial('reports a write that does not finish', async (t) => {
  const { store, become, saves, seconds } = open()
  const { promise, resolve } = Promise.withResolvers<void>()
  become(() => promise)
  await seconds(10)
  t.is(store.writeFailureReason(), undefined)
  await seconds(9)
  t.is(store.writeFailureReason(), undefined)
  await seconds(1)
  t.is(store.writeFailureReason(), 'the store has not finished a write for 10 s')
  await seconds(590)
  t.is(store.writeFailureReason(), 'the store has not finished a write for 600 s')
  t.is(saves(), 1)
  resolve()
  await seconds(1)
  t.is(store.writeFailureReason(), undefined)
})

test.serial('does not report wrong arguments and a closed store', async (t) => {
  const { store } = open()
  await store.save('kind', 'key', 'text')
  await t.throwsAsync(store.count('kind', 'key', 1, 60_000), { instanceOf: TypeError })
  await store.close()
  await t.throwsAsync(store.save('kind', 'key', 1), { instanceOf: StateStoreError })
  t.is(store.writeFailureReason(), undefined)
})

test.serial(
  'by default, a probe is sent after ten seconds without a write, and every two while writes fail',
  async (t) => {
    const { become, saves, seconds } = open({})
    become(full)
    await seconds(9)
    t.is(saves(), 0)
    await seconds(1)
    t.is(saves(), 1)
    await seconds(1)
    t.is(saves(), 1)
    await seconds(1)
    t.is(saves(), 2)
  },
)

test.serial('any write delays the probe, and a failed one does not', async (t) => {
  const { store, become, works, saves, seconds } = open()
  await seconds(9)
  await store.count('kind', 'key', 1, 60_000)
  await seconds(9)
  t.is(saves(), 0)
  await seconds(1)
  t.is(saves(), 1)
  become(full)
  await t.throwsAsync(store.save('kind', 'key', 1))
  works()
  t.is(saves(), 2)
  await seconds(1)
  t.is(saves(), 3, 'a store whose writes fail is probed at the next check')
})

test.serial('a closed store is not probed', async (t) => {
  const { store, saves, seconds } = open()
  await store.close()
  await seconds(30)
  t.is(saves(), 0)
})

test.serial('a probe expires ten minutes after it was written', async (t) => {
  const { store, seconds } = open()
  await seconds(10)
  t.like((await store.list('probe'))[0], { key: String(process.pid), entry: { expiresAt: 610_000 } })
})

test('records reads and writes with their results, and no errors of the caller', async (t) => {
  const memory = openMemoryStore({ clock: () => 0 })
  const recorded: unknown[] = []
  const record = (kind: string) => (tookMs: number, code: string | undefined) =>
    recorded.push([kind, tookMs >= 0, code])
  const broken = () => Promise.reject(new StateStoreError('busy', 'why'))
  const store = monitorWrites(
    { ...memory, remove: broken, list: broken },
    { clock: () => 0, onRead: record('read'), onWrite: record('write') },
  )
  t.teardown(() => store.close())
  await store.save('kind', 'key', 1)
  await store.find('kind', 'key')
  await t.throwsAsync(store.remove('kind', 'key'))
  await t.throwsAsync(store.list('kind'))
  await t.throwsAsync(store.count('kind', 'key', Number.NaN, 1), { instanceOf: TypeError })
  t.deepEqual(recorded, [
    ['write', true, undefined],
    ['read', true, undefined],
    ['write', true, 'busy'],
    ['read', true, 'busy'],
  ])
})
