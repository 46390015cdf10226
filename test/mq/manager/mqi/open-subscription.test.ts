import test, { type ExecutionContext } from 'ava'
import type { SubscribeOptions } from '../../../../src/mq/manager/types/open-objects.ts'
import { openHeldStore } from '../_support/held-store.ts'
import { addSystemObjects, admin, benchFor, benchOver, refuses, text } from '../_support/manager.ts'

const durable = { topicString: 'a', durableName: 'S' }
const shared = { topicString: 'a', shared: { name: 'S', isDurable: false } }
const sharedDurable = { topicString: 'a', shared: { name: 'S', isDurable: true } }

function open(t: ExecutionContext) {
  const bench = benchFor(t)
  const find = (name = 'S') => bench.running.objects.find('sub', name)
  const status = (name = 'S') => bench.running.subscriptions.status(name)
  return { ...bench, find, status }
}

for (const [title, options, remains] of [
  ['a durable', durable, true],
  ['a shared', shared, false],
  ['a shared durable', sharedDurable, true],
] as const) {
  test(`${title} subscription ${remains ? 'remains' : 'is removed'} when its subscriber closes it`, async (t) => {
    const { connection, find, status, running } = open(t)
    const subscription = await connection.subscribe(options)
    t.is(subscription.name, 'S')
    t.is(status()?.connection, running.connections.list()[0]?.id)
    await subscription.close()
    t.is(find() !== undefined, remains)
    t.is(status()?.connection, undefined)
  })

  test(`${title} subscription ${remains ? 'remains' : 'is removed'} when its connection ends`, async (t) => {
    const { connect, find, status } = open(t)
    const connection = connect(admin)
    await connection.subscribe(options)
    await connection.close()
    t.is(find() !== undefined, remains)
    t.is(status()?.connection, undefined)
  })

  test(`${title} subscription that its subscriber removes is gone`, async (t) => {
    const { connection, find, running } = open(t)
    const subscription = await connection.subscribe(options)
    await subscription.close(true)
    t.is(find(), undefined)
    t.is(running.queues.find(subscription.queue), undefined)
  })
}

for (const options of [shared, sharedDurable]) {
  test(`of the subscribers that share a ${options.shared.isDurable ? 'durable ' : ''}subscription, the last one that leaves ends it`, async (t) => {
    const { connect, find, status } = open(t)
    const [first, second] = [connect(admin), connect(admin)]
    const subscriptions = [await first.subscribe(options), await second.subscribe(options)]
    t.is(status()?.sharers, 2)
    await subscriptions[0]?.close(true)
    t.is(status()?.sharers, 1)
    t.truthy(status()?.connection, 'the other one has it')
    t.truthy(find(), 'another subscriber has it')
    await subscriptions[0]?.close(true)
    t.is(status()?.sharers, 1, 'a second close does nothing')
    await subscriptions[1]?.close(true)
    t.is(find(), undefined)
  })
}

test('a durable subscription may be resumed, and its time and connection are shown', async (t) => {
  const { connection, connect, status, pass, running } = open(t)
  const first = await connection.subscribe(durable)
  t.is(status()?.resumedAt, running.clock())
  await first.close()
  await first.close()
  pass(5000)
  await connection.publish('a', text('meanwhile'))
  const other = connect(admin)
  const second = await other.subscribe(durable)
  t.is(status()?.resumedAt, running.clock())
  t.is(status()?.connection, running.connections.list().at(-1)?.id)
  t.is((await second.get())?.body.toString(), 'meanwhile')
  t.is(second.queue, first.queue)
})

for (const [known, options, reason] of [
  [durable, durable, 2429],
  [durable, shared, 2429],
  [shared, durable, 2429],
  [shared, shared, 0],
  [shared, { ...shared, selector: "p = 'x'" }, 2432],
  [shared, { ...shared, topicString: 'b' }, 2432],
] as readonly (readonly [SubscribeOptions, SubscribeOptions, number])[])
  test(`${JSON.stringify(known)} in use, then ${JSON.stringify(options)}: ${reason}`, async (t) => {
    const { connection, connect, status } = open(t)
    await connection.subscribe(known)
    const before = { ...status() }
    const again = connect(admin).subscribe(options)
    if (reason === 0) await t.notThrowsAsync(again)
    else {
      t.is((await refuses(t, again, reason)).object, 'S')
      t.deepEqual({ ...status() }, before)
    }
  })

