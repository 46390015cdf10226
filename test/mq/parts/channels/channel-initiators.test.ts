import test from 'ava'
import { refuses } from '../../manager/_support/manager.ts'
import { channel, pairFor, putRemote, take, until } from './_support/channel-pair.ts'

const initiation = 'SYSTEM.CHANNEL.INITQ'
const triggered = { USAGE: 'XMITQ', TRIGGER: 'YES', TRIGTYPE: 'FIRST', INITQ: initiation }

for (const [title, TRIGDATA] of [
  ['TRIGDATA names it', channel],
  ['it is the channel that sends from the queue', ''],
] as const) {
  test(`a message starts the channel when ${title}`, async (t) => {
    const { sender, receiver } = await pairFor(t)
    await sender.running.startNetwork()
    t.true(sender.running.initiators.isRunning(initiation))
    await sender.define('queue', 'QLOCAL', 'QM2', { ...triggered, TRIGDATA })
    await putRemote(sender, 1, 3)
    t.deepEqual(await take(receiver, 3), ['1', '2', '3'])
  })
}

test('a channel that disconnected is started again by the next message', async (t) => {
  const { sender, receiver } = await pairFor(t, { sending: { DISCINT: 1 } })
  await sender.running.startNetwork()
  await sender.define('queue', 'QLOCAL', 'QM2', triggered)
  await putRemote(sender, 1, 1)
  await take(receiver, 1)
  await sender.running.channels.stop(channel, { status: 'INACTIVE', mode: 'QUIESCE' })
  await until(() => sender.running.channels.status(channel).length === 0)
  await putRemote(sender, 2, 2)
  t.deepEqual(await take(receiver, 1), ['2'])
})

test('messages that wait start the channel when the initiator begins', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await sender.define('queue', 'QLOCAL', 'QM2', triggered)
  await putRemote(sender, 1, 3)
  await sender.running.initiators.start(initiation)
  t.deepEqual(await take(receiver, 3), ['1', '2', '3'])
  await refuses(t, sender.running.initiators.start(initiation), 2042)
  await refuses(t, sender.running.initiators.start('NONE'), 2085)
})

test('a stopped channel is not triggered, and an inhibited queue ends the initiator', async (t) => {
  const { sender } = await pairFor(t)
  await sender.running.startNetwork()
  await sender.define('queue', 'QLOCAL', 'QM2', triggered)
  await sender.running.channels.stop(channel, { status: 'STOPPED', mode: 'QUIESCE' })
  await putRemote(sender, 1, 1)
  await until(() => sender.running.queues.find(initiation)?.depth === 0)
  t.like(sender.running.channels.status(channel), [{ state: 'STOPPED' }])
  await sender.connection.command(`ALTER QLOCAL(${initiation}) GET(DISABLED)`)
  t.false(sender.running.initiators.isRunning(initiation))
})
