import { once } from 'node:events'
import test from 'ava'
import rhea, { type Connection, type Delivery } from 'rhea'
import { type Broker, openBroker, openReceiver, openSender, receive, send } from './_support/broker.ts'

const { types } = rhea
let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker('DEFINE QLOCAL(DLQ)', 'ALTER QMGR DEADQ(DLQ)')
})
test.after.always(() => broker.close())

let count = 0
/** Defines a queue for one test, with messages on it. */
async function newQueue(attributes = '', bodies: readonly string[] = []): Promise<string> {
  const name = `Q.${++count}`
  await broker.run(`DEFINE QLOCAL(${name}) ${attributes}`)
  for (const body of bodies) await put(name, body)
  return name
}

function put(queue: string, body: string, more: object = {}) {
  const message = { body: Buffer.from(body), format: 'MQSTR', persistence: 'persistent' as const, ...more }
  return broker.connection.put({ queue }, message)
}

async function bodies(queue: string): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const message = await broker.connection.get(queue)
    if (!message) return found
    found.push(`${message.body}${message.backoutCount > 0 ? `+${message.backoutCount}` : ''}`)
  }
}

/** Settles a delivery, and resolves when the server has received the disposition: it has answered a later frame. */
async function settle(client: Connection, act: () => void): Promise<void> {
  act()
  const receiver = client.open_receiver({ source: 'SETTLED', name: `settled-${++count}` })
  receiver.on('receiver_close', () => undefined)
  await once(receiver, 'receiver_open')
}

test('settled messages are gone, released ones come back uncounted, modified ones count if the delivery failed', async (t) => {
  const queue = await newQueue('', ['accepted', 'released', 'failed', 'not failed'])
  const client = await broker.connect()
  const receiver = await openReceiver(client, queue)
  const received = await receive(receiver, 4)
  const [accepted, released, failed, notFailed] = received.map(({ delivery }) => delivery) as [
    Delivery,
    Delivery,
    Delivery,
    Delivery,
  ]
  // One by one: the client library writes one disposition for two outcomes of a turn.
  await settle(client, () => accepted.accept())
  await settle(client, () => released.release())
  await settle(client, () => failed.modified({ delivery_failed: true }))
  await settle(client, () => notFailed.modified({ delivery_failed: false }))
  await broker.whenCommitted(queue)
  t.deepEqual(await bodies(queue), ['released', 'failed+1', 'not failed'])
})

for (const [title, act] of [
  ['rejected', (delivery: Delivery) => delivery.reject({ condition: 'app:no', description: 'no' })],
  ['undeliverable', (delivery: Delivery) => delivery.modified({ undeliverable_here: true })],
] as const) {
  test(`a message that is ${title} goes to the backout queue, or to the dead-letter queue`, async (t) => {
    const backout = await newQueue()
    const queue = await newQueue(`BOQNAME(${backout})`, ['one'])
    const client = await broker.connect()
    const [first] = await receive(await openReceiver(client, queue), 1)
    await settle(client, () => act(first?.delivery as Delivery))
    await broker.whenCommitted(queue)
    t.deepEqual([await bodies(queue), await bodies(backout)], [[], ['one']])

    const plain = await newQueue('', ['two'])
    const [second] = await receive(await openReceiver(client, plain), 1)
    await settle(client, () => act(second?.delivery as Delivery))
    const dead = await broker.connection.get('DLQ', { waitMs: 5000 })
    t.is(dead?.format, 'MQDEAD')
    t.true(dead?.body.toString('latin1').includes(plain))
  })
}

test('what is not settled when the connection or link ends comes back with a count', async (t) => {
  const queue = await newQueue('', ['a', 'b'])
  const client = await broker.connect()
  const receiver = await openReceiver(client, queue)
  const [first] = await receive(receiver, 1)
  t.is(first?.message.delivery_count ?? 0, 0)
  receiver.close()
  const again = await openReceiver(client, queue)
  const [second] = await receive(again, 1)
  t.like(second?.message, { body: 'a', delivery_count: 1, first_acquirer: false })
  ;(client as unknown as { socket: { destroy(): void } }).socket.destroy()

  const [third] = await receive(await openReceiver(await broker.connect(), queue), 1)
  t.like(third?.message, { body: 'a', delivery_count: 2 })
})

test('a message whose backout count reaches BOTHRESH goes to the backout queue', async (t) => {
  const backout = await newQueue()
  const queue = await newQueue(`BOTHRESH(2) BOQNAME(${backout})`, ['poison', 'next'])
  const client = await broker.connect()
  for (const _ of [1, 2]) {
    const receiver = await openReceiver(client, queue)
    const [received] = await receive(receiver, 1)
    t.is(received?.message.body, 'poison')
    receiver.close()
    await once(receiver, 'receiver_close')
  }
  const [received] = await receive(await openReceiver(client, queue), 1)
  t.is(received?.message.body, 'next')
  t.deepEqual(await bodies(backout), ['poison'])
})

