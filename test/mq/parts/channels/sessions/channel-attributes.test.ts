/** What the attributes of a channel do. */
import test from 'ava'
import { refuses, text } from '../../../manager/_support/manager.ts'
import { manualTimers } from '../../../manager/_support/manual-timers.ts'
import { channel, pairFor, putRemote, take, until } from '../_support/channel-pair.ts'

for (const [own, partner, used] of [
  [['ZLIBFAST'], ['ANY'], 'ZLIBFAST'],
  [['ZLIBHIGH'], ['ZLIBFAST', 'ZLIBHIGH'], 'ZLIBHIGH'],
  [['RLE'], ['ANY'], 'RLE'],
  [['ANY'], ['RLE'], 'RLE'],
  [['ZLIBFAST'], ['NONE'], 'NONE'],
] as const) {
  test(`COMPMSG(${own}) and COMPMSG(${partner}) use ${used}`, async (t) => {
    const { sender, receiver } = await pairFor(t, {
      sending: { COMPMSG: [...own], COMPHDR: ['SYSTEM'], MONCHL: 'HIGH' },
      receiving: { COMPMSG: [...partner], COMPHDR: ['SYSTEM', 'NONE'], MONCHL: 'HIGH' },
    })
    const bodies = ['short', 'x'.repeat(50_000), '']
    for (const body of bodies) await sender.connection.put({ queue: 'A', queueManager: 'QM2' }, text(body))
    await sender.running.channels.start(channel)
    t.deepEqual(await take(receiver, bodies.length), bodies)
    const status = sender.running.channels.status(channel)[0]
    t.like(status?.negotiated, { compression: used, lastCompression: used, headerCompression: 'SYSTEM' })
    t.true((status?.counts.bytesSent ?? 0) < (used === 'NONE' ? 60_000 : 10_000))
    const [shortTerm = 0] = status?.monitored?.compressionRate ?? []
    t.true(shortTerm > 0)
    t.true((receiver.running.channels.status(channel)[0]?.monitored?.compressionTime?.length ?? 0) === 2)
  })
}

for (const compression of ['LZ4FAST', 'LZ4HIGH']) {
  test(`COMPMSG(${compression}) is rejected by name`, async (t) => {
    const { sender } = await pairFor(t, { sending: { COMPMSG: ['ZLIBFAST', compression] } })
    const error = await refuses(t, sender.running.channels.start(channel), 2549)
    t.regex(error.message, new RegExp(`COMPMSG\\(${compression}\\).*use ZLIBFAST, ZLIBHIGH, RLE or NONE`))
  })
}

test('COMPHDR(SYSTEM) sends fewer bytes', async (t) => {
  const bytes: number[] = []
  for (const COMPHDR of [['NONE'], ['SYSTEM']]) {
    const { sender, receiver } = await pairFor(t, { sending: { COMPHDR }, receiving: { COMPHDR } })
    await putRemote(sender, 1, 20)
    await sender.running.channels.start(channel)
    await take(receiver, 20)
    bytes.push(sender.running.channels.status(channel)[0]?.counts.bytesSent ?? 0)
  }
  t.true((bytes[1] as number) < (bytes[0] as number) / 2)
})

test('MONCHL measures what DISPLAY CHSTATUS MONITOR shows, and OFF measures nothing', async (t) => {
  const { sender, receiver } = await pairFor(t, { sending: { BATCHSZ: 2 } })
  await sender.connection.command('ALTER QMGR MONCHL(LOW)')
  await putRemote(sender, 1, 6)
  sender.pass(2000)
  await sender.running.channels.start(channel)
  await take(receiver, 6)
  await until(() => sender.running.channels.status(channel)[0]?.monitored?.networkTime !== undefined)
  const show = async (command: string) =>
    Object.fromEntries((await sender.connection.command(command)).responses[0]?.attributes ?? [])
  const values = await show(`DISPLAY CHSTATUS(${channel}) MONITOR`)
  t.like(values, { MONCHL: 'LOW', XBATCHSZ: '2,2', XQTIME: '2000000,2000000', EXITTIME: '0,0' })
  t.regex(String(values.NETTIME), /^\d+,\d+$/)

  await sender.running.channels.stop(channel, { status: 'INACTIVE', mode: 'QUIESCE' })
  await until(() => sender.running.channels.status(channel).length === 0)
  await sender.connection.command('ALTER QMGR MONCHL(NONE)')
  await sender.running.channels.start(channel)
  await until(() => sender.running.channels.status(channel)[0]?.state === 'RUNNING')
  t.like(await show(`DISPLAY CHSTATUS(${channel}) MONITOR`), { MONCHL: 'OFF', XQTIME: '0,0' })
})

