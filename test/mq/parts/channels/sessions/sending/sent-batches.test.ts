/** Batches in doubt: the link is cut around the end of a batch, and each message arrives once all the same. */
import test, { type ExecutionContext } from 'ava'
import { type MessageStore, MessageStoreError } from '../../../../../../src/mq/manager/store/message-store.ts'
import { openHeldStore } from '../../../../manager/_support/held-store.ts'
import {
  addSystemObjects,
  type Bench,
  benchFor,
  benchOver,
  diskBenchFor,
  refuses,
} from '../../../../manager/_support/manager.ts'
import { openMemoryMessageStore } from '../../../../manager/_support/memory-message-store.ts'
import {
  type ChannelPair,
  channel,
  defineReceiver,
  defineSender,
  listen,
  pairFor,
  putRemote,
  take,
  until,
} from '../../_support/channel-pair.ts'
import { type FrameProxy, frameProxyFor } from '../../_support/frame-proxy.ts'

const quick = { SHORTTMR: 0, SHORTRTY: 999, BATCHSZ: 10 }
const all = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

async function throughProxy(t: ExecutionContext, more = {}): Promise<ChannelPair & { proxy: FrameProxy }> {
  const receiver = benchFor(t, { name: 'QM2' })
  const proxy = await frameProxyFor(t, await listen(receiver))
  const sender = benchFor(t)
  await defineReceiver(receiver, { BATCHSZ: 10 })
  await defineSender(sender, proxy.port, { ...quick, ...more })
  return { sender, receiver, port: proxy.port, proxy }
}

for (const frame of ['message', 'commit', 'committed'] as const) {
  test(`messages arrive once when the link is cut at a ${frame} frame`, async (t) => {
    const { sender, receiver, proxy } = await throughProxy(t)
    await putRemote(sender, 1, 50)
    proxy.cutAt = frame
    await sender.running.channels.start(channel)
    t.deepEqual((await take(receiver, 50)).toSorted(byNumber), all(50))
    await until(() => sender.running.queues.find('QM2')?.depth === 0)
    t.is(receiver.running.queues.find('A')?.depth, 0)
    t.is(proxy.connections, 2)
  })

  test(`messages arrive once when the sender restarts after a cut at a ${frame} frame`, async (t) => {
    const receiver = benchFor(t, { name: 'QM2' })
    const proxy = await frameProxyFor(t, await listen(receiver))
    const disk = await diskBenchFor(t)
    await defineReceiver(receiver, { BATCHSZ: 10 })
    await defineSender(disk.bench, proxy.port, { ...quick, SHORTTMR: 1000 })
    await putRemote(disk.bench, 1, 50)
    proxy.cutAt = frame
    await disk.bench.running.channels.start(channel)
    await until(() => disk.bench.running.channels.status(channel)[0]?.state === 'RETRYING')
    const isInDoubt = disk.bench.running.channels.saved(channel)[0]?.isInDoubt ?? false
    // The sender may notice the cut before or after it has sent the end of the batch.
    if (frame !== 'message') t.true(isInDoubt)

    const again = await disk.reopen()
    proxy.isDown = true
    await again.running.startNetwork()
    const saved = again.running.channels.saved(channel)[0]
    t.is(saved?.isInDoubt ?? false, isInDoubt)
    t.is(await countAvailable(again), 50 - (saved?.currentMessages ?? 0))
    proxy.isDown = false
    await again.running.channels.stop(channel, { status: 'INACTIVE', mode: 'FORCE' })
    await until(() => again.running.channels.status(channel).length === 0)
    await again.running.channels.start(channel)
    t.deepEqual((await take(receiver, 50)).toSorted(byNumber), all(50))
    await until(() => again.running.queues.find('QM2')?.depth === 0)
    t.is(receiver.running.queues.find('A')?.depth, 0)
  })
}

test('an administrator resolves a batch in doubt, and only an inactive channel', async (t) => {
  for (const action of ['COMMIT', 'BACKOUT'] as const) {
    const { sender, receiver, proxy } = await throughProxy(t, { SHORTTMR: 1000 })
    const { channels } = sender.running
    await putRemote(sender, 1, 10)
    proxy.cutAt = 'committed'
    await channels.start(channel)
    await until(() => channels.status(channel)[0]?.state === 'RETRYING')
    await refuses(t, channels.resetSequence(channel, 1), 4025)
    await channels.resolve(channel, action)
    t.false(channels.saved(channel)[0]?.isInDoubt)
    t.is(sender.running.queues.find('QM2')?.depth, action === 'COMMIT' ? 0 : 10)
    t.is(receiver.running.queues.find('A')?.depth, 10)
    await refuses(t, channels.resolve(channel, action), 3008)
  }
})

