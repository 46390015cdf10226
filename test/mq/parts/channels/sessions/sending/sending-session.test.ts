import test from 'ava'
import { channel, pairFor, putRemote, take, until } from '../../_support/channel-pair.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

test('messages move to the other queue manager in order', async (t) => {
  const { sender, receiver } = await pairFor(t)
  await putRemote(sender, 1, 120)
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 120), numbers(1, 120))
  await until(() => sender.running.queues.find('QM2')?.depth === 0)
  await putRemote(sender, 121, 125)
  t.deepEqual(await take(receiver, 5), numbers(121, 125))
  await until(() => sender.running.channels.status(channel)[0]?.batches?.lastSequence === 125)
  t.like(sender.running.channels.status(channel), [
    { state: 'RUNNING', remoteManager: 'QM2', counts: { messages: 125 }, batches: { isInDoubt: false } },
  ])
  t.like(receiver.running.channels.status(channel), [
    { state: 'RUNNING', remoteManager: 'QM1', counts: { messages: 125 }, batches: { lastSequence: 125 } },
  ])
})
