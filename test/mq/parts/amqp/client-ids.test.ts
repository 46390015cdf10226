/** A client that connects again replaces its earlier connection. */
import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import test from 'ava'
import type { Connection } from 'rhea'
import { brokerFor, openReceiver, openSender, receive, send } from './_support/broker.ts'

const durable = { address: 'take/over', durable: 2, expiry_policy: 'never' }

for (const [title, source] of [
  ['a durable subscription', durable],
  ['a subscription with a timeout', { address: 'take/over', expiry_policy: 'link-detach', timeout: 40 }],
  ['a shared durable subscription', { ...durable, capabilities: ['topic', 'shared'] }],
] as const) {
  test(`a client that connects again has ${title} at once, and its earlier connection learns why it ended`, async (t) => {
    const { connect, connection } = await brokerFor(t, 'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) AMQPKA(0) MAXINST(1)')
    const first = await connect({ container_id: 'meter 7' })
    const receiver = await openReceiver(first, { name: 'readings', source })
    receiver.add_credit(1)
    await connection.publish('take/over', { body: Buffer.from('unsettled'), format: 'MQSTR' })
    await once(receiver, 'message')

    const ended = once(first, 'connection_error')
    const second = await connect({ container_id: 'meter 7' })
    const [again] = await receive(await openReceiver(second, { name: 'readings', source }), 1)
    t.like(again?.message, { body: 'unsettled', delivery_count: 1 })
    await ended
    const { condition, description } = first.error as { condition: string; description: string }
    t.is(condition, 'amqp:connection:forced')
    t.regex(description, /container id/)
    t.true(second.is_open())
  })
}

test('a client is replaced that answers no more, and on another channel', async (t) => {
  const { connect, run, display } = await brokerFor(
    t,
    'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) AMQPKA(0)',
    "DEFINE CHANNEL(OTHER) CHLTYPE(AMQP) PORT(0) LOCLADDR('127.0.0.1') MCAUSER('app') AMQPKA(0)",
  )
  await run('START CHANNEL(OTHER)')
  const port = Number(/\d+/.exec((await display('DISPLAY CHSTATUS(OTHER) ALL', 'LOCLADDR')) ?? ''))
  const dead = (await connect({ container_id: 'roaming' })) as Connection & { output(): void; socket: Socket }
  await openReceiver(dead, { name: 'x', source: durable })
  dead.output = () => undefined
  dead.socket.pause()
  t.teardown(() => dead.socket.destroy())
  const alive = await connect({ container_id: 'roaming', port })
  t.is((await openReceiver(alive, { name: 'x', source: durable })).source.address, 'take/over')
})

test('of connections with one id that open at the same time, one remains and works', async (t) => {
  const { connect, display } = await brokerFor(t)
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect({ container_id: 'storm' })))
  const last = await connect({ container_id: 'storm' })
  await send(await openSender(last, 'A'), { body: 'x' })
  t.is(await display('DISPLAY CHSTATUS(*) CHLTYPE(AMQP)', 'CONNS'), '1')
  t.is(clients.length, 8)
})

test('a client of another user does not take an id over, and learns why', async (t) => {
  const { connect, connectRejected } = await brokerFor(
    t,
    "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('')",
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('eve') AUTHADD(CONNECT)",
  )
  const owner = await connect({ container_id: 'till 3', username: 'app', password: 'ppa' })
  const refused = await connectRejected({ container_id: 'till 3', username: 'eve', password: 'eve' })
  t.is(refused.condition, 'amqp:not-allowed')
  t.true(owner.is_open())
})

test('a container id of 257 characters is rejected with the limit', async (t) => {
  const { connectRejected } = await brokerFor(t)
  const refused = await connectRejected({ container_id: 'i'.repeat(257) })
  t.is(refused.condition, 'amqp:invalid-field')
  t.regex(refused.description ?? '', /1 to 256/)
})

for (const [title, containerId] of [
  ['an empty container id', [0xa1, 0]],
  ['no container id', [0x40]],
] as const) {
  test(`an open frame with ${title} is rejected`, async (t) => {
    const { port } = await brokerFor(t)
    const socket = connectSocket(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    const fields = [0, 0x53, 0x10, 0xc0, containerId.length + 1, 1, ...containerId]
    const head = [0, 0, 0, 8 + fields.length, 2, 0, 0, 0]
    socket.write(Buffer.concat([Buffer.from('AMQP\0\x01\0\0', 'latin1'), Buffer.from([...head, ...fields])]))
    let received = ''
    for await (const bytes of socket) {
      received += bytes.toString('latin1')
      if (received.includes('1 to 256')) break
    }
    t.regex(received, /amqp:invalid-field/)
  })
}

test('a container id of 256 characters is accepted', async (t) => {
  const { connect } = await brokerFor(t)
  t.true((await connect({ container_id: 'i'.repeat(256) })).is_open())
})

test('a link name with which the subscription would have too long a name is rejected with the limit', async (t) => {
  const { connect } = await brokerFor(t)
  const client = await connect({ container_id: 'long' })
  for (const source of [durable, { ...durable, capabilities: ['topic', 'shared', 'global'] }]) {
    const refused = await openReceiver(client, { name: 'n'.repeat(10_300), source }).catch((error) => error)
    t.is(refused.condition, 'amqp:invalid-field')
    t.regex(refused.description, /10,240|10240/)
  }
})
