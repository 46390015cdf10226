import { once } from 'node:events'
import test from 'ava'
import rhea from 'rhea'
import { type Broker, brokerFor, openBroker, openReceiver, openSender, receive, send } from './_support/broker.ts'

const { types, message: messages, filter } = rhea
let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker()
})
test.after.always(() => broker.close())

let count = 0
/** Defines a queue for one test. */
async function newQueue(): Promise<string> {
  const name = `Q.${++count}`
  await broker.run(`DEFINE QLOCAL(${name})`)
  return name
}

/** Sends a message and returns what another client receives. */
async function roundTrip(message: object) {
  const name = await newQueue()
  const client = await broker.connect()
  await send(await openSender(client, name), message)
  const queued = await broker.connection.browse(name)
  const [received] = await receive(await openReceiver(client, name), 1)
  received?.delivery.accept()
  return { queued, received: received?.message, name }
}

for (const [title, body, format, stored] of [
  ['text', 'grüezi', 'MQSTR', 'grüezi'],
  ['binary data', messages.data_section(Buffer.from('bytes')), '', 'bytes'],
  ['a map', { one: 1, two: 'two' }, 'AMQP', undefined],
  ['a list', [1, 'two', true], 'AMQP', undefined],
  ['a number', 42, 'AMQP', undefined],
  ['no body', undefined, 'AMQP', undefined],
  ['a sequence', messages.sequence_section([1, 2, 3]), 'AMQP', undefined],
] as const) {
  test(`${title} arrives as it was sent`, async (t) => {
    const { queued, received } = await roundTrip({ body })
    t.is(queued?.format, format)
    if (stored !== undefined) t.is(queued?.body.toString(), stored)
    t.deepEqual(received?.body ?? undefined, body)
  })
}

test('header, properties, annotations and application properties arrive as they were sent', async (t) => {
  const correlationId = 'order-1'
  const { queued, received } = await roundTrip({
    durable: true,
    priority: 7,
    ttl: 60_000,
    body: 'x',
    subject: 'news',
    content_type: 'text/plain',
    correlation_id: correlationId,
    reply_to: 'REPLY',
    group_id: 'g',
    group_sequence: 3,
    to: 'elsewhere',
    message_annotations: { 'x-opt-origin': 'here' },
    application_properties: {
      name: 'n',
      yes: true,
      small: types.wrap_byte(-1),
      short: types.wrap_short(300),
      integer: types.wrap_int(70_000),
      long: types.wrap_long(5e12),
      double: 1.5,
      float: types.wrap_float(0.5),
    },
  })
  t.like(queued, { persistence: 'persistent', priority: 7, replyTo: { queue: 'REPLY', queueManager: 'QM1' } })
  t.deepEqual(queued?.group, { id: 'g', sequence: 3 })
  t.is(queued?.correlationId.toString().replaceAll('\0', ''), correlationId)
  t.true((queued?.expiry as number) > 50_000)
  t.deepEqual(queued?.properties, {
    name: { type: 'string', value: 'n' },
    yes: { type: 'boolean', value: true },
    small: { type: 'byte', value: -1 },
    short: { type: 'short', value: 300 },
    integer: { type: 'integer', value: 70_000 },
    long: { type: 'long', value: 5_000_000_000_000n },
    double: { type: 'double', value: 1.5 },
    float: { type: 'float', value: 0.5 },
  })
  t.like(received, { durable: true, priority: 7, subject: 'news', correlation_id: correlationId, reply_to: 'REPLY' })
  t.like(received, { group_id: 'g', group_sequence: 3, to: 'elsewhere', content_type: 'text/plain' })
  t.is(received?.message_annotations?.['x-opt-origin'], 'here')
  t.is(received?.application_properties?.integer, 70_000)
  t.is(received?.application_properties?.long, 5e12)
})

test('values that no property has arrive too', async (t) => {
  const { received, queued } = await roundTrip({
    body: 'x',
    application_properties: { when: types.wrap_timestamp(1000), bytes: Buffer.from('b'), count: types.wrap_uint(4e9) },
  })
  t.like(received?.application_properties, { count: 4e9, bytes: Buffer.from('b') })
  t.is(Number(received?.application_properties?.when), 1000)
  t.deepEqual(Object.keys(queued?.properties ?? {}), ['when', 'count'])
})

