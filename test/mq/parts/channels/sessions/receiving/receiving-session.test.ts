/** What a receiving session accepts from its partner, and what it keeps. The proxy plays a partner that counts wrongly. */
import test, { type ExecutionContext } from 'ava'
import { frameTypes } from '../../../../../../src/mq/parts/channels/protocol/frames.ts'
import { type ChannelPair, channel, pairFor, putRemote, take, until } from '../../_support/channel-pair.ts'
import { type FrameProxy, frameProxyFor } from '../../_support/frame-proxy.ts'

interface ProxiedPair extends ChannelPair {
  proxy: FrameProxy
}

/** A pair whose channel tries once, through a proxy. */
async function openPair(t: ExecutionContext): Promise<ProxiedPair> {
  const pair = await pairFor(t, { sending: { SHORTRTY: 0, LONGRTY: 0, BATCHSZ: 5 } })
  const proxy = await frameProxyFor(t, pair.port)
  await pair.sender.define('channel', 'SDR', channel, {
    CONNAME: `127.0.0.1(${proxy.port})`,
    XMITQ: 'QM2',
    SHORTRTY: 0,
    LONGRTY: 0,
    BATCHSZ: 5,
  })
  return { ...pair, proxy }
}

/** Runs the channel until it ends with an error, and returns the error of the sender. */
async function runToError({ sender }: ChannelPair): Promise<string> {
  const { channels } = sender.running
  await channels.start(channel)
  await until(() => channels.status(channel)[0]?.state === 'STOPPED')
  return channels.status(channel)[0]?.lastError ?? ''
}

function depth({ receiver }: ChannelPair): number {
  return receiver.running.queues.find('A')?.depth ?? -1
}

for (const [title, difference] of [
  ['a later message', 1],
  ['an earlier message', -1],
] as const) {
  test(`a batch that ends with ${title} than the last one is refused and not kept`, async (t) => {
    const pair = await openPair(t)
    await putRemote(pair.sender, 1, 3)
    pair.proxy.change = (type, payload) => {
      if (type === frameTypes.batchEnd) payload.writeUInt32BE(payload.readUInt32BE(8) + difference, 8)
    }
    t.regex(await runToError(pair), new RegExp(`the partner ended a batch with message ${3 + difference}`))
    t.is(depth(pair), 0)

    pair.proxy.change = undefined
    await pair.sender.running.channels.start(channel)
    t.deepEqual(await take(pair.receiver, 3), ['1', '2', '3'])
    t.is(depth(pair), 0)
  })
}

test('the commit of a batch that the partner has not sent is refused, and nothing is kept', async (t) => {
  const pair = await openPair(t)
  await putRemote(pair.sender, 1, 2)
  pair.proxy.change = (type, payload) => {
    if (type === frameTypes.commit) payload.write('00000000000000ff', 'hex')
  }
  t.regex(await runToError(pair), /the partner commits batch 00000000000000ff, which is unknown/)
  t.is(depth(pair), 0)
})

for (const cutAt of ['message', 'commit', 'committed'] as const) {
  test(`a link that breaks at the frame "${cutAt}" neither loses nor doubles a message`, async (t) => {
    const pair = await openPair(t)
    await putRemote(pair.sender, 1, 12)
    pair.proxy.cutAt = cutAt
    await runToError(pair)
    await pair.sender.running.channels.start(channel)
    const expected = Array.from({ length: 12 }, (_, index) => String(index + 1))
    t.deepEqual(await take(pair.receiver, 12), expected)
    await until(() => pair.sender.running.queues.find('QM2')?.depth === 0)
    t.is(depth(pair), 0)
    t.like(pair.receiver.running.channels.status(channel), [
      { state: 'RUNNING', batches: { lastSequence: 12, isInDoubt: false, currentMessages: 0 } },
    ])
  })
}

test('the position that a receiver has saved survives the session', async (t) => {
  const pair = await openPair(t)
  await putRemote(pair.sender, 1, 7)
  const { channels } = pair.sender.running
  await channels.start(channel)
  t.is((await take(pair.receiver, 7)).length, 7)
  await channels.stop(channel, { status: 'STOPPED', mode: 'QUIESCE' })
  await until(() => channels.status(channel)[0]?.state === 'STOPPED')
  await putRemote(pair.sender, 8, 9)
  await channels.start(channel)
  t.deepEqual(await take(pair.receiver, 2), ['8', '9'])
  t.is(pair.receiver.running.channels.status(channel)[0]?.batches?.lastSequence, 9)
})
