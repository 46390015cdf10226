import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mock } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import test from 'ava'
import { createSocketOpener, type SocketHandler } from '../../../../../src/shared/http/client/exchange/open-socket.ts'
import type { TlsConnectOptions } from '../../../../../src/shared/lib/files/tls-files.ts'
import { certificate } from '../../../../_support/certificates.ts'
import { type FakeConnection, fakeConnections } from '../fake-connections.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

/** Opens a socket without a peer. `ready` lists the sockets that were reported as ready. */
function openFake(
  origin: string,
  { material, onread }: Pick<SocketHandler, 'onread'> & { material?: TlsConnectOptions } = {},
) {
  const ready: unknown[] = []
  const { opened, stop } = fakeConnections()
  const onReady = (socket: unknown) => ready.push(socket)
  createSocketOpener(new URL(origin), material)({ onReady, ...(onread && { onread }) })
  stop()
  return { ...(opened[0] as FakeConnection), ready }
}

for (const [origin, protocol, host, port] of [
  ['http://127.0.0.1', 'TCP', '127.0.0.1', 80],
  ['https://127.0.0.1', 'TLS', '127.0.0.1', 443],
  ['http://backend.example:8081', 'TCP', 'backend.example', 8081],
  ['https://[::1]:8443', 'TLS', '::1', 8443],
] as const)
  test.serial(`a socket for ${origin} connects over ${protocol} to port ${port} of ${host}`, (t) => {
    t.like(openFake(origin), { protocol, options: { host, port } })
  })

for (const [protocol, origin, readyEvent] of [
  ['TCP', 'http://backend', 'connect'],
  ['TLS', 'https://backend', 'secureConnect'],
] as const) {
  test.serial(`a ${protocol} socket sends without delay, and probes a peer that is silent for a minute`, (t) => {
    t.like(openFake(origin).options, { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
  })

  test.serial(`a ${protocol} socket is reported once, when it is ready`, (t) => {
    const { socket, ready } = openFake(origin)
    t.deepEqual(ready, [])
    socket.emit(readyEvent)
    socket.emit(readyEvent)
    t.deepEqual(ready, [socket])
  })

  test.serial(`a ${protocol} socket that is not ready after 10 s is destroyed`, (t) => {
    const { socket, ready } = openFake(origin)
    mock.timers.tick(9_999)
    t.false(socket.destroyed)
    mock.timers.tick(1)
    t.true(socket.destroyed)
    t.like(socket.errored, { code: 'CONNECT_TIMEOUT', message: 'no connection to backend in 10 s' })
    t.deepEqual(ready, [])
  })

  test.serial(`a ${protocol} socket that became ready stays open`, (t) => {
    const { socket } = openFake(origin)
    socket.emit(readyEvent)
    mock.timers.tick(10_000)
    t.false(socket.destroyed)
  })

  test.serial(`the connect timeout of a ${protocol} socket ends when the socket closes`, (t) => {
    const { socket } = openFake(origin)
    const destroy = mock.method(socket, 'destroy')
    socket.emit('close')
    mock.timers.tick(10_000)
    t.is(destroy.mock.callCount(), 0)
  })
}

test.serial('a TLS socket is not ready before the upstream has been verified', (t) => {
  const { socket, ready } = openFake('https://backend')
  socket.emit('connect')
  t.deepEqual(ready, [])
  mock.timers.tick(10_000)
  t.true(socket.destroyed, 'the connect timeout includes the handshake')
})

test.serial('a TCP socket reads into the buffers of its caller', (t) => {
  const onread = { buffer: Buffer.alloc(8), callback: () => true }
  t.is(openFake('http://backend', { onread }).options.onread, onread)
  t.is(openFake('http://backend').options.onread, undefined)
})

test.serial('TLS names the host, but never an address', (t) => {
  for (const [origin, servername] of [
    ['https://backend.example', 'backend.example'],
    ['https://127.0.0.1', ''],
    ['https://[::1]', ''],
  ] as const)
    t.is(openFake(origin).options.servername, servername, origin)
})

test.serial('TLS follows its profile, and speaks HTTP/1.1', (t) => {
  const material = { ca: 'PEM', rejectUnauthorized: false, servername: '' }
  const { options } = openFake('https://backend.example', { material })
  t.like(options, { ...material, host: 'backend.example', ALPNProtocols: ['http/1.1'] })
})

test.serial('a later connection to a TLS origin resumes the session of the first one', async (t) => {
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
