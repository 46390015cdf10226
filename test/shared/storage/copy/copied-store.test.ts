import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { openCopiedStore } from '../../../../src/shared/storage/copy/copied-store.ts'
import { readStoreCopy, type StoreCopy } from '../../../../src/shared/storage/copy/copy-file.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'

const start = 1_700_000_000_000

/** A store that is away when the test says so, and a copy that is kept of the kinds `revoked` and `key`. */
async function open(t: ExecutionContext, copy?: StoreCopy) {
  const time = { now: start }
  const clock = () => time.now
  const folder = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const memory = openMemoryStore({ clock })
  const state = { isAway: copy !== undefined, reads: 0 }
  const guard = async () => {
    if (state.isAway) throw new StateStoreError('unavailable', 'it cannot be reached')
  }
  const store: StateStore = {
    ...memory,
    find: (...given) => guard().then(() => memory.find(...given)),
    async list(...given) {
      state.reads += 1
      await guard()
      return memory.list(...given)
    },
    listChanges: (...given) => guard().then(() => memory.listChanges(...given)),
    save: (...given) => guard().then(() => memory.save(...given)),
  }
  const location = { file: join(folder, 'providers.jsonl'), secret: 'secret' }
  const lines: string[] = []
  const ticks: (() => Promise<void>)[] = []
  const repeat = (work: () => Promise<void>) => {
    ticks.push(work)
    return async () => {}
  }
  const openOne = () =>
    openCopiedStore({
      store,
      location,
      copy,
      repeat,
      clock,
      now: clock,
      log: openLog({ write: (line) => lines.push(line) }),
      select: (kind) =>
        kind === 'revoked' || kind === 'key' ? (value) => (kind === 'key' ? 'public half' : value) : undefined,
    })
  const copied = openOne()
  t.teardown(() => copied.close())
  /** Lets seconds pass, with the work of each. */
  const tick = async (seconds = 1) => {
    for (let second = 0; second < seconds; second += 1) {
      time.now += 1_000
      for (const work of ticks) await work()
    }
  }
  return { time, memory, state, location, copied, openOne, lines, tick }
}

const copyOf = (kinds: Record<string, string[]>): StoreCopy => ({
  savedAt: start - 60_000,
  kinds: new Map(
    Object.entries(kinds).map(([kind, keys]) => [
      kind,
      keys.map((key) => ({ key, entry: { value: key, consumedAt: undefined, expiresAt: start + 60_000 } })),
    ]),
  ),
})
const keysOf = (entries: readonly { key: string }[] | undefined) => entries?.map(({ key }) => key)

test('the kinds that were read are copied, without what the selection removes', async (t) => {
  const { memory, copied, location, tick } = await open(t)
  await memory.save('revoked', 'a', 1, { expiresAt: start + 90_000 })
  await memory.save('key', '1', 'private')
  await memory.save('other', 'x', 1)
  await copied.list('revoked')
  await copied.find('key', '1')
  await copied.list('other')
  await tick(2)
  t.is(await readStoreCopy(location), undefined, 'not before everything was read')
  copied.keepCopy()
  await tick(1)
  const copy = await readStoreCopy(location)
  t.deepEqual([...(copy?.kinds.keys() ?? [])], ['revoked', 'key'])
  t.deepEqual(copy?.kinds.get('revoked')?.[0]?.entry, { value: 1, consumedAt: undefined, expiresAt: start + 90_000 })
  t.is(copy?.kinds.get('key')?.[0]?.entry.value, 'public half')
  t.deepEqual(copied.copyState(), { savedAt: copy?.savedAt, isInUse: false })
})

test('a change by this process or another is in the copy after seconds, and others a minute later', async (t) => {
  const { memory, copied, location, tick } = await open(t)
  await copied.list('revoked')
  copied.keepCopy()
  await tick()
  const saved = async () => keysOf((await readStoreCopy(location))?.kinds.get('revoked'))
  t.deepEqual(await saved(), [])
  await copied.save('revoked', 'own', 1)
  await tick(6)
  t.deepEqual(await saved(), ['own'])

  const { cursor } = await copied.listChanges('events')
  await memory.save('revoked', 'others', 1)
  await memory.save('events', 'e', 1, { wakesWatchers: true })
  await copied.listChanges('events', cursor)
  await tick(6)
  t.deepEqual(await saved(), ['others', 'own'])

  await memory.save('revoked', 'silent', 1)
  await tick(10)
  t.deepEqual(await saved(), ['others', 'own'])
  await tick(60)
  t.deepEqual(await saved(), ['others', 'own', 'silent'])
})

