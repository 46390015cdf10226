/**
 * What Qpid JMS sends: link names, capabilities, annotations, filters and dynamic nodes as its version 2 encodes them. The
 * library itself is not part of these tests, because they run without Java.
 */
import { once } from 'node:events'
import test from 'ava'
import rhea, { type Connection } from 'rhea'
import { type Broker, openBroker, openReceiver, openSender, receive, send } from './_support/broker.ts'

const { types } = rhea
let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker('DEFINE QLOCAL(JMS.QUEUE)')
})
test.after.always(() => broker.close())

/** The values of `x-opt-jms-dest`, and of `x-opt-jms-msg-type`. */
const destinations = { queue: 0, topic: 1, temporaryQueue: 2 } as const
const textMessage = types.wrap_byte(5)

const desired = ['sole-connection-for-container', 'DELAYED_DELIVERY', 'ANONYMOUS-RELAY', 'SHARED-SUBS']
const outcomes = ['amqp:accepted:list', 'amqp:rejected:list', 'amqp:released:list', 'amqp:modified:list']

let clients = 0
function connect(clientId = `ID:jms:${++clients}`): Promise<Connection> {
  return broker.connect({
    container_id: clientId,
    desired_capabilities: desired,
    channel_max: 32_767,
    idle_time_out: 30_000,
    properties: { product: 'QpidJMS', version: '2.6.1', platform: 'JVM' },
  } as object)
}

function text(body: string, to: string, destination: keyof typeof destinations, more: object = {}): object {
  return {
    body,
    to,
    durable: true,
    message_id: `ID:${body}:1:1:1-1`,
    creation_time: new Date(),
    message_annotations: {
      'x-opt-jms-msg-type': textMessage,
      'x-opt-jms-dest': types.wrap_byte(destinations[destination]),
    },
    ...more,
  }
}

test('the connection offers the capabilities that decide what the library allows', async (t) => {
  const client = (await connect()) as unknown as { offered_capabilities: string[] }
  t.deepEqual(client.offered_capabilities, ['ANONYMOUS-RELAY', 'SHARED-SUBS'])
})

test('a producer and a consumer of a queue exchange a text message with its JMS headers', async (t) => {
  const client = await connect()
  const sender = await openSender(client, {
    name: 'qpid-jms:sender:ID:1:1:1:JMS.QUEUE',
    source: { address: 'ID:1:1:1', outcomes },
    target: { address: 'JMS.QUEUE', capabilities: 'queue' },
  })
  const message = text('hello', 'JMS.QUEUE', 'queue', { application_properties: { JMSXUserID: 'app', colour: 'red' } })
  t.is((await send(sender, message)).outcome, 'accepted')
  const selector = types.wrap_described("colour = 'red'", types.wrap_ulong(0x0000_468c_0000_0004) as never)
  const receiver = await openReceiver(client, {
    name: 'qpid-jms:receiver:ID:1:1:2:JMS.QUEUE',
    source: { address: 'JMS.QUEUE', capabilities: 'queue', outcomes, filter: { 'jms-selector': selector } },
  })
  const [received] = await receive(receiver, 1)
  received?.delivery.accept()
  t.like(received?.message, { body: 'hello', to: 'JMS.QUEUE', message_id: 'ID:hello:1:1:1-1', durable: true })
  t.is(received?.message.message_annotations?.['x-opt-jms-dest'], destinations.queue)
  t.is(received?.message.message_annotations?.['x-opt-jms-msg-type'], 5)
})

test('an anonymous producer sends to the queue or topic that the annotation names', async (t) => {
  const client = await connect()
  const subscriber = await openReceiver(client, {
    // The filter no-local is not applied, so the answer does not have it.
    source: {
      address: 'jms/news',
      capabilities: 'topic',
      distribution_mode: 'copy',
      outcomes,
      filter: { 'no-local': types.wrap_described([], types.wrap_ulong(0x0000_468c_0000_0003) as never) },
    },
  })
  t.falsy((subscriber.source as { filter?: object }).filter)
  const sender = await openSender(client, { target: {} })
  t.is((await send(sender, text('to queue', 'JMS.QUEUE', 'queue'))).outcome, 'accepted')
  t.is((await send(sender, text('to topic', 'jms/news', 'topic'))).outcome, 'accepted')
  t.is((await receive(subscriber, 1))[0]?.message.body, 'to topic')
  t.is((await broker.connection.get('JMS.QUEUE'))?.body.toString(), 'to queue')
})

const dynamicNode = {
  dynamic: true,
  durable: 0,
  expiry_policy: 'link-detach',
  dynamic_node_properties: { 'lifetime-policy': types.wrap_described([], types.wrap_ulong(0x2b) as never) },
}

for (const kind of ['queue', 'topic'] as const) {
  test(`a temporary ${kind} is created by a sending link and used by a consumer`, async (t) => {
    const client = await connect()
    const creator = await openSender(client, {
      name: `qpid-jms:temp-${kind}-creator:ID:1:1`,
      target: { ...dynamicNode, capabilities: `temporary-${kind}` },
    })
    const { address } = creator.target
    t.regex(address, kind === 'queue' ? /^AMQP\./ : /^AMQP\/TEMPORARY\//)
    t.true(creator.target.dynamic)
    const consumer = await openReceiver(client, { source: { address, capabilities: `temporary-${kind}` } })
    const producer = await openSender(client, { target: { address, capabilities: `temporary-${kind}` } })
    const received = receive(consumer, 1)
    await send(producer, { ...text('reply', address, 'temporaryQueue'), durable: false })
    t.is((await received)[0]?.message.body, 'reply')
  })
}

test('a durable subscriber keeps its subscription when it detaches, and unsubscribes without a source', async (t) => {
  const source = {
    address: 'jms/durable',
    capabilities: 'topic',
    durable: 2,
    expiry_policy: 'never',
    distribution_mode: 'copy',
  }
  const first = await connect('jms-client')
  const subscriber = await openReceiver(first, { name: 'mySub', source })
  subscriber.detach()
  await once(subscriber, 'receiver_close')
  const producer = await openSender(first, { target: { address: 'jms/durable', capabilities: 'topic' } })
  await send(producer, text('missed', 'jms/durable', 'topic'))
  first.close()
  await once(first, 'connection_close')

  const second = await connect('jms-client')
  const again = await openReceiver(second, { name: 'mySub', source })
  const [received] = await receive(again, 1)
  t.is(received?.message.body, 'missed')
  received?.delivery.accept()
  again.detach()
  await once(again, 'receiver_close')
  const lookUp = await openReceiver(second, { name: 'mySub', source: null })
  lookUp.close()
  await once(lookUp, 'receiver_close')
  const gone = await openReceiver(second, { name: 'mySub', source: null }).catch((error) => error)
  t.is(gone.condition, 'amqp:not-found')
})
