import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { type Listener, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

const idleMs = 500

/** Opens a listener that responds when `release` resolves. */
async function listen(t: ExecutionContext, isFast: boolean, release = Promise.resolve()) {
  const begun = Promise.withResolvers<void>()
  const serve = async (_: unknown, response: HttpResponse | ServerResponse) => {
    response.writeHead(200, { 'Content-Length': 4 })
    response.write('he')
    begun.resolve()
    await release
    response.end('re')
  }
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: serve,
    ...(isFast && { fastPath: { accepts: () => true, handle: serve } }),
  })
  t.teardown(() => listener.close(0))
  return { listener, begun: begun.promise }
}

/** Opens a connection that sends requests one after the other, and records what it receives and how it ends. */
function client({ port }: Listener) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  let error: Error | undefined
  socket.on('error', (each) => {
    error = each
  })
  socket.on('data', (text) => {
    received += text
  })
  return {
    socket,
    request: () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    async responses(count: number) {
      while (received.split('here').length <= count) await once(socket, 'data')
      return received
    },
    async ended() {
      if (!socket.closed) await once(socket, 'close')
      return { received, error }
    },
  }
}

for (const [server, isFast] of [
  ["Node's server", false],
  ['the fast path', true],
] as const) {
  test(`${server} gives a client between two requests a last response when it closes`, async (t) => {
    const { listener } = await listen(t, isFast)
    const { request, responses, ended } = client(listener)
    request()
    await responses(1)
    const closed = listener.close(5_000, idleMs)
    request()
    const { received, error } = await ended()
    await closed

    t.is(error, undefined)
    const [first = '', second = ''] = received.split('HTTP/1.1 200 OK').slice(1)
    t.regex(first, /\r\nConnection: keep-alive\r\n/)
    t.regex(second, /\r\nConnection: close\r\n[\s\S]*here$/)
  })

  test(`${server} gives one more response when the one in flight has announced keep-alive`, async (t) => {
    const release = Promise.withResolvers<void>()
    const { listener, begun } = await listen(t, isFast, release.promise)
    const { request, responses, ended } = client(listener)
    request()
    await begun
    const closed = listener.close(5_000, idleMs)
    release.resolve()
    await responses(1)
    request()
    const { received, error } = await ended()
    await closed
    t.is(error, undefined)
    t.regex(received, /\r\nConnection: keep-alive\r\n[\s\S]*here[\s\S]*\r\nConnection: close\r\n[\s\S]*here$/)
  })

  test(`${server} closes connections that stay idle, and destroys those whose response does not end`, async (t) => {
    const { listener, begun } = await listen(t, isFast, new Promise(() => {}))
    const idle = client(listener)
    await once(idle.socket, 'connect')
    const stuck = client(listener)
    stuck.request()
    await begun
    const closed = listener.close(50, 1)
    await closed
    t.is((await idle.ended()).received, '')
    t.notRegex((await stuck.ended()).received, /here/)
  })
}

test('a WebSocket ends with the grace period of a server that closes', async (t) => {
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: () => {},
    upgrade: (_, caller) => caller.accept('websocket', 101, []),
  })
  const { socket, ended } = client(listener)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(socket, 'data')
  await listener.close(1)
  t.regex((await ended()).received, /^HTTP\/1.1 101 /)
})
