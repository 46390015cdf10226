/** What every store of counters promises. The test of a driver calls `behavesAsCounterStore`. */
import type { ExecutionContext, TestFn } from 'ava'
import type { Clock } from '../../../src/shared/lib/time/clock.ts'
import type { CounterStore } from '../../../src/shared/storage/index.ts'

type Close = { close(): Promise<void> }
type Open = (settings: { clock: Clock }) => Promise<CounterStore & Close> | (CounterStore & Close)

const start = 1_700_000_000_000
/** In milliseconds. A server with a clock of its own removes entries too, so no test takes as long as an entry is kept. */
const minute = 60_000

export function behavesAsCounterStore(test: TestFn, open: Open) {
  /** A store of its own for each promise, with a clock that the test moves. */
  function promise(
    title: string,
    body: (t: ExecutionContext, subject: { store: CounterStore & Close; time: { now: number } }) => Promise<void>,
  ) {
    test(`counters: ${title}`, async (t) => {
      const time = { now: start }
      const store = await open({ clock: () => time.now })
      t.teardown(() => store.close())
      await body(t, { store, time })
    })
  }

  promise('a flag is found until it expires, is replaced or removed', async (t, { store, time }) => {
    t.is(await store.find('kind', 'flag'), undefined)
    await store.save('kind', 'flag', true, { expiresAt: start + minute })
    t.deepEqual(await store.find('kind', 'flag'), { value: true, consumedAt: undefined, expiresAt: start + minute })
    await store.save('kind', 'flag', 'other')
    time.now += minute
    t.is((await store.find('kind', 'flag'))?.value, 'other')
    await store.save('kind', 'flag', 1, { expiresAt: time.now + 1 })
    time.now += 1
    t.is(await store.find('kind', 'flag'), undefined)
    await store.save('kind', 'flag', 2)
    await store.remove('kind', 'flag')
    t.is(await store.find('kind', 'flag'), undefined)
  })

  promise('kinds and keys are separate', async (t, { store }) => {
    await store.count('a', 'bc', 1, start + minute)
    await store.count('ab', 'c', 2, start + minute)
    t.is((await store.find('a', 'bc'))?.value, 1)
    t.is((await store.find('ab', 'c'))?.value, 2)
  })

  promise('sums keep fractions and large numbers', async (t, { store }) => {
    t.is(await store.count('kind', 'fraction', 0.1, start + minute), 0.1)
    t.is(await store.count('kind', 'fraction', 0.2, start + minute), 0.1 + 0.2)
    t.is(await store.count('kind', 'large', 2 ** 52, start + minute), 2 ** 52)
    t.is(await store.count('kind', 'large', 1, start + minute), 2 ** 52 + 1)
  })

  promise('counts all of fifty concurrent increments', async (t, { store }) => {
    const sums = await Promise.all(range(50).map(() => store.count('kind', 'key', 1, start + minute)))
    t.deepEqual(
      sums.toSorted((a, b) => a - b),
      range(50).map((n) => n + 1),
    )
  })

  promise('a counter expires at the time of its first call', async (t, { store, time }) => {
    t.is(await store.count('kind', 'key', 5, start + minute), 5)
    time.now += minute - 1
    t.is(await store.count('kind', 'key', -2, start + 10 * minute), 3)
    t.deepEqual(await store.find('kind', 'key'), { value: 3, consumedAt: undefined, expiresAt: start + minute })
    time.now += 1
    t.is(await store.count('kind', 'key', 1, start + 10 * minute), 1)
  })

  promise('rejects increments that are not finite', async (t, { store }) => {
    await t.throwsAsync(store.count('kind', 'key', Number.NaN, start + 10), {
      instanceOf: TypeError,
      message: 'a counter must be changed by a number, found NaN',
    })
    t.is(await store.find('kind', 'key'), undefined)
  })

  promise('rejects counting an entry that is not a counter', async (t, { store }) => {
    await store.save('kind', 'key', 'text')
    await t.throwsAsync(store.count('kind', 'key', 1, start + 10), {
      instanceOf: TypeError,
      message: 'kind key is not a counter',
    })
    t.is((await store.find('kind', 'key'))?.value, 'text')
  })
}

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n)
}