test('DISPLAY CHSTATUS SHORT shows the state, SAVED what is on disk', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await putRemote(sender, 1, 3)
  await sender.running.channels.start(channel)
  await take(receiver, 3)
  await until(() => sender.running.channels.status(channel)[0]?.batches?.lastSequence === 3)
  const keys = async (command: string) =>
    ((await sender.connection.command(command)).responses[0]?.attributes ?? []).map(([keyword]) => keyword).join(' ')
  t.is(await keys(`DISPLAY CHSTATUS(${channel}) SHORT`), 'CHANNEL CHLTYPE CONNAME STATUS')
  t.regex(await keys(`DISPLAY CHSTATUS(${channel}) SAVED ALL`), /LSTLUWID LSTSEQNO/)
})

test('BATCHHB asks a silent partner before messages become in doubt', async (t) => {
  const timers = manualTimers()
  const { sender, receiver } = await pairFor(t, { sending: { BATCHHB: 500 }, managers: [{ timers }, {}] })
  await sender.running.channels.start(channel)
  await until(() => sender.running.channels.status(channel)[0]?.state === 'RUNNING')
  // A partner that responds: the batch is committed although nothing was received for longer than BATCHHB.
  sender.pass(1000)
  await putRemote(sender, 1, 1)
  t.deepEqual(await take(receiver, 1), ['1'])
})

test('PROPCTL(NONE) sends no properties', async (t) => {
  for (const [PROPCTL, properties] of [
    ['NONE', {}],
    ['ALL', { color: { type: 'string', value: 'red' } }],
  ] as const) {
    const { sender, receiver } = await pairFor(t, { sending: { PROPCTL } })
    const message = text('x', { properties: { color: { type: 'string', value: 'red' } } })
    await sender.connection.put({ queue: 'A', queueManager: 'QM2' }, message)
    await sender.running.channels.start(channel)
    t.deepEqual((await receiver.connection.get('A', { waitMs: 20_000 }))?.properties, properties)
  }
})

test('BATCHLIM ends a batch by its bytes', async (t) => {
  const { sender, receiver } = await pairFor(t, { sending: { BATCHLIM: 1, BATCHINT: 20_000 } })
  for (let number = 0; number < 3; number++)
    await sender.connection.put(
      { queue: 'A', queueManager: 'QM2' },
      text('x'.repeat(1000), { persistence: 'persistent' }),
    )
  await sender.running.channels.start(channel)
  t.is((await take(receiver, 3)).length, 3) // BATCHINT has not passed
})

test('PUTAUT(CTX) puts with the authority of the user in the message', async (t) => {
  const { sender, receiver } = await pairFor(t, { receiving: { PUTAUT: 'CTX', MCAUSER: 'orders' } })
  await receiver.connection.command('ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)')
  await receiver.connection.command(`SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)`)
  const put = (name: string) =>
    sender
      .connect({ name, groups: [], privileged: true })
      .put({ queue: 'A', queueManager: 'QM2' }, text(name, { persistence: 'persistent' }))
  await put('eve')
  await put('app')
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 1), ['app'])
  t.is((await receiver.connection.get('SYSTEM.DEAD.LETTER.QUEUE'))?.body.readInt32LE(8), 2035)
})
