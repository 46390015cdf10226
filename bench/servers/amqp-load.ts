/**
 * An AMQP 1.0 client that puts durable messages of 1 KiB for some seconds, each settled by the server, and gets all of
 * them. It does so for a second before, so that its own code is compiled and the server is measured. Arguments: port,
 * address, user, password, seconds. Prints both rates as JSON.
 */
import { once } from 'node:events'
import rhea, { type Connection } from 'rhea'

const [, , port, address, username, password, seconds] = process.argv
const body = rhea.message.data_section(Buffer.alloc(1024, 'x'))
const creditWindow = 500
/** A server that stops responding ends the benchmark with an error. */
const timeoutMs = 60_000 + Number(seconds) * 1000

const warmUpMs = 1_000
let progress = 'not connected'

setTimeout(() => fail(`the server on port ${port} did not finish in ${timeoutMs} ms: ${progress}`), timeoutMs)

const client = rhea.connect({
  host: '127.0.0.1',
  port: Number(port),
  username: username || 'anonymous',
  reconnect: false,
  ...(password && { password }),
})
client.on('disconnected', ({ error }) => fail(`the server on port ${port} ended the connection: ${error}`))
await once(client, 'connection_open')
await measure(warmUpMs)
process.stdout.write(`${JSON.stringify(await measure(Number(seconds) * 1000))}\n`)
process.exit(0)

async function measure(durationMs: number): Promise<{ putsPerSecond: number; getsPerSecond: number }> {
  const { accepted, elapsedMs: putMs } = await put(client, durationMs)
  const getMs = await get(client, accepted)
  return { putsPerSecond: (accepted / putMs) * 1000, getsPerSecond: (accepted / getMs) * 1000 }
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`)
  process.exit(1)
}

/** Puts for some milliseconds and waits until all messages are settled. */
async function put(connection: Connection, durationMs: number): Promise<{ accepted: number; elapsedMs: number }> {
  const sender = connection.open_sender(address as string)
  await once(sender, 'sendable')
  const begunMs = performance.now()
  let sent = 0
  let accepted = 0
  const done = Promise.withResolvers<void>()
  const isOver = () => performance.now() - begunMs > durationMs
  const fill = () => {
    while (sender.sendable() && sent - accepted < creditWindow && !isOver()) {
      sender.send({ body, durable: true })
      sent++
    }
    if (isOver() && accepted === sent) done.resolve()
  }
  sender.on('accepted', () => {
    accepted++
    progress = `${accepted} of ${sent} messages accepted`
    fill()
  })
  sender.on('rejected', () => done.reject(new Error('a message was rejected')))
  sender.on('sendable', fill)
  fill()
  await done.promise
  sender.close()
  return { accepted, elapsedMs: performance.now() - begunMs }
}

/** Gets and accepts messages, and returns the milliseconds until the last one arrived. */
async function get(connection: Connection, wanted: number): Promise<number> {
  const begunMs = performance.now()
  const receiver = connection.open_receiver({ source: address as string, credit_window: creditWindow })
  let received = 0
  await new Promise<void>((resolve) => {
    receiver.on('message', () => {
      progress = `${++received} of ${wanted} messages received`
      if (received === wanted) resolve()
    })
  })
  const elapsedMs = performance.now() - begunMs
  // The acceptances are on their way; the server ends the link after them.
  receiver.close()
  await once(receiver, 'receiver_close')
  return elapsedMs
}
