import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import test from 'ava'
import type { Connection } from 'rhea'
import { brokerFor, openReceiver, openSender, receive, send } from './_support/broker.ts'

test('a client with the password of a user of the registry has the authorities of this user', async (t) => {
  const { connect, connectRejected, connection } = await brokerFor(
    t,
    "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('')",
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('eve') AUTHADD(CONNECT)",
  )
  const plain = (username: string, password: string) => ({ username, password })
  const sender = await openSender(await connect(plain('app', 'ppa')), 'A')
  await send(sender, { body: 'x' })
  t.is((await connection.get('A'))?.userId, 'app')

  t.is((await connectRejected(plain('app', 'wrong'))).condition, 'amqp:unauthorized-access')
  t.is((await connectRejected()).condition, 'amqp:unauthorized-access')
  // Without authority to connect to the queue manager.
  t.is((await connectRejected(plain('bob', 'bob'))).condition, 'amqp:unauthorized-access')
  // With authority to connect, but not to put.
  const other = await openSender(await connect(plain('eve', 'eve')), 'A')
  t.like(await send(other, { body: 'x' }), { outcome: 'rejected', error: 'amqp:unauthorized-access' })
})

test('channel authentication records decide who may connect, and as whom', async (t) => {
  const { connect, connectRejected, run, display } = await brokerFor(
    t,
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mapped') AUTHADD(CONNECT)",
    "SET CHLAUTH(AMQP) TYPE(ADDRESSMAP) ADDRESS('127.0.0.1') USERSRC(MAP) MCAUSER('mapped')",
  )
  await connect()
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'MCAUSER'), 'mapped')
  await run("SET CHLAUTH(AMQP) TYPE(BLOCKUSER) USERLIST('mapped')")
  t.is((await connectRejected()).condition, 'amqp:unauthorized-access')
  await run("SET CHLAUTH(AMQP) TYPE(BLOCKUSER) USERLIST('mapped') ACTION(REMOVE)")
  await connect()
  await run("SET CHLAUTH(AMQP) TYPE(ADDRESSMAP) ADDRESS('127.0.0.1') USERSRC(NOACCESS) ACTION(REPLACE)")
  t.is((await connectRejected()).condition, 'amqp:unauthorized-access')
})

test('with USECLTID the client id is the user', async (t) => {
  const { connect, connectRejected, display } = await brokerFor(
    t,
    "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MCAUSER('') USECLTID(YES)",
  )
  await connect({ container_id: 'app' })
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'MCAUSER'), 'app')
  t.is((await connectRejected({ container_id: 'unknown' })).condition, 'amqp:unauthorized-access')
})

test('the status shows the connections, MAXINST limits them, and a stop ends them', async (t) => {
  const { connect, connectRejected, run, connection, display, port } = await brokerFor(
    t,
    'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) MAXINST(1)',
  )
  const client = await connect()
  const { responses } = await connection.command('DISPLAY CHSTATUS(AMQP) ALL')
  const values = Object.fromEntries(responses[0]?.attributes ?? [])
  t.like(values, { CHLTYPE: 'AMQP', STATUS: 'RUNNING', MCAUSER: 'app' })
  t.regex(String(values.CONNAME), /^127\.0\.0\.1\(\d+\)$/)
  t.is(
    await display("DISPLAY CONN(*) WHERE(CHANNEL EQ 'AMQP')", 'CONN'),
    await display("DISPLAY CONN(*) WHERE(CHANNEL EQ 'AMQP')", 'CONN'),
  )
  t.is((await connectRejected()).condition, 'amqp:resource-limit-exceeded')

  const closed = once(client, 'connection_error')
  await run('STOP CHANNEL(AMQP)')
  await closed
  t.is((client.error as { condition: string }).condition, 'amqp:connection:forced')
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'STATUS'), 'STOPPED')
  const refused = connectSocket(port, '127.0.0.1')
  await t.throwsAsync(once(refused, 'connect'), { code: 'ECONNREFUSED' })
  await run('START CHANNEL(AMQP)')
  t.is(await display('DISPLAY CHSTATUS(AMQP) ALL', 'STATUS'), 'RUNNING')
})