test('a message without a header is not persistent and has priority 4', async (t) => {
  const { queued, received } = await roundTrip({ body: 'x' })
  t.like(queued, { persistence: 'nonPersistent', priority: 4, expiry: undefined })
  t.falsy(received?.durable)
})

test('ids of MQ appear in the form of JMS, and are read in this form', async (t) => {
  const id = Buffer.alloc(24, 7)
  const text = `ID:${id.toString('hex')}`
  const { queued } = await roundTrip({ body: 'x', message_id: text, correlation_id: text })
  t.deepEqual([queued?.messageId, queued?.correlationId], [id, id])

  const name = await newQueue()
  const properties = { color: { type: 'string', value: 'red' }, big: { type: 'long', value: 2n ** 62n + 1n } } as const
  const group = { id: 'g', sequence: 2 }
  const put = { body: Buffer.from('x'), format: 'MQSTR', correlationId: id, replyTo: { queue: 'R' }, group, properties }
  const { messageId } = await broker.connection.put({ queue: name }, put)
  const [received] = await receive(await openReceiver(await broker.connect(), name), 1)
  t.like(received?.message, { message_id: `ID:${messageId.toString('hex')}`, correlation_id: text, reply_to: 'R' })
  t.like(received?.message, { group_id: 'g', group_sequence: 2, body: 'x' })
  t.is(received?.message.application_properties?.color, 'red')
  const big = received?.message.application_properties?.big as Buffer
  t.is(big.readBigInt64BE(), 2n ** 62n + 1n)
})

test('text in other encodings becomes a string', async (t) => {
  const name = await newQueue()
  await broker.connection.put({ queue: name }, { body: Buffer.from('né', 'latin1'), format: 'MQSTR', ccsid: 819 })
  await broker.connection.put({ queue: name }, { body: Buffer.from([1, 2]), format: 'MQSTR', ccsid: 500 })
  const received = await receive(await openReceiver(await broker.connect(), name), 2)
  t.is(received[0]?.message.body, 'né')
  t.deepEqual(received[1]?.message.body, messages.data_section(Buffer.from([1, 2])))
})

test('a message of several frames arrives whole, and one longer than the queue takes is rejected', async (t) => {
  const body = 'x'.repeat(1_000_000)
  const { received, name } = await roundTrip({ body, durable: true })
  t.is(received?.body, body)
  await broker.run(`ALTER QLOCAL(${name}) MAXMSGL(1000)`)
  const sender = await openSender(await broker.connect(), name)
  t.is(sender.max_message_size, 1000)
  t.like(await send(sender, { body }), { outcome: 'rejected', error: 'amqp:link:message-size-exceeded' })
})

test('a selector gets the messages of one group in their order', async (t) => {
  const name = await newQueue()
  const client = await broker.connect()
  const sender = await openSender(client, name)
  for (const [group, sequence] of [
    ['a', 1],
    ['b', 1],
    ['a', 2],
    ['b', 2],
  ] as const) {
    await send(sender, { body: `${group}${sequence}`, group_id: group, group_sequence: sequence })
  }
  const source = { address: name, filter: filter.selector("JMSXGroupID = 'b'") }
  const received = await receive(await openReceiver(client, { source }), 2)
  t.deepEqual(
    received.map(({ message }) => [message.body, message.group_id, message.group_sequence]),
    [
      ['b1', 'b', 1],
      ['b2', 'b', 2],
    ],
  )
})

test('a message longer than MAXMSGL of the channel ends the connection with an error that says what to do', async (t) => {
  const own = await brokerFor(t, 'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MAXMSGL(1000)')
  const client = await own.connect()
  const sender = await openSender(client, 'A')
  t.is(sender.max_message_size, 1000)
  t.like(await send(sender, { body: 'x'.repeat(2000) }), {
    outcome: 'rejected',
    error: 'amqp:link:message-size-exceeded',
  })
  sender.send({ body: 'x'.repeat(200_000) })
  const [{ error }] = (await once(client, 'connection_error')) as [{ error: { description: string } }]
  t.regex(error.description, /MAXMSGL.*not segmented/)
})
