/**
 * Clients of an AMQP port that send broken or endless frames, open too many links or stop reading. Each is disconnected
 * or held up by itself: memory stays bounded, the log has a line, and another client is served all the time.
 */
import { once } from 'node:events'
import { connect as connectSocket, type Socket } from 'node:net'
import test from 'ava'
import type { Connection } from 'rhea'
import { type Broker, openBroker, openReceiver, openSender, receive, send } from '../mq/parts/amqp/_support/broker.ts'

/** What the memory of this process, which has client and server, may grow by. */
const maxGrowthBytes = 128 * 1_048_576

let broker: Broker & { close(): Promise<void> }
let other: Connection
test.before(async () => {
  broker = await openBroker('DEFINE QLOCAL(MANY) MAXDEPTH(99999)')
  other = await broker.connect()
})
test.after.always(() => broker.close())

/** Fails when the client that did nothing wrong is no longer served. */
async function checkServed(): Promise<void> {
  const { outcome } = await send(await openSender(other, 'A'), { body: 'x' })
  const message = await broker.connection.get('A')
  if (outcome !== 'accepted' || !message) throw new Error('another client is not served')
}

async function openSocket(): Promise<Socket> {
  const socket = connectSocket(broker.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.on('data', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Returns pseudo-random numbers below one from a seed, so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** The bytes that a client sends to connect, open a session and two links, and put a message. */
async function recordConversation(): Promise<Buffer> {
  const client = await broker.connect()
  const { socket } = client as unknown as { socket: Socket & { write(bytes: Buffer): boolean } }
  const written: Buffer[] = []
  const write = socket.write.bind(socket)
  socket.write = (bytes: Buffer) => {
    written.push(Buffer.from(bytes))
    return write(bytes)
  }
  const sender = await openSender(client, 'A')
  await send(sender, { body: 'recorded', durable: true })
  await receive(await openReceiver(client, 'A'), 1).then(([received]) => received?.delivery.accept())
  await new Promise((resolve) => setImmediate(resolve))
  client.close()
  return Buffer.concat(written)
}

const header = Buffer.from('AMQP\0\x01\0\0', 'latin1')
/** An open frame with the container id `fuzz`. */
const open = Buffer.from('0000001402000000005310c00701a10466757a7a', 'hex')

test.serial('2,000 conversations with damaged bytes end without harm to others', async (t) => {
  const frames = await recordConversation()
  const random = randomFrom(1)
  const before = process.memoryUsage().rss
  for (let round = 0; round < 2000; round++) {
    const bytes = Buffer.concat([header, open, frames])
    for (let hits = 0; hits < 1 + random() * 8; hits++) {
      bytes[8 + Math.floor(random() * (bytes.length - 8))] = Math.floor(random() * 256)
    }
    const socket = await openSocket()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.end(bytes)
    const late = setTimeout(() => socket.destroy(), 100)
    await closed
    clearTimeout(late)
    if (round % 200 === 0) await checkServed()
  }
  await checkServed()
  t.true(process.memoryUsage().rss - before < maxGrowthBytes)
})

test.serial('a frame that never ends, and one that claims 4 GiB, are not buffered', async (t) => {
  const before = process.memoryUsage().rss
  for (const size of [2 ** 32 - 1, 65_537, 1_000_000]) {
    const start = Buffer.from([0, 0, 0, 0, 2, 0, 0, 0])
    start.writeUInt32BE(size)
    const socket = await openSocket()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(Buffer.concat([header, open, start]))
    for (let sent = 0; sent < 1000 && !socket.destroyed; sent++) {
      if (!socket.write(Buffer.alloc(65_536)))
        await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    }
    await closed
    await checkServed()
  }
  t.true(process.memoryUsage().rss - before < maxGrowthBytes)
})

test.serial('of 10,000 links a connection has 1,024, and the rest are rejected with a reason', async (t) => {
  const client = await broker.connect()
  const rejected: string[] = []
  let opened = 0
  const answered = Promise.withResolvers<void>()
  const count = () => {
    if (opened + rejected.length === 10_000) answered.resolve()
  }
  client.on('sender_error', ({ sender }) => {
    rejected.push((sender?.error as { condition: string } | undefined)?.condition ?? '')
    count()
  })
  client.on('sendable', () => {
    opened++
    count()
  })
  client.on('sender_close', () => undefined)
  for (let link = 0; link < 10_000; link++) client.open_sender({ target: 'A', name: `link-${link}` })
  await answered.promise
  t.is(opened, 1024)
  t.deepEqual([...new Set(rejected)], ['amqp:resource-limit-exceeded'])
  await checkServed()
  client.close()
})

test.serial('a client that stops reading holds up only itself', async (t) => {
  const body = Buffer.alloc(100_000)
  const put = () => broker.connection.put({ queue: 'MANY' }, { body, format: '', persistence: 'persistent' })
  await Promise.all(Array.from({ length: 1000 }, put))
  const before = process.memoryUsage().rss
  const client = await broker.connect({ session_buffer_size: { incoming: 4096, outgoing: 1 } } as object)
  const { socket } = client as unknown as { socket: Socket }
  const receiver = await openReceiver(client, 'MANY')
  receiver.add_credit(1000)
  socket.pause()
  for (let round = 0; round < 20; round++) await checkServed()
  t.true(process.memoryUsage().rss - before < maxGrowthBytes)
  socket.destroy()
  const curdepth = () => broker.display('DISPLAY QLOCAL(MANY) CURDEPTH', 'CURDEPTH')
  t.is(await curdepth(), '1000')
})