test('CHLTYPE(AMQP) shows the number of connections, and CLIENTID shows each client', async (t) => {
  const { connect, connection } = await brokerFor(
    t,
    'ALTER AUTHINFO(SYSTEM.DEFAULT.AUTHINFO.IDPWOS) AUTHTYPE(IDPWOS) ADOPTCTX(NO)',
  )
  const show = async (command: string) =>
    (await connection.command(command)).responses.map(({ attributes }) => Object.fromEntries(attributes ?? []))

  const summary = { CHANNEL: 'AMQP', CHLTYPE: 'AMQP', STATUS: 'RUNNING' }
  t.deepEqual(await show('DISPLAY CHSTATUS(*) CHLTYPE(AMQP)'), [{ ...summary, CONNS: 0 }])
  const client = await connect({ container_id: 'orders.1', username: 'someone', password: 'enoemos' })
  await connect({ container_id: 'billing' })
  t.deepEqual(await show('DISPLAY CHSTATUS(*) CHLTYPE(AMQP)'), [{ ...summary, CONNS: 2 }])

  const sender = await openSender(client, 'A')
  const accepted = once(sender, 'accepted')
  sender.send({ body: 'one' })
  await accepted
  const [first, ...others] = await show("DISPLAY CHSTATUS(AMQP) CHLTYPE(AMQP) CLIENTID('orders*') ALL")
  t.like(first, {
    ...summary,
    CLIENTID: 'orders.1',
    CLNTUSER: 'someone',
    MCAUSER: 'app',
    AMQPKA: 180_000,
    MSGSNT: 0,
    MSGRCVD: 1,
    PROTOCOL: 'AMQP',
  })
  t.deepEqual(others, [])
  t.is((await show("DISPLAY CONN(*) WHERE(CLIENTID EQ 'orders.1') CLIENTID"))[0]?.CLIENTID?.toString(), 'orders.1')
  t.is((await show("DISPLAY CHSTATUS(*) CLIENTID('orders.2')")).length, 1) // the error
  t.is((await connection.command('DISPLAY CHSTATUS(*) CHLTYPE(SDR)')).completionCode, 2)
})

test('the end of the queue manager tells its clients, and waiting receivers do not hold it up', async (t) => {
  const { connect, installation } = await brokerFor(t)
  const client = await connect()
  await openReceiver(client, 'A').then((receiver) => receiver.add_credit(1))
  const ended = once(client, 'disconnected')
  await installation.find('QM1')?.end()
  await ended
  t.pass()
})

test('TPROOT is above the topics of clients', async (t) => {
  const { connect, connection } = await brokerFor(
    t,
    "DEFINE TOPIC(ROOT) TOPICSTR('apps')",
    'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) TPROOT(ROOT)',
  )
  const receiver = await openReceiver(await connect(), 'news')
  const received = receive(receiver, 1)
  await connection.publish('apps/news', { body: Buffer.from('x'), format: 'MQSTR' })
  t.is((await received)[0]?.message.body, 'x')
})

test('AMQPKA: a client that sends nothing is disconnected, and one that keeps alive is not', async (t) => {
  const { connect } = await brokerFor(t, 'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) AMQPKA(400)')
  const alive = await connect()
  t.is(alive.idle_time_out, 200) // clients send something within half of the interval
  const silent = (await connect()) as Connection & { output(): void; heartbeat_out: NodeJS.Timeout }
  clearTimeout(silent.heartbeat_out)
  silent.output = () => undefined
  await once(silent, 'connection_error')
  t.is((silent.error as { condition: string }).condition, 'amqp:resource-limit-exceeded')
  t.true(alive.is_open())
})

test('AMQPKA(0) announces no timeout', async (t) => {
  const { connect } = await brokerFor(t, 'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) AMQPKA(0)')
  t.falsy((await connect()).idle_time_out)
})

