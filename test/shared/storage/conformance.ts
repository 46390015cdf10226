/**
 * What every storage driver promises. A driver's test calls `behavesAsStore` and adds what is its own.
 */
import { setImmediate } from 'node:timers/promises'
import type { ExecutionContext, TestFn } from 'ava'
import type { Clock } from '../../../src/shared/lib/time/clock.ts'
import { type StateStore, StateStoreError, type StateValue } from '../../../src/shared/storage/index.ts'
import { behavesAsCounterStore } from './counter-conformance.ts'

type Open = (settings: { clock: Clock }) => Promise<StateStore> | StateStore

const start = 1_700_000_000_000

const values: [string, StateValue][] = [
  ['a text', 'wörld \u0000 "\\ 🙂'],
  ['a lone surrogate', '\ud800'],
  ['an empty text', ''],
  ['zero', 0],
  ['a fraction', 0.1 + 0.2],
  ['the largest exact number', Number.MAX_SAFE_INTEGER],
  ['false', false],
  ['null', null],
  ['an empty list', []],
  ['a tree', { a: [1, { b: null }], '': {}, 'x.y': 'z' }],
  ['a member named __proto__', JSON.parse('{"__proto__": {"admin": true}}')],
]

export function behavesAsStore(test: TestFn, open: Open) {
  behavesAsCounterStore(test, open)

  /** A store of its own for each promise, with a clock that the test moves. */
  function promise(title: string, body: (t: ExecutionContext, subject: Subject) => Promise<void>) {
    test(`a store ${title}`, async (t) => {
      const time = { now: start }
      const store = await open({ clock: () => time.now })
      t.teardown(() => store.close())
      await body(t, { store, time })
    })
  }

  for (const [title, value] of values) {
    promise(`returns ${title} unchanged`, async (t, { store }) => {
      await store.save('kind', 'key', value)
      t.deepEqual(await store.find('kind', 'key'), { value, consumedAt: undefined, expiresAt: undefined })
    })
  }

  promise('returns undefined for an unknown entry', async (t, { store }) => {
    t.is(await store.find('kind', 'key'), undefined)
    t.deepEqual(await store.list('kind'), [])
  })

  promise('does not share objects with the caller', async (t, { store }) => {
    const value = { list: [1] }
    await store.save('kind', 'key', value)
    value.list.push(2)
    t.deepEqual((await store.find('kind', 'key'))?.value, { list: [1] })
  })

  for (const key of ['', 'a\u0000b', 'back\\slash \\0', '🙂', "'; DROP TABLE entry; --"]) {
    promise(`finds, lists and removes the key ${JSON.stringify(key)}`, async (t, { store }) => {
      await store.save('kind', key, 1, { group: key })
      t.is((await store.find('kind', key))?.value, 1)
      t.deepEqual(
        (await store.list('kind')).map((each) => each.key),
        [key],
      )
      t.true(await store.consume('kind', key))
      await store.removeGroup(key)
      t.is(await store.find('kind', key), undefined)
    })
  }

  promise('replaces an entry that has the expected value, and no other', async (t, { store, time }) => {
    const options = { expiresAt: start + 100, group: 'g' }
    t.false(await store.replace('kind', 'key', 1, 2), 'there is no entry')
    await store.save('kind', 'key', { a: [1, 'wörld \u0000'] })
    t.false(await store.replace('kind', 'key', { a: [1] }, 2))
    t.deepEqual((await store.find('kind', 'key'))?.value, { a: [1, 'wörld \u0000'] })

    t.true(await store.consume('kind', 'key'))
    t.true(await store.replace('kind', 'key', { a: [1, 'wörld \u0000'] }, 2, options))
    t.deepEqual(await store.find('kind', 'key'), { value: 2, consumedAt: start, expiresAt: start + 100 })
    time.now += 100
    t.false(await store.replace('kind', 'key', 2, 3), 'it has expired')
    await store.save('kind', 'other', 1, { group: 'g' })
    await store.replace('kind', 'other', 1, 2)
    await store.removeGroup('g')
    t.is((await store.find('kind', 'other'))?.value, 2, 'the group is replaced, too')
  })

  promise('replaces an entry only together with its guard', async (t, { store }) => {
    const guardAt = (expected: number) => ({ kind: 'guard', key: "' \u0000", expected, value: expected + 1 })
    await store.save('kind', 'key', 'a')
    t.false(await store.replace('kind', 'key', 'a', 'b', { guard: guardAt(1) }), 'there is no guard')
    await store.save('guard', "' \u0000", 1)
    t.false(await store.replace('kind', 'key', 'a', 'b', { guard: guardAt(2) }), 'the guard has another value')
    t.is((await store.find('kind', 'key'))?.value, 'a')
    t.true(await store.replace('kind', 'key', 'a', 'b', { guard: guardAt(1) }))
    t.is((await store.find('guard', "' \u0000"))?.value, 2)
    t.false(await store.replace('kind', 'key', 'a', 'c', { guard: guardAt(2) }), 'the entry has another value')
    t.is((await store.find('guard', "' \u0000"))?.value, 2, 'the guard stays')
  })

  promise('lets exactly one of many changes of different entries with one guard win', async (t, { store }) => {
    await store.save('guard', 'g', 0)
    for (const key of range(6)) await store.save('kind', String(key), 0)
    const guard = { kind: 'guard', key: 'g', expected: 0, value: 1 }
    const results = await Promise.all(range(6).map((key) => store.replace('kind', String(key), 0, 1, { guard })))
    t.is(results.filter(Boolean).length, 1)
    t.is((await store.list('kind')).filter(({ entry }) => entry.value === 1).length, 1)
  })

  promise('lets exactly one of many concurrent changes win, so that none is lost', async (t, { store }) => {
    await store.save('kind', 'key', [])
    async function append(item: number): Promise<void> {
      const list = (await store.find('kind', 'key'))?.value as number[]
      if (!(await store.replace('kind', 'key', list, [...list, item]))) await append(item)
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(append))
    const list = (await store.find('kind', 'key'))?.value as number[]
    t.deepEqual(list.toSorted(), [1, 2, 3, 4, 5, 6])
  })

  promise('separates kinds and keys', async (t, { store }) => {
    await store.save('a', 'bc', 1)
    await store.save('ab', 'c', 2)
    await store.save('ab', 'C', 3)
    t.is((await store.find('a', 'bc'))?.value, 1)
    t.is((await store.find('ab', 'c'))?.value, 2)
    t.is((await store.find('ab', 'C'))?.value, 3)
  })

  promise('replaces value, expiry and group', async (t, { store, time }) => {
    await store.save('kind', 'key', 'old', { expiresAt: start + 10, group: 'g' })
    await store.save('kind', 'key', 'new')
    await store.removeGroup('g')
    time.now += 10
    t.deepEqual(await store.find('kind', 'key'), { value: 'new', consumedAt: undefined, expiresAt: undefined })
  })

  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1]) {
    promise(`rejects ${String(value)} as a value`, async (t, { store }) => {
      await t.throwsAsync(store.save('kind', 'key', value as never), { instanceOf: TypeError })
      await t.throwsAsync(store.create('kind', 'key', value as never), { instanceOf: TypeError })
      t.is(await store.find('kind', 'key'), undefined)
    })
  }

  promise('rejects an expiry that is not finite', async (t, { store }) => {
    const expiresAt = Number.NaN
    await t.throwsAsync(store.save('kind', 'key', 1, { expiresAt }), { instanceOf: TypeError })
    await t.throwsAsync(store.create('kind', 'key', 1, { expiresAt }), { instanceOf: TypeError })
    await t.throwsAsync(store.count('kind', 'key', 1, expiresAt), { instanceOf: TypeError })
  })

  promise('lists a kind in the order of the keys', async (t, { store }) => {
    for (const key of ['b', 'B', 'ä', '\u{1F642}', '\uFFFD', 'a', '10', '9']) await store.save('kind', key, key)
    await store.save('other', 'c', 1)
    const keys = (await store.list('kind')).map(({ key }) => key)
    t.deepEqual(keys, ['10', '9', 'B', 'a', 'b', 'ä', '\uFFFD', '\u{1F642}'])
  })

  promise('does not find an expired entry', async (t, { store, time }) => {
    await store.save('kind', 'key', 1, { expiresAt: start + 10 })
    time.now = start + 9
    t.is((await store.find('kind', 'key'))?.expiresAt, start + 10)
    t.is((await store.list('kind')).length, 1)
    time.now = start + 10
    t.is(await store.find('kind', 'key'), undefined)
    t.deepEqual(await store.list('kind'), [])
    t.false(await store.consume('kind', 'key'))
  })

  promise('creates an entry once', async (t, { store }) => {
    t.true(await store.create('kind', 'key', 'first'))
    t.false(await store.create('kind', 'key', 'second'))
    t.is((await store.find('kind', 'key'))?.value, 'first')
  })

  promise('creates an entry again after it expired or was removed', async (t, { store, time }) => {
    await store.create('kind', 'key', 1, { expiresAt: start + 10 })
    await store.consume('kind', 'key')
    time.now += 10
    t.true(await store.create('kind', 'key', 2))
    t.deepEqual(await store.find('kind', 'key'), { value: 2, consumedAt: undefined, expiresAt: undefined })
    await store.remove('kind', 'key')
    t.true(await store.create('kind', 'key', 3))
  })

  promise('of fifty concurrent creates, one succeeds', async (t, { store }) => {
    const answers = await Promise.all(range(50).map((n) => store.create('kind', 'key', n)))
    t.is(answers.filter(Boolean).length, 1)
    t.is((await store.find('kind', 'key'))?.value, answers.indexOf(true))
  })

  promise('of fifty concurrent consumes, one succeeds', async (t, { store }) => {
    await store.save('kind', 'key', 1)
    const answers = await Promise.all(range(50).map(() => store.consume('kind', 'key')))
    t.is(answers.filter(Boolean).length, 1)
  })

  promise('finds consumed entries with their time', async (t, { store, time }) => {
    await store.save('kind', 'key', 1)
    time.now += 5
    await store.consume('kind', 'key')
    t.is((await store.find('kind', 'key'))?.consumedAt, start + 5)
  })

  promise('keeps an entry consumed when it is replaced', async (t, { store, time }) => {
    await store.save('kind', 'key', 1, { expiresAt: start + 10 })
    await store.consume('kind', 'key')
    await store.save('kind', 'key', 2, { expiresAt: start + 10 })
    t.false(await store.consume('kind', 'key'))
    t.deepEqual(await store.find('kind', 'key'), { value: 2, consumedAt: start, expiresAt: start + 10 })
    time.now += 10
    await store.save('kind', 'key', 3)
    t.true(await store.consume('kind', 'key'), 'an expired one is another entry')
  })

  promise('does not consume a missing entry', async (t, { store }) => {
    t.false(await store.consume('kind', 'key'))
    t.is(await store.find('kind', 'key'), undefined)
  })

  promise('removes one entry, if there is one', async (t, { store }) => {
    await store.save('kind', 'a', 1)
    await store.save('kind', 'b', 2)
    await store.remove('kind', 'a')
    await store.remove('kind', 'never')
    t.deepEqual(
      (await store.list('kind')).map(({ key }) => key),
      ['b'],
    )
  })

  promise('removes a group over all kinds, and nothing else', async (t, { store }) => {
    await store.save('code', '1', 1, { group: 'g' })
    await store.create('token', '2', 1, { group: 'g' })
    await store.save('token', '3', 1, { group: 'h' })
    await store.save('token', '4', 1)
    await store.removeGroup('g')
    t.is(await store.find('code', '1'), undefined)
    t.deepEqual(
      (await store.list('token')).map(({ key }) => key),
      ['3', '4'],
    )
  })

  promise('wakes the watchers of a kind, until they are removed', async (t, { store }) => {
    const woken = Promise.withResolvers<string>()
    store.watch('kind', () => woken.resolve('kind'))
    let calls = 0
    const remove = store.watch('kind', () => {
      calls += 1
    })
    remove()
    await store.save('kind', 'key', 1, { wakesWatchers: true })
    t.is(await woken.promise, 'kind')
    t.is(calls, 0)
  })

  promise('lists the entries that woke the watchers since a cursor, and no others', async (t, subject) => {
    const { store, time } = subject
    const wakesWatchers = true
    await store.save('kind', 'silent', 0)
    await store.save('kind', 'before', 0, { wakesWatchers })
    const first = await store.listChanges('kind')
    t.deepEqual(sortedKeys(first), ['before', 'silent'], 'without a cursor all are listed')
    const since = async (cursor: string) => sortedKeys(await store.listChanges('kind', cursor))
    t.deepEqual(await since(first.cursor), [])

    await store.save('kind', 'saved\u0000', { a: 1 }, { wakesWatchers, expiresAt: start + 10 })
    await store.create('kind', 'created', 1, { wakesWatchers })
    await store.replace('kind', 'silent', 0, 1, { wakesWatchers })
    await store.save('kind', 'unseen', 1)
    await store.consume('kind', 'unseen')
    await store.count('kind', 'counter', 1, start + 10)
    await store.save('other', 'elsewhere', 1, { wakesWatchers })
    const second = await store.listChanges('kind', first.cursor)
    t.deepEqual(sortedKeys(second), ['created', 'saved\u0000', 'silent'])
    const saved = second.entries.find(({ key }) => key.startsWith('saved'))?.entry
    t.deepEqual(saved, { value: { a: 1 }, consumedAt: undefined, expiresAt: start + 10 })
    t.deepEqual(await since(second.cursor), [])

    await store.save('kind', 'before', 1, { wakesWatchers })
    t.deepEqual(await since(second.cursor), ['before'])
    t.deepEqual(await since(first.cursor), ['before', 'created', 'saved\u0000', 'silent'])
    await store.remove('kind', 'created')
    time.now += 10
    t.deepEqual(await since(first.cursor), ['before', 'silent'], 'removed and expired entries are not listed')
  })

  promise('lists the first change after the cursor of a store without changes', async (t, { store }) => {
    const { cursor } = await store.listChanges('kind')
    await store.save('kind', 'silent', 1)
    await store.save('kind', 'key', 1, { wakesWatchers: true })
    t.deepEqual(sortedKeys(await store.listChanges('kind', cursor)), ['key'])
  })

  promise('ends the intervals of its watchers on close', async (t, { store }) => {
    const { setInterval, clearInterval } = globalThis
    const timer = { unref: () => timer }
    const cleared: unknown[] = []
    globalThis.setInterval = (() => timer) as never
    globalThis.clearInterval = (each) => {
      cleared.push(each)
      clearInterval(each)
    }
    try {
      store.watch('kind', () => {})
      void store.close()
    } finally {
      Object.assign(globalThis, { setInterval, clearInterval }) // in the same turn, so that no other test notices
    }
    t.true(cleared.includes(timer))
    await store.close()
  })

  promise('leaves no change out while others are saved at the same time', async (t, { store }) => {
    const keys = range(300).map(String)
    const found = new Set<string>()
    let cursor: string | undefined
    let isSaved = false
    async function follow(): Promise<void> {
      const { entries, cursor: next } = await store.listChanges('kind', cursor)
      for (const { key } of entries) found.add(key)
      cursor = next
    }
    const following = (async () => {
      while (!isSaved) {
        await follow()
        await setImmediate()
      }
      await follow()
    })()
    await Promise.all(keys.map((key) => store.save('kind', key, 1, { wakesWatchers: true })))
    isSaved = true
    await following
    t.is(found.size, keys.length)
  })

  promise('completes running writes on close, and rejects later ones', async (t, { store }) => {
    const writes = range(10).map((n) => store.create('kind', String(n), n))
    await store.close()
    t.true((await Promise.all(writes)).every(Boolean))
    await store.close()
    const later = [
      () => store.find('kind', 'key'),
      () => store.list('kind'),
      () => store.listChanges('kind'),
      () => store.listChanges('kind', '1'),
      () => store.save('kind', 'key', 1),
      () => store.create('kind', 'key', 1),
      () => store.replace('kind', 'key', 1, 2),
      () => store.consume('kind', 'key'),
      () => store.remove('kind', 'key'),
      () => store.removeGroup('group'),
      () => store.count('kind', 'key', 1, start + 10),
    ]
    for (const operation of later) {
      const error = await t.throwsAsync(operation, { instanceOf: StateStoreError }, String(operation))
      t.is(error?.code, 'closed')
    }
  })
}

interface Subject {
  store: StateStore
  time: { now: number }
}

function sortedKeys({ entries }: { entries: readonly { key: string }[] }): string[] {
  return entries.map(({ key }) => key).toSorted()
}

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n)
}