test('a client that asks for settled messages has them once', async (t) => {
  const queue = await newQueue('', ['a', 'b', 'c'])
  const receiver = await openReceiver(await broker.connect(), { source: queue, snd_settle_mode: 1 })
  const received = await receive(receiver, 2)
  t.deepEqual(
    received.map(({ message, delivery }) => [message.body, delivery.remote_settled]),
    [
      ['a', true],
      ['b', true],
    ],
  )
  t.deepEqual(await bodies(queue), ['c'])
})

test('messages that the client has settled are put as well', async (t) => {
  const queue = await newQueue()
  const sender = await openSender(await broker.connect(), { target: queue, snd_settle_mode: 1 })
  sender.send({ body: 'once' })
  t.is((await broker.connection.get(queue, { waitMs: 5000 }))?.body.toString(), 'once')
})

test('browsing shows every message once, also later ones, and leaves them', async (t) => {
  const queue = await newQueue('', ['a', 'b'])
  const receiver = await openReceiver(await broker.connect(), { source: { address: queue, distribution_mode: 'copy' } })
  const first = await receive(receiver, 2)
  for (const { delivery } of first) delivery.accept()
  const later = receive(receiver, 1)
  await put(queue, 'c')
  const all = [...first, ...(await later)]
  t.deepEqual(
    all.map(({ message }) => message.body),
    ['a', 'b', 'c'],
  )
  t.deepEqual(await bodies(queue), ['a', 'b', 'c'])
})

test('a selector chooses messages, and is named in the answer', async (t) => {
  const queue = await newQueue()
  for (const color of ['red', 'blue', 'red'])
    await put(queue, color, { properties: { color: { type: 'string', value: color } } })
  const client = await broker.connect()
  const selector = types.wrap_described("color = 'blue'", 'apache.org:selector-filter:string')
  const receiver = await openReceiver(client, { source: { address: queue, filter: { 'jms-selector': selector } } })
  t.truthy((receiver.source as { filter?: Record<string, unknown> }).filter?.['jms-selector'])
  const [received] = await receive(receiver, 1)
  received?.delivery.accept()
  t.is(received?.message.body, 'blue')

  const wrong = rhea.filter.selector('color =')
  const refused = await openReceiver(client, { source: { address: queue, filter: wrong } }).catch((error) => error)
  t.is(refused.condition, 'amqp:invalid-field')
})

test('a client that drains its credit has what there is, and then none', async (t) => {
  const queue = await newQueue('', ['a', 'b'])
  const receiver = await openReceiver(await broker.connect(), queue)
  const got: string[] = []
  receiver.on('message', ({ message }) => got.push(message.body))
  receiver.add_credit(5)
  receiver.drain_credit()
  await once(receiver, 'receiver_drained')
  t.deepEqual(got, ['a', 'b'])
})

test('credit limits what a client receives', async (t) => {
  const queue = await newQueue('', ['a', 'b', 'c'])
  const receiver = await openReceiver(await broker.connect(), queue)
  t.is((await receive(receiver, 2)).length, 2)
  t.is((await broker.connection.get(queue))?.body.toString(), 'c')
})

test('an address is a queue if there is one, a topic otherwise, and what the capability says', async (t) => {
  const queue = await newQueue()
  const client = await broker.connect()
  await send(await openSender(client, { target: { address: queue, capabilities: 'topic' } }), { body: 'no subscriber' })
  await send(await openSender(client, queue), { body: 'queued' })
  t.deepEqual(await bodies(queue), ['queued'])
  const missing = await openSender(client, { target: { address: 'NO.QUEUE', capabilities: 'queue' } }).catch(
    (error) => error,
  )
  t.is(missing.condition, 'amqp:not-found')

  const receiver = await openReceiver(client, 'some/topic')
  const received = receive(receiver, 1)
  await send(await openSender(client, 'some/topic'), { body: 'published' })
  t.is((await received)[0]?.message.body, 'published')
})

test('a link without an address sends each message to its own', async (t) => {
  const queue = await newQueue()
  const sender = await openSender(await broker.connect(), { target: {} })
  t.is((await send(sender, { to: queue, body: 'a' })).outcome, 'accepted')
  t.like(await send(sender, { body: 'b' }), { outcome: 'rejected', error: 'amqp:precondition-failed' })
  t.deepEqual(await bodies(queue), ['a'])
})

test('a dynamic source is a temporary queue that other links can send to, until the connection ends', async (t) => {
  const client = await broker.connect()
  const receiver = await openReceiver(client, { source: { dynamic: true, address: undefined } })
  const { address } = receiver.source
  t.regex(address, /^AMQP\./)
  await send(await openSender(client, address), { body: 'reply' })
  t.is((await receive(receiver, 1))[0]?.message.body, 'reply')
  client.close()
  await once(client, 'connection_close')
  t.true(await broker.isGone(`DISPLAY QLOCAL(${address})`, 'QUEUE'))
})