test('two workers write a change once', async (t) => {
  const { copied, openOne, state, tick } = await open(t)
  const second = openOne()
  t.teardown(() => second.close())
  for (const each of [copied, second]) {
    await each.list('revoked')
    each.keepCopy()
    await tick()
  }
  const before = state.reads
  await tick(30)
  t.is(state.reads, before)
})

test('while the store is away, the copy is read and nothing is written; then only the store', async (t) => {
  const { memory, state, copied, lines, tick } = await open(t, copyOf({ revoked: ['old'], key: ['1'] }))
  await memory.save('revoked', 'new', 1)
  t.deepEqual(keysOf(await copied.list('revoked')), ['old'])
  t.is((await copied.find('key', '1'))?.value, '1')
  t.deepEqual(copied.copyState(), { savedAt: start - 60_000, isInUse: true })
  for (const operation of [
    () => copied.save('revoked', 'x', 1),
    () => copied.find('other', 'x'),
    () => copied.find('revoked', 'unknown'),
    () => copied.list('other'),
    () => copied.listChanges('events'),
  ])
    await t.throwsAsync(operation(), { code: 'unavailable' })

  state.isAway = false
  await tick()
  t.false(copied.copyState().isInUse)
  t.regex(lines.join(), /the store can be reached again/)
  t.deepEqual(keysOf(await copied.list('revoked')), ['new'])
})

test('after a start from the copy, those who follow changes read everything again', async (t) => {
  const { state, copied } = await open(t, copyOf({ revoked: ['old'] }))
  await copied.list('revoked')
  state.isAway = false
  const first = await copied.listChanges('events')
  t.true(first.isRestart)
  t.false(copied.copyState().isInUse, 'before they do so')
  t.false((await copied.listChanges('events', first.cursor)).isRestart)
})

test('changes of a copied kind are read from the copy, and as a whole from the store once it answers', async (t) => {
  const { state, memory, copied } = await open(t, copyOf({ revoked: ['old'] }))
  const first = await copied.listChanges('revoked')
  t.deepEqual([keysOf(first.entries), first.isRestart], [['old'], true])
  await t.throwsAsync(copied.listChanges('revoked', first.cursor), { code: 'unavailable' })

  state.isAway = false
  await memory.save('revoked', 'silent', 1, { wakesWatchers: true })
  const second = await copied.listChanges('revoked', first.cursor)
  t.deepEqual([keysOf(second.entries), second.isRestart], [['silent'], true])
  t.false(copied.copyState().isInUse)
  t.deepEqual(await copied.listChanges('revoked', second.cursor), { ...second, entries: [], isRestart: false })
})

test('a kind whose changes are followed is kept in the copy', async (t) => {
  const { memory, copied, location, tick } = await open(t)
  await memory.save('revoked', 'a', 1, { wakesWatchers: true })
  await copied.listChanges('revoked')
  copied.keepCopy()
  await tick(6)
  t.deepEqual([...((await readStoreCopy(location))?.kinds.keys() ?? [])], ['revoked'])
})

test('entries of the copy expire, and a kind that it does not have is asked from the store', async (t) => {
  const { copied, time } = await open(t, copyOf({ revoked: ['old'] }))
  await t.throwsAsync(copied.list('key'), { code: 'unavailable' })
  time.now += 60_000
  t.deepEqual(await copied.list('revoked'), [])
})

test('a copy that cannot be written is logged once, and the store works on', async (t) => {
  const { copied, location, lines, tick } = await open(t)
  await copied.list('revoked')
  copied.keepCopy()
  location.file = '/proc/none/providers.jsonl'
  await tick(20)
  t.is(lines.filter((line) => line.includes('cannot be kept')).length, 1)
  t.deepEqual(await copied.list('revoked'), [])
})
