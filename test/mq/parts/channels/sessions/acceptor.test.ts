/** Who may connect to a listener, and what a partner that may not is told. */
import test, { type ExecutionContext } from 'ava'
import type { AttributeValue } from '../../../../../src/mq/manager/types/connection.ts'
import { type ChannelPair, channel, pairFor, putRemote, take, until } from '../_support/channel-pair.ts'

const once = { SHORTRTY: 0, LONGRTY: 0 }

/** Starts the channel of the pair, whose attempt must fail, and returns the error that both ends show. */
async function failure(t: ExecutionContext, { sender }: ChannelPair): Promise<string> {
  const { channels } = sender.running
  await channels.start(channel)
  await until(() => channels.status(channel)[0]?.state === 'STOPPED')
  t.is(sender.running.queues.find('QM2')?.openInputCount, 0)
  return channels.status(channel)[0]?.lastError ?? ''
}

async function setRule(pair: ChannelPair, type: string, attributes: Record<string, AttributeValue>): Promise<void> {
  await pair.receiver.define('chlauth', type, `rule ${type}`, { CHLAUTH: '*', ...attributes })
}

test('a channel that does not exist is refused, by name', async (t) => {
  const pair = await pairFor(t, { sending: once })
  await pair.receiver.running.objects.remove('channel', channel)
  t.regex(await failure(t, pair), /QM2 has no channel QM1.TO.QM2/)
  t.regex(pair.receiver.running.listeners.status('L')?.lastError ?? '', /127.0.0.1: QM2 has no channel/)
})

test('a channel of the wrong type is refused', async (t) => {
  const pair = await pairFor(t, { sending: once })
  await pair.receiver.running.objects.remove('channel', channel)
  await pair.receiver.define('channel', 'SVRCONN', channel)
  t.regex(await failure(t, pair), /is a SVRCONN channel; a SDR channel connects to RCVR or RQSTR/)
})

test('a stopped channel is refused until it is started', async (t) => {
  const pair = await pairFor(t, { sending: once })
  await pair.receiver.running.channels.stop(channel, { status: 'STOPPED', mode: 'QUIESCE' })
  t.regex(await failure(t, pair), /is stopped/)
  await pair.receiver.running.channels.start(channel)
  await putRemote(pair.sender, 1, 1)
  await pair.sender.running.channels.start(channel)
  t.deepEqual(await take(pair.receiver, 1), ['1'])
})

test('a channel that is stopped while its partner is authenticated has no session', async (t) => {
  const pair = await pairFor(t, { sending: once })
  const { objects, channels } = pair.receiver.running
  const { list } = objects
  let lists = 0
  // The first list is for the address, the second one for the partner.
  objects.list = (kind) => {
    if (kind === 'chlauth' && ++lists === 2) void channels.stop(channel, { status: 'STOPPED', mode: 'FORCE' })
    return list.call(objects, kind)
  }
  t.regex(await failure(t, pair), /is stopped/)
  t.is(lists, 2)
  t.like(channels.status(channel), [{ state: 'STOPPED' }])
})

for (const [title, type, attributes, text] of [
  [
    'an address',
    'ADDRESSMAP',
    { ADDRESS: '127.0.*', USERSRC: 'NOACCESS', MCAUSER: '' },
    /no access for queue manager QM1/,
  ],
  ['a queue manager', 'QMGRMAP', { QMNAME: 'QM*', USERSRC: 'NOACCESS', MCAUSER: '' }, /QMGRMAP/],
  ['a blocked address', 'BLOCKADDR', { ADDRLIST: ['127.0.0.1'] }, /BLOCKADDR/],
  ['a privileged user', 'ADDRESSMAP', { ADDRESS: '*', MCAUSER: 'mqm' }, /BLOCKUSER.* mqm/],
] as const) {
  test(`${title} is rejected by channel authentication records, unless they are disabled`, async (t) => {
    const pair = await pairFor(t, { sending: once })
    await setRule(pair, type, { USERSRC: 'MAP', ...attributes } as never)
    t.notRegex(await failure(t, pair), text, 'the partner does not learn the rule')
    t.regex(pair.receiver.running.listeners.status('L')?.lastError ?? '', text)
    await pair.receiver.connection.command('ALTER QMGR CHLAUTH(DISABLED)')
    await putRemote(pair.sender, 1, 1)
    await pair.sender.running.channels.start(channel)
    t.deepEqual(await take(pair.receiver, 1), ['1'])
  })
}

test('messages are put with the authority of the mapped user', async (t) => {
  const pair = await pairFor(t, { sending: once })
  await setRule(pair, 'QMGRMAP', { QMNAME: 'QM1', MCAUSER: 'orders' })
  await pair.receiver.connection.command('ALTER QMGR DEADQ(SYSTEM.DEAD.LETTER.QUEUE)')
  await putRemote(pair.sender, 1, 1)
  await pair.sender.running.channels.start(channel)
  const dead = await pair.receiver.connection.get('SYSTEM.DEAD.LETTER.QUEUE', { waitMs: 20_000 })
  t.is(dead?.format, 'MQDEAD')
  t.is(dead?.body.readInt32LE(8), 2035)
  t.is(pair.receiver.running.channels.status(channel)[0]?.userId, 'orders')
  await pair.receiver.connection.command(`SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('orders') AUTHADD(PUT)`)
  await putRemote(pair.sender, 2, 2)
  t.deepEqual(await take(pair.receiver, 1), ['2'])
})

for (const keyword of ['SCYEXIT', 'MSGEXIT', 'SENDEXIT', 'RCVEXIT']) {
  test(`a channel with a ${keyword} does not start, and the error names it`, async (t) => {
    const { sender } = await pairFor(t, { sending: { [keyword]: 'lib(fn)' } })
    const error = await t.throwsAsync(sender.running.channels.start(channel))
    t.regex(error.message, new RegExp(`${keyword}\\(lib\\(fn\\)\\)`))
  })
}

for (const keyword of ['MREXIT', 'MSGEXIT', 'RCVEXIT', 'SCYEXIT']) {
  test(`a receiver with a ${keyword} rejects its partner, and both ends name the exit`, async (t) => {
    const pair = await pairFor(t, { sending: once, receiving: { [keyword]: 'lib(fn)' } })
    const text = new RegExp(`${keyword}\\(lib\\(fn\\)\\) of ${channel}: channel exits are not supported`)
    t.regex(await failure(t, pair), text)
    await t.throwsAsync(pair.receiver.running.channels.start(channel), { message: text })
  })
}

test('a channel with CONVERT(YES) does not start', async (t) => {
  const { sender } = await pairFor(t, { sending: { CONVERT: 'YES' } })
  await t.throwsAsync(sender.running.channels.start(channel), { message: /CONVERT\(NO\)/ })
})