test('a batch whose backout cannot be saved stays in doubt, and can be backed out later', async (t) => {
  const receiver = benchFor(t, { name: 'QM2' })
  const proxy = await frameProxyFor(t, await listen(receiver))
  const store = openHeldStore()
  await addSystemObjects(store)
  const sender = benchOver(t, store)
  await defineReceiver(receiver, { BATCHSZ: 10 })
  await defineSender(sender, proxy.port, { ...quick, SHORTTMR: 1000 })
  const { channels } = sender.running
  await putRemote(sender, 1, 10)
  proxy.cutAt = 'committed'
  await channels.start(channel)
  await until(() => channels.status(channel)[0]?.state === 'RETRYING')

  store.hold()
  const resolved = channels.resolve(channel, 'BACKOUT')
  await store.isHeld()
  store.release('failed')
  await t.throwsAsync(resolved)
  t.like(channels.saved(channel)[0], { isInDoubt: true, currentMessages: 10 })
  t.is(await countAvailable(sender), 0)
  await channels.resolve(channel, 'BACKOUT')
  t.is(await countAvailable(sender), 10)
})

/** A store in memory. The commits `from` to `to` of a sending channel fail, counted from 1. */
function openFailingStore(from: number, to: number): MessageStore & { readonly count: number } {
  const store = openMemoryMessageStore()
  let count = 0
  return {
    ...store,
    get count() {
      return count
    },
    async commit(changes) {
      await new Promise(setImmediate)
      if (changes.some((each) => each.type === 'saveObject' && each.object.record.type === 'SENT')) {
        count += 1
        if (count >= from && count <= to) throw new MessageStoreError('failed', 'the disk says no')
      }
      await store.commit(changes)
    },
  }
}

for (const length of [1, 2, 3, 4]) {
  for (const from of [1, 2, 3, 4, 5, 6]) {
    const to = from + length - 1
    const which = length === 1 ? `commit ${from} of the sender fails` : `commits ${from} to ${to} of the sender fail`
    test(`messages arrive once when ${which}`, async (t) => {
      const receiver = benchFor(t, { name: 'QM2' })
      const store = openFailingStore(from, to)
      await addSystemObjects(store)
      const sender = benchOver(t, store)
      await defineReceiver(receiver, { BATCHSZ: 10 })
      await defineSender(sender, await listen(receiver), quick)
      const { channels, queues } = sender.running
      const numbers: string[] = []
      const send = async (count: number) => {
        await putRemote(sender, numbers.length + 1, numbers.length + count)
        numbers.push(...all(count).map((number) => String(numbers.length + Number(number))))
      }
      await send(25)
      await channels.start(channel)
      while (store.count <= to) {
        const { count } = store
        await until(() => store.count > count || queues.find('QM2')?.depth === 0)
        if (queues.find('QM2')?.depth === 0) await send(1)
      }
      await until(() => queues.find('QM2')?.depth === 0)
      t.deepEqual((await take(receiver, numbers.length)).toSorted(byNumber), numbers)
      t.is(receiver.running.queues.find('A')?.depth, 0)
    })
  }
}

test('numbers that do not fit together stop the transfer until they are reset', async (t) => {
  const { sender, receiver } = await pairFor(t, { sending: { SHORTTMR: 0, SHORTRTY: 999_999 } })
  const { channels } = sender.running
  await receiver.running.channels.start(channel)
  await channels.start(channel)
  await putRemote(sender, 1, 3)
  await take(receiver, 3)
  await until(() => channels.status(channel)[0]?.batches?.lastSequence === 3)
  await channels.stop(channel, { status: 'INACTIVE', mode: 'QUIESCE' })
  await until(() => channels.status(channel).length === 0)

  await receiver.running.channels.resetSequence(channel, 70)
  await channels.start(channel)
  await until(() => /RESET CHANNEL/.test(channels.status(channel)[0]?.lastError ?? ''))
  t.is(channels.status(channel)[0]?.batches?.lastSequence, 3)
  await channels.stop(channel, { status: 'INACTIVE', mode: 'FORCE' })
  await until(() => channels.status(channel).length === 0)

  await channels.resetSequence(channel, 500)
  await putRemote(sender, 4, 5)
  await channels.start(channel)
  t.deepEqual(await take(receiver, 2), ['4', '5'])
  await until(() => channels.status(channel)[0]?.batches?.lastSequence === 501)
})

test('numbers wrap at SEQWRAP', async (t) => {
  const { sender, receiver } = await pairFor(t, { sending: { SEQWRAP: 100 }, receiving: { SEQWRAP: 100 } })
  await putRemote(sender, 1, 230)
  await sender.running.channels.start(channel)
  t.deepEqual(await take(receiver, 230), all(230))
  await until(() => sender.running.channels.status(channel)[0]?.batches?.lastSequence === 30)
})

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b)
}

/** The number of messages that another application could get. */
async function countAvailable({ connection }: Bench): Promise<number> {
  return (await connection.list('QM2', { limit: 999 })).length
}
