/** What every store of a queue manager must keep. */
import type { ExecutionContext, TestFn } from 'ava'

import type { Change, KeptRecord, Store, StoredMessage } from '../../../src/qm/store/store.ts'

const id = (digit: number) => Buffer.alloc(24, digit)

export function behavesAsStore(test: TestFn, open: (t: ExecutionContext) => Store): void {
  test('hands out every block once', (t) => {
    const store = open(t)
    t.deepEqual([store.claimBlock(), store.claimBlock(), store.claimBlock()], [0, 1, 2])
  })

  test('keeps a message with everything that is said of it', (t) => {
    const store = open(t)
    const whole = message(1, { foreignId: id(1), correlationId: id(2), expiresAt: 5000 })
    store.commit([add(7, whole, 'hello')])
    t.deepEqual(store.messages.find(7, 1), whole)
    t.is(store.messages.body(1)?.toString(), 'hello')
    t.is(store.messages.find(8, 1), undefined)
  })

  test('pages through a lane in order, behind a sequence', (t) => {
    const store = open(t)
    store.commit([3, 1, 2, 5].map((sequence) => add(7, message(sequence))))
    store.commit([add(7, message(4, { lane: 1 })), add(8, message(6))])
    t.deepEqual(sequences(store.messages.page(7, 0, 0, 2)), [1, 2])
    t.deepEqual(sequences(store.messages.page(7, 0, 2, 9)), [3, 5])
    t.deepEqual(sequences(store.messages.page(7, 1, 0, 9)), [4])
  })

  test('tells how many messages each lane of each queue holds', (t) => {
    const store = open(t)
    store.commit([
      add(7, message(1)),
      add(7, message(2)),
      add(7, message(3, { lane: 4 })),
      add(9, message(4)),
    ])
    const tallies = store.messages.tallies().sort((a, b) => a.queue - b.queue || a.lane - b.lane)
    t.deepEqual(tallies, [
      { queue: 7, lane: 0, count: 2 },
      { queue: 7, lane: 4, count: 1 },
      { queue: 9, lane: 0, count: 1 },
    ])
  })

  for (const by of ['foreignId', 'correlationId'] as const) {
    test(`selects by ${by} in delivery order, behind a place`, (t) => {
      const store = open(t)
      const wanted = { [by]: id(1) }
      store.commit([
        add(7, message(1, { ...wanted, lane: 2 })),
        add(7, message(2, wanted)),
        add(7, message(3, { [by]: id(3) })),
        add(7, message(4, wanted)),
        add(8, message(5, wanted)),
      ])
      const start = { lane: -1, sequence: 0 }
      t.deepEqual(sequences(store.messages.select(7, by, id(1), start, 9)), [2, 4, 1])
      t.deepEqual(sequences(store.messages.select(7, by, id(1), { lane: 0, sequence: 2 }, 1)), [4])
      t.deepEqual(store.messages.select(7, by, id(9), start, 9), [])
    })
  }

  test('finds what has expired, the earliest first', (t) => {
    const store = open(t)
    store.commit([
      add(7, message(1, { expiresAt: 300 })),
      add(8, message(2, { expiresAt: 100 })),
      add(7, message(3, { expiresAt: 301 })),
      add(7, message(4)),
    ])
    const expired = store.messages
      .expired(300, 9)
      .map(({ queue, message: { sequence } }) => [queue, sequence])
    t.deepEqual(expired, [
      [8, 2],
      [7, 1],
    ])
    t.is(store.messages.expired(300, 1).length, 1)
  })

  test('a removed message is gone with its body', (t) => {
    const store = open(t)
    store.commit([add(7, message(1)), add(7, message(2))])
    store.commit([{ type: 'remove', sequence: 1 }])
    t.is(store.messages.find(7, 1), undefined)
    t.is(store.messages.body(1), undefined)
    t.deepEqual(sequences(store.messages.page(7, 0, 0, 9)), [2])
  })

  test('a commit that fails has changed nothing', (t) => {
    const store = open(t)
    store.commit([add(7, message(1))])
    t.throws(() => store.commit([add(7, message(2)), add(7, message(1)), { type: 'remove', sequence: 1 }]), {
      name: 'StoreFault',
    })
    t.deepEqual(sequences(store.messages.page(7, 0, 0, 9)), [1])
    t.notThrows(() => store.commit([add(7, message(2))]))
  })

  test('keeps objects by kind and name, each under its number', (t) => {
    const store = open(t)
    store.commit([save(1, queue('B')), save(2, queue('A')), save(3, { ...queue('A'), kind: 'topic' })])
    store.commit([save(2, queue('A', { MAXDEPTH: 9, NAMES: ['x', 'y'] })), { type: 'removeObject', id: 1 }])
    t.deepEqual(store.objects(), [
      { id: 2, record: queue('A', { MAXDEPTH: 9, NAMES: ['x', 'y'] }) },
      { id: 3, record: { ...queue('A'), kind: 'topic' } },
    ])
  })

  test('an object may be saved again under another number', (t) => {
    const store = open(t)
    store.commit([save(1, queue('A'))])
    store.commit([save(5, queue('A'))])
    t.deepEqual(
      store.objects().map(({ id: number }) => number),
      [5],
    )
  })

  test('keeps big bodies apart', async (t) => {
    const store = open(t)
    const name = await store.bodies.write(Buffer.alloc(100_000, 'x'))
    t.is((await store.bodies.read(name)).length, 100_000)
    await store.bodies.remove(name)
    await t.throwsAsync(store.bodies.read(name), { name: 'StoreFault' })
    await t.notThrowsAsync(store.bodies.remove(name))
  })
}

export function message(sequence: number, more: Partial<StoredMessage> = {}): StoredMessage {
  return {
    sequence,
    lane: 0,
    foreignId: undefined,
    correlationId: undefined,
    expiresAt: undefined,
    length: 5,
    bodyFile: undefined,
    descriptor: {
      ...{ format: 'MQSTR', priority: 0, putAt: 1, userId: 'u', applicationName: 'a' },
      ...{ ccsid: 1208, backoutCount: 0 },
    },
    ...more,
  }
}

export function add(queueNumber: number, stored: StoredMessage, body = 'body'): Change {
  return { type: 'add', queue: queueNumber, message: stored, body: Buffer.from(body) }
}

function save(number: number, record: KeptRecord): Change {
  return { type: 'saveObject', object: { id: number, record } }
}

function queue(name: string, attributes: KeptRecord['attributes'] = {}): KeptRecord {
  return { kind: 'queue', name, type: 'QLOCAL', attributes, created: 1, altered: 2 }
}

function sequences(messages: readonly StoredMessage[]): number[] {
  return messages.map(({ sequence }) => sequence)
}