test('the server keeps connections of clients alive that announce an idle timeout', async (t) => {
  const { connect } = await brokerFor(t)
  const client = await connect({ idle_time_out: 200 })
  const { socket } = client as unknown as { socket: Socket }
  // Two empty frames in the time in which the client would close the connection.
  for (const _ of [1, 2]) t.true((await once(socket, 'data'))[0].length >= 8)
  t.true(client.is_open())
})

test('TMPMODEL and TMPQPRFX decide about the temporary queues of clients', async (t) => {
  const { connect, display } = await brokerFor(
    t,
    'DEFINE QMODEL(SMALL) MAXDEPTH(7)',
    "ALTER CHANNEL(AMQP) CHLTYPE(AMQP) TMPMODEL(SMALL) TMPQPRFX('REPLY.*')",
  )
  const receiver = await openReceiver(await connect(), { source: { dynamic: true, address: undefined } })
  t.regex(receiver.source.address, /^REPLY\./)
  t.is(await display(`DISPLAY QLOCAL(${receiver.source.address}) MAXDEPTH`, 'MAXDEPTH'), '7')
})

test('a TMPMODEL that does not exist rejects dynamic nodes, and only those', async (t) => {
  const { connect } = await brokerFor(t, 'ALTER CHANNEL(AMQP) CHLTYPE(AMQP) TMPMODEL(NONE)')
  const client = await connect()
  const source = { dynamic: true, address: undefined }
  const refused = await openReceiver(client, { source }).catch((error) => error)
  t.is(refused.condition, 'amqp:not-found')
  await openSender(client, 'A')
})

test('attributes of other channel types are rejected', async (t) => {
  const { run } = await brokerFor(t)
  for (const attribute of ['MAXINSTC(1)', 'HBINT(10)', 'SHARECNV(1)']) {
    await t.throwsAsync(run(`ALTER CHANNEL(AMQP) CHLTYPE(AMQP) ${attribute}`), { message: /AMQ8/ })
  }
})

test('a CONNAUTH that does not exist rejects clients, and START CHANNEL says why', async (t) => {
  const { connectRejected, run } = await brokerFor(t)
  await run('ALTER QMGR CONNAUTH(LDAP)', 'REFRESH SECURITY TYPE(CONNAUTH)')
  const refused = await connectRejected({ username: 'app', password: 'ppa' })
  t.is(refused.condition, 'amqp:unauthorized-access')
  await run('STOP CHANNEL(AMQP)')
  const message = /CONNAUTH names LDAP, and there is no such AUTHINFO object/
  await t.throwsAsync(run('START CHANNEL(AMQP)'), { message })
  await run("ALTER QMGR CONNAUTH('')", 'START CHANNEL(AMQP)')
})

const amqpHeader = Buffer.from('AMQP\0\x01\0\0', 'latin1')
const frame = (body: number[]) => {
  const bytes = Buffer.from([0, 0, 0, 0, 2, 0, 0, 0, ...body])
  bytes.writeUInt32BE(bytes.length)
  return bytes
}
for (const [title, bytes] of [
  ['text', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a frame of 4 GiB', Buffer.concat([amqpHeader, Buffer.from([0xff, 0xff, 0xff, 0xff, 2, 0, 0, 0])])],
  ['a frame without a size', Buffer.concat([amqpHeader, Buffer.alloc(16)])],
  [
    'an array of four billion nulls',
    Buffer.concat([amqpHeader, frame([0, 0x53, 0x10, 0xf0, 0, 0, 0, 5, 0xff, 0xff, 0xff, 0xff, 0x40])]),
  ],
  ['values that are nested deeply', Buffer.concat([amqpHeader, frame(Array.from({ length: 60_000 }, () => 0))])],
] as const) {
  test(`a client that sends ${title} is disconnected, and others are served`, async (t) => {
    const { connect, port, connection } = await brokerFor(t)
    const socket: Socket = connectSocket(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    await once(socket, 'connect')
    socket.write(bytes)
    await once(socket, 'close')
    await send(await openSender(await connect(), 'A'), { body: 'x' })
    t.truthy(await connection.get('A'))
  })
}
