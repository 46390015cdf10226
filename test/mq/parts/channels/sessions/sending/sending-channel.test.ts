/** Starting, stopping, retrying and pinging channels. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import test from 'ava'
import type { Channel } from '../../../../../../src/mq/manager/channels/channel.ts'
import type { ChannelControl } from '../../../../../../src/mq/parts/channels/channel-control.ts'
import type { AcceptingChannel } from '../../../../../../src/mq/parts/channels/sessions/partner.ts'
import { benchFor, created, refuses, text } from '../../../../manager/_support/manager.ts'
import { manualTimers } from '../../../../manager/_support/manual-timers.ts'
import { channel, defineReceiver, defineSender, pairFor, putRemote, take, until } from '../../_support/channel-pair.ts'
import { frameProxyFor } from '../../_support/frame-proxy.ts'

const stop = (mode: 'QUIESCE' | 'FORCE' | 'TERMINATE', status: 'STOPPED' | 'INACTIVE' = 'STOPPED') => ({ mode, status })

test('a channel retries after short intervals, then after long ones, and then stops', async (t) => {
  const timers = manualTimers()
  const sender = benchFor(t, { timers })
  const retries = { SHORTRTY: 2, SHORTTMR: 60, LONGRTY: 1, LONGTMR: 1200 }
  await defineSender(sender, 1, retries) // nothing listens on port 1
  const { channels } = sender.running
  await channels.start(channel)
  for (const [wait, short, long] of [
    [60_000, 1, 1],
    [60_000, 0, 1],
    [1_200_000, 0, 0],
  ] as const) {
    await until(() => timers.waiting.includes(wait))
    t.like(channels.status(channel), [{ state: 'RETRYING', retries: { short, long } }])
    t.is(channels.status(channel)[0]?.retries?.nextAt, created + 1_000_000 + wait)
    t.regex(channels.status(channel)[0]?.lastError ?? '', /127\.0\.0\.1\(1\): no program listens there/)
    await refuses(t, channels.start(channel), 4031)
    timers.elapse(wait)
  }
  await until(() => channels.status(channel)[0]?.state === 'STOPPED')
  t.regex(channels.status(channel)[0]?.lastError ?? '', /no program listens there/)
  await channels.start(channel)
  t.is(channels.status(channel)[0]?.retries?.long, 1)
  await channels.stop(channel, stop('QUIESCE', 'INACTIVE'))
  await until(() => channels.status(channel).length === 0)
})

test('the second address of CONNAME is used when the first does not respond', async (t) => {
  const { sender, receiver, port } = await pairFor(t)
  await sender.connection.command(`ALTER CHANNEL(${channel}) CHLTYPE(SDR) CONNAME('127.0.0.1(1),127.0.0.1(${port})')`)
  await putRemote(sender, 1, 1)
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 1), ['1'])
  t.is(sender.running.channels.status(channel)[0]?.connectionName, `127.0.0.1(${port})`)
})

for (const [title, bytes, error] of [
  ['IBM MQ', 'TSHM', /IBM MQ.*AMQP/],
  ['HTTP', 'HTTP/1.1 400 Bad Request', /HTTP/],
] as const) {
  test(`a partner that speaks ${title} is recognised`, async (t) => {
    const server = createServer((socket) => socket.end(bytes)).listen(0, '127.0.0.1')
    t.teardown(() => server.close())
    await once(server, 'listening')
    const sender = benchFor(t)
    const { port } = server.address() as AddressInfo
    await defineSender(sender, port, { SHORTRTY: 0, LONGRTY: 0 })
    await sender.running.channels.start(channel)
    await until(() => sender.running.channels.status(channel)[0]?.state === 'STOPPED')
    t.regex(sender.running.channels.status(channel)[0]?.lastError ?? '', error)
  })
}

for (const mode of ['QUIESCE', 'FORCE', 'TERMINATE'] as const) {
  test(`STOP with MODE(${mode}) ends the channel, and no message is lost`, async (t) => {
    const { sender, receiver } = await pairFor(t)
    const { channels } = sender.running
    await putRemote(sender, 1, 200)
    await channels.start(channel)
    await take(receiver, 1)
    await channels.stop(channel, stop(mode))
    await until(() => channels.status(channel)[0]?.state === 'STOPPED')
    await until(() => receiver.running.channels.status(channel).length === 0)
    await channels.start(channel)
    t.is((await take(receiver, 199)).length, 199)
    await until(() => sender.running.queues.find('QM2')?.depth === 0)
    t.is(receiver.running.queues.find('A')?.depth, 0)
  })
}

test('a receiver that is stopped ends the session, and the sender retries', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await sender.running.channels.start(channel)
  await until(() => receiver.running.channels.status(channel)[0]?.state === 'RUNNING')
  await receiver.running.channels.stop(channel, stop('QUIESCE'))
  await until(() => sender.running.channels.status(channel)[0]?.state === 'RETRYING')
  t.like(receiver.running.channels.status(channel), [{ state: 'STOPPED' }])
})

test('an idle channel ends after DISCINT', async (t) => {
  const timers = manualTimers()
  const { sender, receiver } = await pairFor(t, { sending: { DISCINT: 7 }, managers: [{ timers }, {}] })
  const { channels } = sender.running
  await putRemote(sender, 1, 1)
  await channels.start(channel)
  await take(receiver, 1)
  await until(() => timers.waiting.includes(7000))
  sender.pass(7000)
  timers.elapse(7000)
  await until(() => channels.status(channel).length === 0 && receiver.running.channels.status(channel).length === 0)
  t.is(sender.running.channels.saved(channel)[0]?.lastSequence, 1)
})

test('a silent partner is detected by heartbeats', async (t) => {
  const timers = manualTimers()
  const receiverTimers = manualTimers()
  const managers = [{ timers }, { timers: receiverTimers }] as const
  const { sender, receiver } = await pairFor(t, { sending: { HBINT: 5 }, receiving: { HBINT: 3 }, managers })
  const { channels } = sender.running
  await channels.start(channel)
  await until(() => channels.status(channel)[0]?.state === 'RUNNING' && timers.waiting.includes(5000))
  t.is(receiver.running.channels.status(channel)[0]?.negotiated?.heartbeatSeconds, 5)
  sender.pass(10_000)
  timers.elapse(5000)
  await until(() => channels.status(channel)[0]?.state === 'RETRYING')
  t.regex(channels.status(channel)[0]?.lastError ?? '', /sent nothing for 10 s/)
})

test('PING exchanges data, and says why it cannot', async (t) => {
  const { sender, receiver } = await pairFor(t)
  t.deepEqual((await sender.connection.command(`PING CHANNEL(${channel}) DATALEN(32768)`)).responses[0]?.messages, [
    'AMQ8020I: Ping IBM MQ channel complete.',
  ])
  t.is(receiver.running.channels.status(channel).length, 0)
  await receiver.running.objects.remove('channel', channel)
  await refuses(t, sender.running.channels.ping(channel, 64), 4030)
  const { responses } = await sender.connection.command(`PING CHANNEL(${channel})`)
  t.regex(responses[0]?.messages[0] ?? '', /AMQ9558E: .*QM2 has no channel/)
})

test('a requester gets the messages of a server', async (t) => {
  const { sender: server, receiver: requester } = await pairFor(t)
  await server.running.objects.remove('channel', channel)
  await requester.running.objects.remove('channel', channel)
  await server.define('channel', 'SVR', channel, { XMITQ: 'QM2' })
  await server.define('listener', 'LISTENER', 'M', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  await server.running.listeners.start('M')
  const port = server.running.listeners.status('M')?.port
  await requester.define('channel', 'RQSTR', channel, { CONNAME: `127.0.0.1(${port})` })
  await putRemote(server, 1, 60)
  await requester.running.channels.start(channel)
  t.is((await take(requester, 60)).length, 60)
  t.like(server.running.channels.status(channel), [{ state: 'RUNNING', remoteManager: 'QM2' }])
  await requester.running.channels.stop(channel, stop('QUIESCE', 'INACTIVE'))
  await until(() => requester.running.channels.status(channel).length === 0)
  await putRemote(server, 61, 62)
  await requester.running.channels.start(channel)
  t.deepEqual(await take(requester, 2), ['61', '62'])
})

test('a sender calls back the requester that called it', async (t) => {
  const { sender, receiver: requester } = await pairFor(t)
  await requester.running.objects.remove('channel', channel)
  await sender.define('listener', 'LISTENER', 'M', { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  await sender.running.listeners.start('M')
  const port = sender.running.listeners.status('M')?.port
  await requester.define('channel', 'RQSTR', channel, { CONNAME: `127.0.0.1(${port})` })
  await putRemote(sender, 1, 3)
  await requester.running.channels.start(channel)
  t.deepEqual(await take(requester, 3), ['1', '2', '3'])
})

test('a message that cannot be put goes to the dead-letter queue with its reason', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await receiver.connection.command('ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)')
  await sender.connection.put({ queue: 'NONE', queueManager: 'QM2' }, text('lost', { persistence: 'persistent' }))
  await putRemote(sender, 1, 1)
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 1), ['1'])
  const dead = await receiver.connection.get('SYSTEM.DEAD.LETTER.QUEUE', { waitMs: 20_000 })
  t.is(dead?.format, 'MQDEAD')
  t.is(dead?.body.readInt32LE(8), 2085)
  t.is(dead?.body.toString('latin1', 12, 60).trimEnd(), 'NONE')
  t.is(dead?.body.toString('latin1', 172), 'lost')
})

test('a full queue pauses the channel until there is room', async (t) => {
  const timers = manualTimers()
  const { sender, receiver } = await pairFor(t, { receiving: { MRRTY: 5, MRTMR: 77 }, managers: [{}, { timers }] })
  await receiver.connection.command('ALTER QLOCAL(A) MAXDEPTH(2)')
  await putRemote(sender, 1, 2)
  await sender.running.channels.start(channel)
  await until(() => receiver.running.queues.find('A')?.depth === 2)
  await putRemote(sender, 3, 3)
  await until(() => receiver.running.channels.status(channel)[0]?.state === 'PAUSED')
  t.deepEqual(await take(receiver, 2), ['1', '2'])
  timers.elapse(77)
  t.deepEqual(await take(receiver, 1), ['3'])
})

test('without a dead-letter queue the channel keeps the message and retries', async (t) => {
  const { sender, receiver } = await pairFor(t, { receiving: { MRRTY: 0 } })
  await sender.connection.put({ queue: 'NONE', queueManager: 'QM2' }, text('kept', { persistence: 'persistent' }))
  await sender.running.channels.start(channel)
  await until(() => sender.running.channels.status(channel)[0]?.state === 'RETRYING')
  t.regex(sender.running.channels.status(channel)[0]?.lastError ?? '', /for NONE cannot be put.*2085/)
  t.is(sender.running.queues.find('QM2')?.depth, 1)
  t.is(receiver.running.queues.find('SYSTEM.DEAD.LETTER.QUEUE')?.depth, 0)
})

test('a message keeps its descriptor and properties on the way', async (t) => {
  const { sender, receiver } = await pairFor(t, {
    sending: { COMPMSG: ['ZLIBFAST'] },
    receiving: { COMPMSG: ['ZLIBFAST'] },
  })
  const correlationId = Buffer.alloc(24, 7)
  const properties = { colour: { type: 'string', value: 'red' } } as const
  const more = { persistence: 'persistent', correlationId, properties, priority: 7, expiry: 60_000 } as const
  const replyTo = { queue: 'REPLIES' }
  await sender.connection.put({ queue: 'A', queueManager: 'QM2' }, text('x'.repeat(3000), { ...more, replyTo }))
  await sender.running.channels.start(channel)
  const message = await receiver.connection.get('A', { waitMs: 20_000 })
  t.is(message?.body.toString(), 'x'.repeat(3000))
  t.like(message, { format: 'MQSTR', priority: 7, persistence: 'persistent', userId: 'admin', properties })
  t.deepEqual(message?.correlationId, correlationId)
  t.deepEqual(message?.replyTo, { queue: 'REPLIES', queueManager: 'QM1' })
  t.true((message?.expiry ?? 0) > 0 && (message?.expiry ?? 0) <= 60_000)
  t.is(sender.running.channels.status(channel)[0]?.negotiated?.compression, 'ZLIBFAST')
})

test('non-persistent messages move outside the batches', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await sender.connection.put({ queue: 'A', queueManager: 'QM2' }, text('fast', { persistence: 'nonPersistent' }))
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 1), ['fast'])
  t.like(sender.running.channels.status(channel), [{ counts: { messages: 1, batches: 0 } }])
})

test('a message that is too long for the channel goes to the own dead-letter queue', async (t) => {
  const { sender } = await pairFor(t, { sending: { MAXMSGL: 1000 } })
  await sender.connection.command('ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)')
  await sender.connection.put({ queue: 'A', queueManager: 'QM2' }, text('x'.repeat(1001)))
  await sender.running.channels.start(channel)
  const dead = await sender.connection.get('SYSTEM.DEAD.LETTER.QUEUE', { waitMs: 20_000 })
  t.is(dead?.body.readInt32LE(8), 2218)
  t.is(sender.running.queues.find('QM2')?.depth, 0)
})

test('a partner that connects again replaces its old session', async (t) => {
  const { sender, receiver, port } = await pairFor(t)
  const proxy = await frameProxyFor(t, port)
  await sender.connection.command(
    `ALTER CHANNEL(${channel}) CHLTYPE(SDR) CONNAME('127.0.0.1(${proxy.port})') SHORTTMR(0)`,
  )
  await sender.running.channels.start(channel)
  await until(() => receiver.running.channels.status(channel)[0]?.state === 'RUNNING')
  proxy.cut()
  await putRemote(sender, 1, 2)
  t.deepEqual(await take(receiver, 2), ['1', '2'])
})

test('of two connections of a partner that wait for the end of its old session, one is accepted', async (t) => {
  const receiver = benchFor(t, { name: 'QM2' })
  await defineReceiver(receiver)
  const { channels } = receiver.running as unknown as { channels: ChannelControl }
  const accepting = channels.find(channel) as Channel & AcceptingChannel
  const connect = () => {
    const frame = Promise.withResolvers<never>()
    const ignore = () => {}
    const connection = {
      send: ignore,
      end: ignore,
      allowMessages: ignore,
      next: () => frame.promise,
      destroy: frame.reject,
    }
    const limits = { batchSize: 50, heartbeatSeconds: 300, sequenceWrap: 999_999_999, maxMessageBytes: 1000 }
    const compression = { compression: [], headerCompression: [], nonPersistentFast: true }
    const hello = { channel, type: 'SDR', queueManager: 'QM1', purpose: 'messages', ...limits, ...compression }
    const accepted = accepting.accept({ connection, hello, connectionName: '127.0.0.1', userId: '' } as never)
    return accepted.then(
      () => 'ended',
      (error: Error) => error.message,
    )
  }
  const old = connect()
  await new Promise(setImmediate)
  const again = [connect(), connect()]
  t.is(await old, 'the partner has connected again')
  t.regex(await Promise.race(again), /QM1\.TO\.QM2 runs with QM1/)
  await accepting.stop({ mode: 'FORCE' })
  t.true((await Promise.all(again)).includes('the channel was stopped'))
})