test('a durable subscription has what was published while its client was away, until it is closed', async (t) => {
  const source = { address: 'durable/topic', durable: 2, expiry_policy: 'never', capabilities: 'topic' }
  const options = { container_id: 'client-1' }
  const first = await broker.connect(options)
  const receiver = await openReceiver(first, { source, name: 'sub' })
  receiver.detach()
  await once(receiver, 'receiver_close')
  await broker.connection.publish('durable/topic', { body: Buffer.from('missed'), format: 'MQSTR' })

  const second = await broker.connect(options)
  const resumed = await openReceiver(second, { source, name: 'sub' })
  t.is((await receive(resumed, 1))[0]?.message.body, 'missed')
  t.is(await broker.display("DISPLAY SUB(':private:client-1:sub')", 'SUB'), ':private:client-1:sub')
  resumed.close()
  await once(resumed, 'receiver_close')
  t.true(await broker.isGone("DISPLAY SUB(':private:client-1:sub')", 'SUB'))
})

test('a full queue rejects, and the client may go on', async (t) => {
  const queue = await newQueue('MAXDEPTH(1)')
  const sender = await openSender(await broker.connect(), queue)
  t.is((await send(sender, { body: 'a' })).outcome, 'accepted')
  t.like(await send(sender, { body: 'b' }), { outcome: 'rejected', error: 'amqp:resource-limit-exceeded' })
  await bodies(queue)
  t.is((await send(sender, { body: 'c' })).outcome, 'accepted')
})

test('messages that are accepted and rejected in one turn have their own outcomes', async (t) => {
  const queue = await newQueue('MAXDEPTH(1)')
  const sender = await openSender(await broker.connect(), queue)
  const sent = [1, 2, 3].map((body) => send(sender, { body: String(body) }))
  t.deepEqual(
    (await Promise.all(sent)).map(({ outcome }) => outcome),
    ['accepted', 'rejected', 'rejected'],
  )
})

test('many messages go through in order', async (t) => {
  const queue = await newQueue('MAXDEPTH(9999)')
  const client = await broker.connect()
  const sender = await openSender(client, queue)
  const numbers = Array.from({ length: 2000 }, (_, number) => number)
  let accepted = 0
  const allAccepted = new Promise<void>((resolve) => {
    sender.on('accepted', () => {
      if (++accepted === numbers.length) resolve()
    })
  })
  let next = 0
  const fill = () => {
    while (sender.sendable() && next < numbers.length) sender.send({ body: numbers[next++], durable: true })
  }
  sender.on('sendable', fill)
  fill()
  await allAccepted

  const got: number[] = []
  const receiver = client.open_receiver({ source: queue, credit_window: 100 })
  await new Promise<void>((resolve) => {
    receiver.on('message', ({ message }) => {
      got.push(message.body)
      if (got.length === numbers.length) resolve()
    })
  })
  t.deepEqual(got, numbers)
})

test('a session sends what there is credit for, up to 4,096 unsettled messages, and the rest when they are settled', async (t) => {
  const queue = await newQueue('MAXDEPTH(9999)')
  const total = 4100 // a session has at most 4,096 messages that are not settled
  for (let number = 0; number < total; number++) {
    await broker.connection.put({ queue }, { body: Buffer.from('x'), format: '', persistence: 'nonPersistent' })
  }
  const client = await broker.connect({ session_buffer_size: { incoming: 8192, outgoing: 1 } } as object)
  const receiver = await openReceiver(client, queue)
  const deliveries: Delivery[] = []
  const [full, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  receiver.on('message', ({ delivery }) => {
    deliveries.push(delivery as Delivery)
    if (deliveries.length === 4096) full.resolve()
    if (deliveries.length === total) all.resolve()
  })
  receiver.add_credit(5000)
  await full.promise
  for (const delivery of deliveries) delivery.accept()
  await all.promise
  t.is(deliveries.length, total)
})

test('a link that ends while its messages wait for the session window does not stop the others', async (t) => {
  const [queue, other] = [
    await newQueue(
      '',
      Array.from({ length: 20 }, (_, number) => String(number)),
    ),
    await newQueue('', ['other']),
  ]
  const client = await broker.connect({ session_buffer_size: { incoming: 4, outgoing: 4 } } as object)
  const receiver = await openReceiver(client, queue)
  const received: Delivery[] = []
  receiver.on('message', ({ delivery }) => received.push(delivery as Delivery))
  receiver.add_credit(20)
  while (received.length < 4) await once(receiver, 'message')
  receiver.close()
  await once(receiver, 'receiver_close')
  for (const delivery of received) delivery.update(true)

  const second = await openReceiver(client, other)
  t.is((await receive(second, 1))[0]?.message.body, 'other')
})
