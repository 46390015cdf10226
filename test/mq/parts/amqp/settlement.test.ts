/** Sessions over which more messages flow than may be unsettled at a time. */
import { once } from 'node:events'
import test from 'ava'
import rhea, { type Delivery } from 'rhea'
import { type Broker, openBroker, openReceiver, receive } from './_support/broker.ts'

/** A session has at most 4,096 unsettled messages. */
const total = 4200
const outcomes = rhea.message as unknown as Record<'accepted' | 'released', () => { described(): unknown }>

let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker()
})
test.after.always(() => broker.close())

let count = 0
async function newFullQueue(): Promise<string> {
  const name = `Q.${++count}`
  await broker.run(`DEFINE QLOCAL(${name}) MAXDEPTH(${total})`)
  for (let number = 0; number < total; number++) {
    const message = { body: Buffer.from(String(number)), format: 'MQSTR' }
    await broker.connection.put({ queue: name }, { ...message, persistence: 'nonPersistent' })
  }
  return name
}

for (const [title, source] of [
  ['gets', {}],
  ['browses', { distribution_mode: 'copy' }],
] as const) {
  test(`a client that ${title} has all messages when it settles after the server`, async (t) => {
    const address = await newFullQueue()
    const options = { source: { address, ...source }, rcv_settle_mode: 1, autosettle: false, credit_window: 100 }
    const receiver = await openReceiver(await broker.connect(), options)
    const all = Promise.withResolvers<void>()
    let settledCount = 0
    receiver.on('message', ({ delivery }) => (delivery as Delivery).update(false, outcomes.accepted().described()))
    receiver.on('settled', ({ delivery }) => {
      ;(delivery as Delivery).update(true)
      if (++settledCount === total) all.resolve()
    })
    await all.promise
    t.is(settledCount, total)
  })
}

test('a message that a client keeps unsettled does not stop those after it', async (t) => {
  const receiver = await openReceiver(await broker.connect({ session_buffer_size: { incoming: 8192 } } as object), {
    source: await newFullQueue(),
    credit_window: 100,
  })
  const [first, all] = [Promise.withResolvers<Delivery>(), Promise.withResolvers<void>()]
  let received = 0
  receiver.on('message', ({ delivery }) => {
    if (received === 0) first.resolve(delivery as Delivery)
    else delivery?.accept()
    if (++received === total) all.resolve()
  })
  await all.promise
  ;(await first.promise).accept()
  t.is(received, total)
})

test('messages that a link has browsed and not settled are forgotten when it ends', async (t) => {
  const address = await newFullQueue()
  const client = await broker.connect({ session_buffer_size: { incoming: 8192 } } as object)
  const source = { address, distribution_mode: 'copy' }
  for (const half of [2100, 2100]) {
    const receiver = await openReceiver(client, { source })
    const received = await receive(receiver, half)
    t.is(received.length, half)
    receiver.close()
    await once(receiver, 'receiver_close')
    for (const { delivery } of received) delivery.update(true) // frees the window of the client
  }
})
