/** Shared subscriptions as Qpid JMS 2.0 asks for them: capabilities `shared` and `global`, link names with a bar. */
import { once } from 'node:events'
import test from 'ava'
import type { Connection, Receiver } from 'rhea'
import { type Broker, openBroker, openReceiver } from './_support/broker.ts'

let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker()
})
test.after.always(() => broker.close())

interface SharedOptions {
  readonly topic: string
  readonly name: string
  readonly isDurable?: boolean
  readonly isGlobal?: boolean
}

/** Opens a subscriber that counts what it receives. */
async function subscribe(client: Connection, { topic, name, isDurable, isGlobal }: SharedOptions) {
  const receiver = await openReceiver(client, {
    name,
    source: {
      address: topic,
      capabilities: ['topic', 'shared', ...(isGlobal ? ['global'] : [])],
      ...(isDurable ? { durable: 2, expiry_policy: 'never' } : { expiry_policy: 'link-detach' }),
    },
  })
  const bodies: string[] = []
  receiver.on('message', ({ message, delivery }) => {
    bodies.push(message.body)
    delivery.accept()
  })
  return { receiver, bodies }
}

const publish = (topic: string, body: string) =>
  broker.connection.publish(topic, { body: Buffer.from(body), format: 'MQSTR' })

/** Gives each receiver credit for one message in turn, and resolves when it has arrived. */
async function take(...receivers: readonly Receiver[]): Promise<void> {
  for (const receiver of receivers) {
    const arrived = once(receiver, 'message')
    receiver.add_credit(1)
    await arrived
  }
}

const isGone = (name: string) => broker.isGone(`DISPLAY SUB('${name}')`, 'SUB')

test('two subscribers of a connection share the messages: each message goes to one of them', async (t) => {
  const client = await broker.connect({ container_id: 'c1' })
  const first = await subscribe(client, { topic: 't/1', name: 'work|volatile1' })
  const second = await subscribe(client, { topic: 't/1', name: 'work|volatile2' })
  for (const body of ['a', 'b', 'c']) await publish('t/1', body)
  await take(first.receiver, second.receiver, first.receiver)
  t.deepEqual([first.bodies, second.bodies], [['a', 'c'], ['b']])

  first.receiver.close()
  await once(first.receiver, 'receiver_close')
  await publish('t/1', 'd')
  await take(second.receiver)
  t.deepEqual(second.bodies, ['b', 'd'])
  second.receiver.close()
  await once(second.receiver, 'receiver_close')
  t.true(await isGone(':shared:c1:volatile:work'))
})

test('clients of different ids share a global subscription, and not those of other names', async (t) => {
  const options = { topic: 't/2', name: 'all|global', isGlobal: true, isDurable: true }
  const one = await subscribe(await broker.connect({ container_id: 'g1' }), options)
  const two = await subscribe(await broker.connect({ container_id: 'g2' }), options)
  const own = await subscribe(await broker.connect({ container_id: 'g3' }), { topic: 't/2', name: 'all' })
  for (const body of ['a', 'b']) await publish('t/2', body)
  await take(two.receiver, one.receiver, own.receiver, own.receiver)
  t.deepEqual([one.bodies, two.bodies, own.bodies], [['b'], ['a'], ['a', 'b']])
})

test('a durable shared subscription keeps what is published while it has no subscriber', async (t) => {
  const options = { topic: 't/3', name: 'kept', isDurable: true }
  const client = await broker.connect({ container_id: 'd1' })
  const first = await subscribe(client, options)
  first.receiver.detach()
  await once(first.receiver, 'receiver_close')
  await publish('t/3', 'missed')

  const again = await subscribe(client, options)
  await take(again.receiver)
  t.deepEqual(again.bodies, ['missed'])
})

test('unsubscribing looks the subscription up without a source, and is rejected while it is in use', async (t) => {
  const client = await broker.connect({ container_id: 'u1' })
  const { receiver } = await subscribe(client, { topic: 't/4', name: 'mine', isDurable: true })
  const lookUp = () => openReceiver(client, { name: 'mine', source: null })
  const session = client.create_session()
  session.open()
  const inUse = await openReceiver(session as unknown as Connection, { name: 'mine', source: null }).catch(
    (error) => error,
  )
  t.is(inUse.condition, 'amqp:resource-locked')

  receiver.detach()
  await once(receiver, 'receiver_close')
  const found = await lookUp()
  t.is(found.source.address, 't/4')
  found.close()
  await once(found, 'receiver_close')
  t.true(await isGone(':shared:u1:mine'))
  const missing = await lookUp().catch((error) => error)
  t.is(missing.condition, 'amqp:not-found')
})

test('a shared subscription to another topic is replaced when it has no subscriber, and rejected otherwise', async (t) => {
  const client = await broker.connect({ container_id: 'r1' })
  const first = await subscribe(client, { topic: 't/5', name: 'moves', isDurable: true })
  const rejected = await subscribe(client, { topic: 't/6', name: 'moves|2', isDurable: true }).catch((error) => error)
  t.is(rejected.condition, 'amqp:resource-locked')
  first.receiver.detach()
  await once(first.receiver, 'receiver_close')
  await subscribe(client, { topic: 't/6', name: 'moves', isDurable: true })
  t.is(await broker.display("DISPLAY SUB(':shared:r1:moves')", 'TOPICSTR'), 't/6')
})
