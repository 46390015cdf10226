import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import pg from 'pg'
import { endClient } from '../../../../src/shared/lib/postgres/end-client.ts'

/** `AuthenticationOk` and `ReadyForQuery`. */
const greeting = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** A client of a server that greets it, and then does what `serve` says. */
async function connect(t: ExecutionContext, serve: (socket: Socket) => void): Promise<pg.Client> {
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    t.teardown(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(greeting)
      serve(socket)
    })
  }).listen(0, '127.0.0.1')
  t.teardown(() => listener.close())
  await once(listener, 'listening')
  const { port } = listener.address() as { port: number }
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'anna', database: 'sluice' })
  await client.connect()
  return client
}

test('waits for the server to end the connection', async (t) => {
  let isEnded = false
  const client = await connect(t, (socket) =>
    socket.on('end', () => {
      isEnded = true
      socket.end()
    }),
  )
  await endClient(client)
  t.true(isEnded)
})

test.serial('ends the connection after 15 seconds when the server has stopped answering', async (t) => {
  const client = await connect(t, (socket) => socket.pause())
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
  let isEnded = false
  const ended = endClient(client).then(() => {
    isEnded = true
  })
  mock.timers.tick(14_999)
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  t.false(isEnded)
  mock.timers.tick(1)
  await ended
  t.true(isEnded)
})

test('ends clients that were never connected, and leaves no timers', async (t) => {
  const countTimers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = countTimers()
  for (let count = 0; count < 20; count += 1) await endClient(new pg.Client())
  t.true(countTimers() < before + 20)
})
