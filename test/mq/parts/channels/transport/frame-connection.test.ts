import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { preamble } from '../../../../../src/mq/parts/channels/protocol/preamble.ts'
import { checkPartner } from '../../../../../src/mq/parts/channels/sessions/sending/open-batch.ts'
import { FrameConnection } from '../../../../../src/mq/parts/channels/transport/frame-connection.ts'
import { manualTimers } from '../../../manager/_support/manual-timers.ts'

/** A connection to a partner that sends its preamble and then nothing by itself. */
async function connectionFor(t: ExecutionContext) {
  const server = createServer().listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [partner] = (await once(server, 'connection')) as [Socket]
  t.teardown(() => socket.destroy())
  t.teardown(() => partner.destroy())
  partner.on('error', () => undefined)
  partner.resume()
  const timers = manualTimers()
  let now = 0
  const connection = new FrameConnection(socket, { clock: () => now, timers })
  partner.write(preamble)
  await once(socket, 'data')
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { connection, partner, timers, pass, clock: () => now }
}

test('a partner that is silent for longer than BATCHHB is asked, and must respond in time', async (t) => {
  const { connection, partner, timers, pass, clock } = await connectionFor(t)
  t.is(checkPartner(connection, 500, clock), undefined) // it has just sent something
  pass(500)
  t.is(checkPartner(connection, 0, clock), undefined) // BATCHHB(0)

  const answered = checkPartner(connection, 500, clock)
  partner.write(Buffer.from([0, 0, 0, 1, 11])) // heartbeatReply
  await answered
  t.deepEqual(timers.waiting, [])

  pass(500)
  const silent = checkPartner(connection, 500, clock)
  timers.elapse(500)
  await t.throwsAsync(silent as Promise<void>, { message: 'the partner did not respond to a heartbeat within 500 ms' })
})

test('a connection that ends ends the wait for the partner', async (t) => {
  const { connection, partner, pass, clock } = await connectionFor(t)
  pass(500)
  const asked = checkPartner(connection, 500, clock)
  partner.destroy()
  await t.throwsAsync(asked as Promise<void>)
  await t.throwsAsync(async () => {
    await checkPartner(connection, 500, clock)
  })
})
