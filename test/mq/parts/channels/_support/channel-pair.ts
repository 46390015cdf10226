/** Two queue managers that a channel connects: QM1 sends, QM2 receives. */
import type { ExecutionContext } from 'ava'
import type { AttributeValue } from '../../../../../src/mq/manager/types/connection.ts'
import { type Bench, type BenchOptions, benchFor, text } from '../../../manager/_support/manager.ts'

export interface ChannelPair {
  sender: Bench
  receiver: Bench
  port: number
}

type Attributes = Record<string, AttributeValue>

/** The channel of the pair. */
export const channel = 'QM1.TO.QM2'

/** Starts both and defines everything that messages for queue A of QM2 need; the channel is not started. */
export async function pairFor(
  t: ExecutionContext,
  {
    sending = {},
    receiving = {},
    managers = [{}, {}],
  }: { sending?: Attributes; receiving?: Attributes; managers?: readonly [BenchOptions, BenchOptions] } = {},
): Promise<ChannelPair> {
  const sender = benchFor(t, { name: 'QM1', ...managers[0] })
  const receiver = benchFor(t, { name: 'QM2', ...managers[1] })
  const port = await listen(receiver)
  await defineReceiver(receiver, receiving)
  await defineSender(sender, port, sending)
  return { sender, receiver, port }
}

/** Starts a listener on a free port and returns the port. */
export async function listen({ define, running }: Bench, name = 'L'): Promise<number> {
  await define('listener', 'LISTENER', name, { TRPTYPE: 'TCP', IPADDR: '127.0.0.1' })
  await running.listeners.start(name)
  return running.listeners.status(name)?.port as number
}

export async function defineSender({ define }: Bench, port: number, more: Attributes = {}): Promise<void> {
  await define('queue', 'QLOCAL', 'QM2', { USAGE: 'XMITQ', MAXDEPTH: 999_999 })
  await define('channel', 'SDR', channel, { CONNAME: `127.0.0.1(${port})`, XMITQ: 'QM2', ...more })
}

export async function defineReceiver({ define }: Bench, more: Attributes = {}): Promise<void> {
  await define('queue', 'QLOCAL', 'A', { MAXDEPTH: 999_999 })
  await define('channel', 'RCVR', channel, more)
}

/** Puts numbered persistent messages for queue A of QM2. */
export async function putRemote({ connection }: Bench, from: number, to: number): Promise<void> {
  const puts: Promise<unknown>[] = []
  for (let number = from; number <= to; number++) {
    const message = text(String(number), { persistence: 'persistent' })
    puts.push(connection.put({ queue: 'A', queueManager: 'QM2' }, message))
  }
  await Promise.all(puts)
}

/** Waits for messages on a queue and returns their texts. */
export async function take({ connection }: Bench, count: number, queue = 'A'): Promise<string[]> {
  const found: string[] = []
  while (found.length < count) {
    const message = await connection.get(queue, { waitMs: 120_000 })
    if (!message) throw new Error(`${queue} got ${found.length} of ${count} messages`)
    found.push(message.body.toString())
  }
  return found
}

/** Waits until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not become true within 120 s')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
