import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import test from 'ava'
import { parseLocalAddresses } from '../../../../../src/mq/manager/channels/addresses.ts'
import { dial } from '../../../../../src/mq/parts/channels/transport/dial.ts'
import { systemTimers } from '../../../../../src/shared/lib/time/timers.ts'

test('a channel connects from the first address of LOCLADDR that reaches its partner', async (t) => {
  const server = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  const call = (text: string) => {
    const local = parseLocalAddresses(text)
    const { signal } = new AbortController()
    const addresses = [{ host: '127.0.0.1', port: taken }]
    return dial({ addresses, local, tls: undefined, timers: systemTimers, signal })
  }

  const { socket } = await call(`127.0.0.1(${taken}),192.0.2.1,127.0.0.1`)
  t.not(socket.localPort, taken)
  socket.destroy()
  const error = await t.throwsAsync(call(`127.0.0.1(${taken}),192.0.2.1`))
  t.regex(error?.message ?? '', /^the partner cannot be reached: 127\.0\.0\.1\(\d+\): .+; 127\.0\.0\.1\(\d+\): .+/)
})
