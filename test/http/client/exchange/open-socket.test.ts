import { once } from 'node:events'

import test from 'ava'

import { createSocketOpener } from '../../../../src/http/client/exchange/open-socket.ts'

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
