/** What every store of a queue manager must keep. */
import type { ExecutionContext, TestFn } from 'ava'
import type {
  MessageStore,
  StoreChange,
  StoredMessage,
  StoredRecord,
} from '../../../../src/mq/manager/store/message-store.ts'

export interface OpenedStore {
  readonly store: MessageStore
  /** Closes it in order and opens it again. */
  reopen(): Promise<MessageStore>
}

const id = (digit: number) => Buffer.alloc(24, digit)

export function behavesAsStore(test: TestFn, open: (t: ExecutionContext) => Promise<OpenedStore>): void {
  test('hands out every block once', async (t) => {
    const { store } = await open(t)
    t.is(store.firstBlock, 0)
    t.deepEqual([await store.claimBlock(), await store.claimBlock()], [1, 2])
  })

  test('keeps a message with everything that is said of it', async (t) => {
    const { store } = await open(t)
    const whole = message(1, { foreignId: id(1), correlationId: id(2), expiresAt: 5000 })
    await store.commit([add(7, whole, 'hello')])
    t.deepEqual(store.messages.find(7, 1), whole)
    t.is(store.messages.body(1)?.toString(), 'hello')
    t.is(store.messages.find(8, 1), undefined)
    t.deepEqual(store.messages.read(7, 1), { message: whole, body: Buffer.from('hello') })
    t.is(store.messages.read(8, 1), undefined)
    t.is(store.messages.read(7, 2), undefined)
  })

  test('a message whose body is in a file is read without it', async (t) => {
    const { store } = await open(t)
    const big = message(1, { bodyFile: 'name.12345678' })
    await store.commit([add(7, big, '')])
    t.deepEqual(store.messages.read(7, 1), { message: big, body: undefined })
  })

  test('parked messages are handed back once, in the order of their puts', async (t) => {
    const { store, reopen } = await open(t)
    const parked = [
      { queue: 7, message: message(4, { foreignId: id(1), expiresAt: 5000 }), body: Buffer.from('later') },
      { queue: 8, message: message(2), body: Buffer.from('first') },
    ]
    t.deepEqual(store.takePreserved(), [])
    await store.preserve(parked)
    const again = await reopen()
    t.deepEqual(again.takePreserved(), parked.toReversed())
    t.deepEqual(again.takePreserved(), [])
    t.deepEqual((await reopen()).takePreserved(), [])
  })

  test('finds what has expired, the earliest first', async (t) => {
    const { store } = await open(t)
    await store.commit([
      add(7, message(1, { expiresAt: 300 })),
      add(8, message(2, { expiresAt: 100 })),
      add(7, message(3, { expiresAt: 301 })),
      add(7, message(4)),
    ])
    const expired = store.messages.expired(300, 9).map(({ queue, message: { sequence } }) => [queue, sequence])
    t.deepEqual(expired, [
      [8, 2],
      [7, 1],
    ])
    t.is(store.messages.expired(300, 1).length, 1)
  })

  test('a removed message is gone with its body', async (t) => {
    const { store } = await open(t)
    await store.commit([add(7, message(1)), add(7, message(2))])
    await store.commit([{ type: 'remove', sequence: 1 }])
    t.is(store.messages.find(7, 1), undefined)
    t.is(store.messages.body(1), undefined)
    t.is(store.messages.find(7, 2)?.sequence, 2)
  })

  test('a commit that fails has changed nothing', async (t) => {
    const { store } = await open(t)
    await store.commit([add(7, message(1))])
    const failing = [add(7, message(2)), add(7, message(1)), { type: 'remove', sequence: 1 } as const]
    await t.throwsAsync(store.commit(failing), { name: 'MessageStoreError' })
    t.is(store.messages.find(7, 2), undefined)
    t.is(store.messages.body(1)?.toString(), 'body')
    await t.notThrowsAsync(store.commit([add(7, message(2))]))
  })

  test('the backout count of a message can be changed', async (t) => {
    const { store, reopen } = await open(t)
    const whole = message(1, { foreignId: id(1), correlationId: id(2), expiresAt: 5000 })
    const counted = { ...whole, descriptor: { ...whole.descriptor, backoutCount: 3 } }
    await store.commit([add(7, whole, 'hello'), add(7, message(2))])
    await store.commit([
      { type: 'setBackoutCount', sequence: 1, backoutCount: 3 },
      { type: 'setBackoutCount', sequence: 9, backoutCount: 3 },
    ])
    t.deepEqual(store.messages.find(7, 1), counted)
    t.is(store.messages.find(7, 2)?.descriptor.backoutCount, 0)
    const again = await reopen()
    t.deepEqual(again.messages.find(7, 1), counted)
    t.is(String(await again.messages.body(1)), 'hello')
  })

  test('puts, removals and records of one commit are stored together or not at all', async (t) => {
    const { store, reopen } = await open(t)
    await store.commit([add(7, message(1)), add(7, message(2))])
    const state = (SEQNUM: number): StoredRecord => ({ ...queue('C', { SEQNUM }), kind: 'channel-state' })
    const batch = (sequence: number, number: number): StoreChange[] => [
      add(7, message(sequence)),
      { type: 'remove', sequence: 1 },
      save(1, state(number)),
    ]
    await t.throwsAsync(store.commit(batch(2, 50)), { name: 'MessageStoreError' })
    t.deepEqual([store.messages.find(7, 1)?.sequence, store.objects()], [1, []])

    await store.commit(batch(3, 50))
    const again = await reopen()
    t.deepEqual([again.messages.find(7, 1), again.messages.find(7, 3)?.sequence], [undefined, 3])
    t.deepEqual(again.objects(), [{ id: 1, record: state(50) }])
  })

  test('commits in the order of the calls', async (t) => {
    const { store } = await open(t)
    const removing = { type: 'remove', sequence: 1 } as const
    await Promise.all([
      store.commit([add(7, message(1))]),
      store.commit([removing]),
      store.commit([add(7, message(1), 'again')]),
    ])
    t.is(store.messages.body(1)?.toString(), 'again')
  })

  test('a commit that fails does not hold up the next one', async (t) => {
    const { store } = await open(t)
    const outcomes = await Promise.allSettled([
      store.commit([add(7, message(1))]),
      store.commit([add(7, message(1))]),
      store.commit([add(7, message(2))]),
    ])
    t.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    t.is(store.messages.find(7, 2)?.sequence, 2)
  })

  test('bodies that share a block of memory are kept apart', async (t) => {
    const { store } = await open(t)
    const block = Buffer.from('one two')
    await store.commit([
      { type: 'add', queue: 7, message: message(1, { foreignId: id(9) }), body: block.subarray(0, 3) },
      { type: 'add', queue: 7, message: message(2), body: block.subarray(4) },
    ])
    t.is(block.toString(), 'one two')
    t.is(store.messages.body(1)?.toString(), 'one')
    t.is(store.messages.body(2)?.toString(), 'two')
  })

  test('keeps objects by kind and name, each under its number', async (t) => {
    const { store } = await open(t)
    await store.commit([save(1, queue('B')), save(2, queue('A')), save(3, { ...queue('A'), kind: 'topic' })])
    await store.commit([save(2, queue('A', { MAXDEPTH: 9, NAMES: ['x', 'y'] })), { type: 'removeObject', id: 1 }])
    await store.commit([save(5, queue('C')), save(4, queue('B')), save(6, queue('D'))])
    t.deepEqual(
      store.objects().map(({ id: number }) => number),
      [2, 4, 5, 6, 3],
    )
    await store.commit([4, 5, 6].map((number) => ({ type: 'removeObject', id: number })))
    t.deepEqual(store.objects(), [
      { id: 2, record: queue('A', { MAXDEPTH: 9, NAMES: ['x', 'y'] }) },
      { id: 3, record: { ...queue('A'), kind: 'topic' } },
    ])
  })

  test('an object may be saved again under another number', async (t) => {
    const { store } = await open(t)
    await store.commit([save(1, queue('A'))])
    await store.commit([save(5, queue('A'))])
    t.deepEqual(
      store.objects().map(({ id: number }) => number),
      [5],
    )
  })

  test('keeps big bodies apart', async (t) => {
    const { store } = await open(t)
    const name = await store.bodies.write(Buffer.alloc(100_000, 'x'))
    t.is((await store.bodies.read(name)).length, 100_000)
    await store.bodies.remove(name)
    await t.throwsAsync(store.bodies.read(name), { name: 'MessageStoreError' })
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
      format: 'MQSTR',
      priority: 0,
      putAt: 1,
      userId: 'u',
      applicationName: 'a',
      ccsid: 1208,
      backoutCount: 0,
    },
    ...more,
  }
}

export function add(queueNumber: number, stored: StoredMessage, body = 'body'): StoreChange {
  return { type: 'add', queue: queueNumber, message: stored, body: Buffer.from(body) }
}

function save(number: number, record: StoredRecord): StoreChange {
  return { type: 'saveObject', object: { id: number, record } }
}

function queue(name: string, attributes: StoredRecord['attributes'] = {}): StoredRecord {
  return { kind: 'queue', name, type: 'QLOCAL', attributes, created: 1, altered: 2 }
}
