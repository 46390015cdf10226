import test from 'ava'
import type { MessageIdFilter } from '../../../../src/mq/manager/messages/queued-message.ts'
import { type WaitingGetter, WaitingGetters } from '../../../../src/mq/manager/queues/waiting-getters.ts'
import { queuedMessage } from './queued-messages.ts'

const [one, two] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]

function getter(filter: Partial<MessageIdFilter> = {}, more: Partial<WaitingGetter> = {}) {
  const errors: unknown[] = []
  const waiter: WaitingGetter = {
    filter: { messageId: undefined, correlationId: undefined, ...filter },
    receive: () => {},
    fail: (error) => errors.push(error),
    accepts: () => true,
    ...more,
  }
  return { waiter, errors }
}

test('of the gets that match by any id, the longest waiting one is taken, once', (t) => {
  const byMessage = getter({ messageId: one }).waiter
  const byCorrelation = getter({ correlationId: two }).waiter
  const byBoth = getter({ messageId: one, correlationId: two }).waiter
  const any = getter().waiter
  const entry = queuedMessage(1, { messageId: one, correlationId: two })
  const all = [byMessage, byCorrelation, byBoth, any]
  for (const order of [all, all.toReversed(), [byCorrelation, any, byMessage, byBoth]]) {
    const getters = new WaitingGetters()
    for (const each of order) getters.add(each)
    t.is(getters.size, 4)
    for (const each of order) t.is(getters.takeNext(entry), each)
    t.is(getters.size, 0)
    t.is(getters.takeNext(entry), undefined)
  }
})

test('gets that select another message wait on', (t) => {
  const getters = new WaitingGetters()
  getters.add(getter({ messageId: two }).waiter)
  getters.add(getter({ correlationId: one }).waiter)
  getters.add(getter({ messageId: one, correlationId: one }).waiter)
  getters.add(getter({}, { matches: () => false }).waiter)
  t.is(getters.takeNext(queuedMessage(1, { messageId: one, correlationId: two })), undefined)
  t.is(getters.takeNext(queuedMessage(1, { messageId: one })), undefined)
  t.is(getters.size, 4)
  const selective = getter({}, { matches: () => true }).waiter
  getters.add(selective)
  t.is(getters.takeNext(queuedMessage(1, { messageId: one })), selective)
})

for (const [title, filter] of [
  ['any message', {}],
  ['a message id', { messageId: one }],
  ['a correlation id', { correlationId: one }],
] as const)
  test(`a get for ${title} that was removed leaves the others of its kind waiting`, (t) => {
    const entry = queuedMessage(1, { messageId: one, correlationId: one })
    const [first, second] = [getter(filter).waiter, getter(filter).waiter]
    const getters = new WaitingGetters()
    getters.add(first)
    getters.add(second)
    getters.remove(first)
    getters.remove(first)
    t.is(getters.size, 1)
    t.is(getters.takeNext(entry), second)
    getters.add(first)
    t.is(getters.takeNext(entry), first)
  })

/** Returns waiting gets with the maps in which they keep them. */
function openWithMaps() {
  const maps: Map<unknown, unknown>[] = []
  const { Map: Original } = globalThis
  globalThis.Map = class<K, V> extends Original<K, V> {
    constructor() {
      super()
      maps.push(this as Map<unknown, unknown>)
    }
  } as MapConstructor
  try {
    return { getters: new WaitingGetters(), maps }
  } finally {
    globalThis.Map = Original
  }
}

test('gets that have ended leave nothing behind for their ids', (t) => {
  const { getters, maps } = openWithMaps()
  const filters = [{}, { messageId: one }, { correlationId: one }, { messageId: one, correlationId: two }]
  const waiters = filters.map((filter) => getter(filter).waiter)
  for (const waiter of waiters) getters.add(waiter)
  t.deepEqual(
    maps.map(({ size }) => size),
    [4, 1, 1],
  )
  for (const waiter of waiters) getters.remove(waiter)
  t.deepEqual(
    maps.map(({ size }) => size),
    [0, 0, 0],
  )
})

test('all waits end with an error, once', (t) => {
  const getters = new WaitingGetters()
  const all = [getter(), getter({ messageId: one })]
  for (const { waiter } of all) getters.add(waiter)
  getters.failAll(() => 'deleted')
  getters.failAll(() => 'again')
  t.deepEqual(
    all.map(({ errors }) => errors),
    [['deleted'], ['deleted']],
  )
  t.is(getters.size, 0)
})
