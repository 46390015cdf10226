import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'

import test from 'ava'

import { createSocketOpener } from '../../../../src/http/client/exchange/open-socket.ts'
import { certificate } from '../../../_support/certificates.ts'

for (const [origin, host, port] of [
  ['http://127.0.0.1', '127.0.0.1', 80],
  ['https://127.0.0.1', '127.0.0.1', 443],
  ['http://127.0.0.1:8081', '127.0.0.1', 8081],
  ['https://[::1]:8443', '::1', 8443],
] as const) {
  test(`a socket for ${origin} connects to port ${port} of ${host}`, async (t) => {
    const socket = createSocketOpener(new URL(origin), undefined)({ onReady() {} })
    socket.on('error', () => {}) // the port may have no listener
    const [address, attempted] = await once(socket, 'connectionAttempt')
    socket.destroy()
    t.deepEqual([address, attempted], [host, port])
  })
}

test('a later connection to a TLS origin resumes the session of the first one', async (t) => {
  const pair = await certificate('upstream')
  const server = createServer(pair, (socket) => void socket.end('x').on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const origin = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const open = createSocketOpener(origin, { ca: pair.cert, rejectUnauthorized: true })

  async function connect(): Promise<boolean> {
    const socket = open({ onReady() {} }) as TLSSocket
    const isResumed = once(socket, 'secureConnect').then(() => socket.isSessionReused())
    socket.resume()
    await once(socket, 'end') // the session arrives before the data of the server
    socket.destroy()
    return isResumed
  }
  t.false(await connect())
  t.true(await connect())
})
