import { once } from 'node:events'
import test from 'ava'
import rhea, { type Connection, type Delivery, type Sender } from 'rhea'
import { type Broker, openBroker, openReceiver, openSender, receive, send } from './_support/broker.ts'

const { types } = rhea
let broker: Broker & { close(): Promise<void> }
test.before(async () => {
  broker = await openBroker()
})
test.after.always(() => broker.close())

let count = 0
async function newQueue(...bodies: string[]): Promise<string> {
  const name = `Q.${++count}`
  await broker.run(`DEFINE QLOCAL(${name})`)
  for (const body of bodies) {
    await broker.connection.put(
      { queue: name },
      { body: Buffer.from(body), format: 'MQSTR', persistence: 'persistent' },
    )
  }
  return name
}

const described = (code: number, fields: unknown[]) =>
  types.wrap_described(fields, code) as unknown as { value: unknown }

/** Opens a coordinator link, which the client library has no function for. */
async function openCoordinator(client: Connection): Promise<Sender> {
  const sender = client.open_sender({ target: { address: 'coordinator' } })
  ;(sender as unknown as { local: { attach: { target: unknown } } }).local.attach.target = described(0x30, [])
  sender.on('sender_close', () => undefined)
  await once(sender, 'sendable')
  return sender
}

/** Sends `declare` or `discharge` and returns the state with which the server settles it. */
async function ask(
  coordinator: Sender,
  code: number,
  fields: unknown[],
): Promise<{ code: number; id: Buffer | undefined; error?: string }> {
  // The body is a described value within the section of an AMQP value.
  const writer = new (
    types as unknown as { Writer: new () => { write(value: unknown): void; toBuffer(): Buffer } }
  ).Writer()
  writer.write(described(code, fields))
  const message = Buffer.concat([Buffer.from([0x00, 0x53, 0x77]), writer.toBuffer()])
  const delivery = coordinator.send(message as never, undefined as never, 0)
  const settled = delivery as unknown as {
    remote_settled: boolean
    remote_state: { descriptor?: { value: number }; value: { value: Buffer }[]; error?: { condition: string } }
  }
  while (!settled.remote_settled) await once(coordinator, 'settled')
  const { remote_state: state } = settled
  const error = state.error?.condition
  return { code: state.descriptor?.value ?? 0, id: state.value[0]?.value, ...(error && { error }) }
}

const declare = async (coordinator: Sender) => (await ask(coordinator, 0x31, [])).id as Buffer
const discharge = (coordinator: Sender, id: Buffer, fail: boolean) => ask(coordinator, 0x32, [id, fail])

/** Sends a message within a transaction: its transfer carries the state. */
async function sendWithin(sender: Sender, id: Buffer, body: string): Promise<void> {
  const { session } = sender as unknown as {
    session: { output(frame: Record<string, unknown>, payload: Buffer): void }
  }
  const output = session.output.bind(session)
  session.output = (frame, payload) => {
    if ('delivery_tag' in frame && payload) (frame.value as unknown[])[7] = described(0x34, [id])
    output(frame, payload)
  }
  const settled = once(sender, 'settled')
  sender.send({ body, durable: true })
  await settled
  session.output = output
}

function acceptWithin(delivery: Delivery, id: Buffer): void {
  const state = described(0x34, [id, described(0x24, [])])
  ;(delivery as unknown as { update(settled: boolean, state: unknown): void }).update(true, state)
}

for (const [title, isFailed] of [
  ['committed', false],
  ['rolled back', true],
] as const) {
  test(`what is sent and received in a transaction that is ${title} is so together`, async (t) => {
    const [from, to] = [await newQueue('order'), await newQueue()]
    const client = await broker.connect()
    const coordinator = await openCoordinator(client)
    const id = await declare(coordinator)
    const [received] = await receive(await openReceiver(client, from), 1)
    acceptWithin(received?.delivery as Delivery, id)
    await sendWithin(await openSender(client, to), id, 'done')
    t.is(await broker.connection.browse(to), undefined)
    t.is(await broker.connection.browse(from), undefined)

    t.like(await discharge(coordinator, id, isFailed), { error: undefined })
    const [back, sent] = [await broker.connection.get(from), await broker.connection.get(to)]
    if (isFailed) {
      t.like(back, { body: Buffer.from('order'), backoutCount: 1 })
      t.is(sent, undefined)
    } else {
      t.is(back, undefined)
      t.is(sent?.body.toString(), 'done')
    }
  })
}

test('the end of the connection rolls its transactions back', async (t) => {
  const to = await newQueue()
  const client = await broker.connect()
  const id = await declare(await openCoordinator(client))
  await sendWithin(await openSender(client, to), id, 'lost')
  t.is(await broker.display(`DISPLAY QSTATUS(${to}) ALL`, 'UNCOM'), 'YES')
  client.close()
  await once(client, 'connection_close')
  await broker.whenCommitted(to)
  t.is(await broker.display(`DISPLAY QSTATUS(${to}) ALL`, 'UNCOM'), 'NO')
  t.is(await broker.connection.get(to), undefined)
})

test('an unknown transaction is rejected', async (t) => {
  const client = await broker.connect()
  const coordinator = await openCoordinator(client)
  t.is((await discharge(coordinator, Buffer.from('nothing'), false)).error, 'amqp:transaction:unknown-id')
  const sender = await openSender(client, await newQueue())
  t.deepEqual(await send(sender, { body: 'outside' }), { outcome: 'accepted' })
})
