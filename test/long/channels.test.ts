/**
 * Two queue managers whose processes are killed and whose link is cut at random: every acknowledged message arrives
 * exactly once. `CHANNEL_ROUNDS` sets the number of rounds, `CHANNEL_SEED` repeats a run.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createRandom } from '../_support/random.ts'
import { type Bench, diskBenchFor } from '../mq/manager/_support/manager.ts'
import { channel, defineReceiver, until } from '../mq/parts/channels/_support/channel-pair.ts'
import { type FrameProxy, frameProxyFor } from '../mq/parts/channels/_support/frame-proxy.ts'

const rounds = Number(process.env.CHANNEL_ROUNDS ?? 25)
const seed = Number(process.env.CHANNEL_SEED ?? Date.now() % 1_000_000)
/** More than a process puts until it is killed. */
const numbersPerProcess = 1_000_000
let startedProcesses = 0
const program = join(import.meta.dirname, '../mq/parts/channels/_support/channel-process.ts')

test(`every acknowledged message arrives exactly once (seed ${seed})`, async (t) => {
  const random = createRandom(seed)
  const receiver = await diskBenchFor(t, {}, { name: 'QM2' })
  await defineReceiver(receiver.bench)
  await receiver.bench.define('listener', 'LISTENER', 'L', {
    TRPTYPE: 'TCP',
    IPADDR: '127.0.0.1',
    PORT: 0,
    CONTROL: 'QMGR',
  })
  const proxy = await frameProxyFor(t, 0)
  const sender = await diskBenchFor(t)
  await sender.bench.define('queue', 'QLOCAL', 'QM2', { USAGE: 'XMITQ', MAXDEPTH: 999_999 })
  await sender.bench.define('channel', 'SDR', channel, {
    CONNAME: `127.0.0.1(${proxy.port})`,
    XMITQ: 'QM2',
    BATCHSZ: 7,
    SHORTRTY: 999_999,
    SHORTTMR: 0,
  })
  await sender.bench.running.channels.start(channel)
  await Promise.all([sender.bench.running.close(), receiver.bench.running.close()])

  const acknowledged = new Set<number>()
  let children = {
    sender: start(t, 'sender', sender.file, proxy, acknowledged),
    receiver: start(t, 'receiver', receiver.file, proxy),
  }
  for (let round = 0; round < rounds; round++) {
    const enough = acknowledged.size + 20 + random() * 200
    await until(() => acknowledged.size >= enough)
    await delay(random() * 500)
    await harm(proxy, random)
    for (const role of ['sender', 'receiver'] as const) {
      if (random() < 0.5) continue
      await kill(children[role])
      const [file, numbers] = role === 'sender' ? [sender.file, acknowledged] : [receiver.file, undefined]
      children = { ...children, [role]: start(t, role, file, proxy, numbers) }
    }
  }
  await Promise.all([kill(children.sender), kill(children.receiver)])

  const there = await finish(await sender.reopen(), await receiver.reopen(), proxy)
  t.is(new Set(there).size, there.length, 'no message arrived twice')
  t.deepEqual(
    [...acknowledged].filter((number) => !new Set(there).has(number)),
    [],
    'no acknowledged message is missing',
  )
  t.log(`${acknowledged.size} messages were acknowledged, ${proxy.connections} connections were made`)
  t.true(acknowledged.size > rounds)
})

/** Lets everything arrive and returns the numbers of all messages that did. */
async function finish(sender: Bench, receiver: Bench, proxy: FrameProxy): Promise<number[]> {
  await receiver.running.startNetwork()
  proxy.target = receiver.running.listeners.status('L')?.port as number
  await sender.running.startNetwork()
  await until(() => sender.running.queues.find('QM2')?.depth === 0)
  const found: number[] = []
  for (;;) {
    const message = await receiver.connection.get('A')
    if (!message) return found
    found.push(Number(message.body.toString()))
  }
}

/** Cuts the link at once or at one of the next frames, or does nothing. */
async function harm(proxy: FrameProxy, random: () => number): Promise<void> {
  const kind = Math.floor(random() * 5)
  if (kind === 0) proxy.cut()
  else if (kind < 4) proxy.cutAt = (['message', 'commit', 'committed'] as const)[kind - 1]
}

function start(
  t: ExecutionContext,
  role: 'sender' | 'receiver',
  file: string,
  proxy: FrameProxy,
  acknowledged?: Set<number>,
): ChildProcess {
  // A killed sender has put more messages than it could report, so each one has numbers of its own.
  const child = fork(program, [role, file, String(numbersPerProcess * startedProcesses++)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  child.on('message', (report: number | { port: number }) => {
    if (typeof report === 'number') acknowledged?.add(report)
    else proxy.target = report.port
  })
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