for (const [options, reason] of [
  [durable, 0],
  [{ ...durable, selector: "p = 'x'" }, 0],
  [{ ...durable, topicString: 'b' }, 2432],
  [{ ...sharedDurable, selector: "p = 'x'" }, 2432],
] as readonly (readonly [SubscribeOptions, number])[])
  test(`${JSON.stringify(options)} of a durable subscription that none uses: ${reason}`, async (t) => {
    const { connection, connect } = open(t)
    await (await connection.subscribe(durable)).close()
    const again = connect(admin).subscribe(options)
    if (reason === 0) await t.notThrowsAsync(again)
    else t.regex((await refuses(t, again, reason)).message, /subscription S to "a" with the selector ""/)
  })

test('a durable subscription that was used by one connection may be shared by several later', async (t) => {
  const { connection, connect, status } = open(t)
  await (await connection.subscribe(durable)).close()
  for (const expected of [1, 2]) {
    await connect(admin).subscribe(sharedDurable)
    t.is(status()?.sharers, expected)
  }
})

test('a subscription of an administrator with a queue of its own cannot be resumed', async (t) => {
  const { connection, define } = open(t)
  await define('queue', 'QLOCAL', 'A')
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A' })
  await refuses(t, connection.subscribe(durable), 2432)
})

test('the definition of a subscription says what was asked for, by whom and when', async (t) => {
  const { connection, find, running } = open(t)
  await connection.subscribe(durable)
  const now = running.clock()
  t.like(find(), { type: 'SUB', created: now, altered: now })
  t.like(find()?.attributes, {
    TOPICSTR: 'a',
    DESTCLAS: 'MANAGED',
    WSCHEMA: 'TOPIC',
    USERDATA: '',
    SELECTOR: '',
    SUBUSER: 'admin',
    SUBTYPE: 'API',
    DURABLE: 'YES',
  })
  const more = { wildcards: 'CHAR', userData: 'mine', selector: "p = 'x'" } as const
  const { name } = await connection.subscribe({ topicString: 'b', ...more })
  t.regex(name, /^QM1 [0-9a-f]{24}$/)
  t.like(find(name)?.attributes, {
    TOPICSTR: 'b',
    WSCHEMA: 'CHAR',
    USERDATA: 'mine',
    SELECTOR: "p = 'x'",
    DURABLE: 'NO',
  })
})

test('a subscription whose queue was deleted fails with the reason', async (t) => {
  const { connection, running } = open(t)
  const subscription = await connection.subscribe(durable)
  await running.objects.remove('queue', subscription.queue)
  t.is((await refuses(t, subscription.get(), 2052)).object, subscription.queue)
  t.throws(() => subscription.open(), { message: /2052/ })
})

test('an open subscription reads its queue without authority for the queue', async (t) => {
  const { connection, connect, running } = open(t)
  for (const each of ['OBJTYPE(QMGR) AUTHADD(CONNECT)', "PROFILE('SYSTEM.BASE.TOPIC') OBJTYPE(TOPIC) AUTHADD(SUB)"])
    await connection.command(`SET AUTHREC PRINCIPAL('app') ${each}`)
  const user = connect({ name: 'app', groups: [], privileged: false })
  const subscription = await user.subscribe({ topicString: 'a' })
  await refuses(t, user.get(subscription.queue), 2035)
  const queue = subscription.open()
  t.is(running.queues.find(subscription.queue)?.openInputCount, 1)
  await connection.publish('a', text('one'))
  await connection.publish('a', text('two'))
  t.is((await queue.get())?.body.toString(), 'one')
  t.is((await subscription.get())?.body.toString(), 'two')
  t.is(await subscription.get(), undefined)
})

for (const options of [durable, shared])
  test(`${JSON.stringify(options)} that could not be stored is not there, and a later one is not ended with its connection`, async (t) => {
    const store = openHeldStore()
    await addSystemObjects(store)
    const { connection, connect, running } = benchOver(t, store)
    store.hold()
    const refused = refuses(t, connection.subscribe(options), 2192)
    await store.isHeld()
    store.release('full')
    await refused
    t.is(running.objects.find('sub', 'S'), undefined)
    const subscription = await connect(admin).subscribe(options)
    t.is(subscription.name, 'S')
    await connection.close()
    t.truthy(running.objects.find('sub', 'S'))
  })
