import { once } from 'node:events'
import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import test, { type ExecutionContext } from 'ava'
import type { UpgradeCaller } from '../../../../src/shared/http/message/upgrade-caller.ts'
import {
  ask,
  flags,
  frame,
  frameTypes,
  getHead,
  listen,
  literal,
  openRaw,
  openSession,
  type RawConnection,
} from './_http2-client.ts'

const connectHeaders = { ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https', ':path': '/chat?a' }

/** Opens a WebSocket when the server has said that it takes them. */
async function dial(session: ClientHttp2Session, headers: object = {}): Promise<ClientHttp2Stream> {
  if (!session.remoteSettings) await once(session, 'remoteSettings')
  return session.request({ ...connectHeaders, ...headers }, { endStream: false }).on('error', () => {})
}

/** A listener that accepts every WebSocket and echoes its bytes; `callers` are those that were served. */
async function echoing(t: ExecutionContext, serve?: (caller: UpgradeCaller) => void) {
  const callers: UpgradeCaller[] = []
  const requests: unknown[] = []
  const listener = await listen(t, {
    upgrade({ method, url, headers, httpVersion, complete }, caller) {
      callers.push(caller)
      requests.push({ method, url, headers, httpVersion, complete })
      if (serve) return serve(caller)
      caller.accept('websocket', 101, ['Sec-WebSocket-Accept', 'x', 'Sec-WebSocket-Protocol', 'chat'])
      caller.connection.pipe(caller.connection)
    },
  })
  return { listener, callers, requests }
}

test('a WebSocket over HTTP/2 is served like one over HTTP/1.1, beside other requests of its connection', async (t) => {
  const { listener, requests } = await echoing(t)
  const session = openSession(t, listener)
  const stream = await dial(session, { 'sec-websocket-version': '13', 'sec-websocket-protocol': 'chat' })
  const [headers] = await once(stream, 'response')
  t.like(headers, { ':status': 200, 'sec-websocket-protocol': 'chat', 'sec-websocket-accept': undefined })
  const [{ headers: seen, ...request }] = requests as [{ headers: Record<string, string> }]
  t.deepEqual(request as object, { method: 'GET', url: '/chat?a', httpVersion: '2.0', complete: true })
  t.like(seen, { host: `127.0.0.1:${listener.port}`, upgrade: 'websocket', 'sec-websocket-version': '13' })
  t.is(Buffer.from(seen['sec-websocket-key'] ?? '', 'base64').length, 16)

  stream.write('one')
  t.is(String((await once(stream, 'data'))[0]), 'one')
  t.is((await ask(session)).body, 'handler')
  stream.end('two')
  t.is(String((await once(stream, 'data'))[0]), 'two')
  await once(stream, 'close')
  t.is(stream.rstCode, 0)
})

/** Returns the value of SETTINGS_ENABLE_CONNECT_PROTOCOL (RFC 8441 section 3); undefined when the server does not send it. */
async function readConnectSetting({ find }: RawConnection): Promise<number | undefined> {
  const { payload } = await find(({ type, flags: set }) => type === frameTypes.settings && (set & flags.ack) === 0)
  for (let at = 0; at < payload.length; at += 6) if (payload.readUInt16BE(at) === 8) return payload.readUInt32BE(at + 2)
  return undefined
}

test('the listener announces WebSockets in its settings', async (t) => {
  const { listener } = await echoing(t)
  t.is(await readConnectSetting(await openRaw(t, listener)), 1)
})

test('without WebSockets the listener does not offer them, and the stream is reset', async (t) => {
  const listener = await listen(t, {})
  const raw = await openRaw(t, listener)
  t.not(await readConnectSetting(raw), 1)
  sendConnect(raw, [literal(':protocol', 'websocket'), ...target])
  t.is((await raw.find(({ type, stream }) => type === frameTypes.reset && stream === 1)).payload.readUInt32BE(0), 1)
})

const target = [literal(':scheme', 'https'), literal(':path', '/'), literal(':authority', 'x')]

function sendConnect({ send }: RawConnection, headers: readonly Buffer[], more = 0): void {
  const block = Buffer.concat([literal(':method', 'CONNECT'), ...headers])
  send(frame(frameTypes.headers, flags.endHeaders | more, 1, block))
}

const protocolError = 1

for (const [title, headers] of [
  ['CONNECT without :protocol', { ':method': 'CONNECT', ':authority': 'x' }],
  ['CONNECT for another protocol', { ...connectHeaders, ':protocol': 'connect-udp' }],
] as const)
  test(`${title} is refused with 501, and the connection serves further requests`, async (t) => {
    const { listener, callers } = await echoing(t)
    const session = openSession(t, listener)
    if (!session.remoteSettings) await once(session, 'remoteSettings')
    const stream = session.request(headers, { endStream: false })
    t.is((await once(stream, 'response'))[0][':status'], 501)
    stream.resume()
    if (!stream.closed) await once(stream, 'close')
    t.is((await ask(session)).body, 'handler')
    t.is(callers.length, 0)
  })

for (const [title, headers] of [
  ['CONNECT for a WebSocket without a path', [literal(':protocol', 'websocket'), literal(':authority', 'x')]],
  ['CONNECT without :protocol and with a path', target],
] as const)
  test(`${title} is reset, and the connection serves further requests`, async (t) => {
    const { listener, callers } = await echoing(t)
    const raw = await openRaw(t, listener)
    sendConnect(raw, headers)
    const { payload } = await raw.find(({ type, stream }) => type === frameTypes.reset && stream === 1)
    t.is(payload.readUInt32BE(0), protocolError)
    raw.send(frame(frameTypes.headers, flags.endHeaders | flags.endStream, 3, getHead()))
    t.truthy(await raw.find(({ type, stream }) => type === frameTypes.data && stream === 3))
    t.is(callers.length, 0)
  })

test(':protocol with another method is reset', async (t) => {
  const { listener, callers } = await echoing(t)
  const raw = await openRaw(t, listener)
  const block = Buffer.concat([Buffer.from([0x82]), literal(':protocol', 'websocket'), ...target])
  raw.send(frame(frameTypes.headers, flags.endHeaders | flags.endStream, 1, block))
  await raw.find(({ type, stream }) => type === frameTypes.reset && stream === 1)
  t.is(callers.length, 0)
})

test('a WebSocket whose client has ended its side at once ends in order', async (t) => {
  const { listener } = await echoing(t)
  const raw = await openRaw(t, listener)
  sendConnect(raw, [literal(':protocol', 'websocket'), ...target], flags.endStream)
  const isEnd = ({ type, flags: set, stream }: { type: number; flags: number; stream: number }) =>
    type === frameTypes.data && stream === 1 && (set & flags.endStream) !== 0
  t.truthy(await raw.find(isEnd))
})

test('a reset in the middle closes the side of the server, and other streams stay', async (t) => {
  const { listener, callers } = await echoing(t)
  const session = openSession(t, listener)
  const stream = await dial(session)
  await once(stream, 'response')
  stream.write('half of a frame')
  await once(stream, 'data')
  const connection = callers[0]?.connection
  const closed = once(connection as never, 'close')
  stream.close(8)
  await closed
  t.is((await ask(session)).body, 'handler')
})

test('a refused WebSocket gets the response, and its stream is closed', async (t) => {
  const { listener } = await echoing(t, ({ response }) => {
    response.writeHead(403, ['Content-Type', 'text/plain'])
    response.end('no')
  })
  const session = openSession(t, listener)
  const stream = await dial(session)
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 403)
  t.is(String((await once(stream, 'data'))[0]), 'no')
  if (!stream.closed) await once(stream, 'close')
  t.is(stream.rstCode, 0)
})

test('an aborted WebSocket is reset with CANCEL', async (t) => {
  const { listener } = await echoing(t, (caller) => {
    caller.accept('websocket', 101, [])
    caller.abort()
  })
  const stream = await dial(openSession(t, listener))
  await once(stream, 'close')
  t.is(stream.rstCode, 8)
})

test('bytes of a client whose WebSocket reads nothing wait in the window of the stream', async (t) => {
  const { listener } = await echoing(t, (caller) => caller.accept('websocket', 101, []))
  const session = openSession(t, listener)
  const stream = await dial(session)
  await once(stream, 'response')
  const part = Buffer.alloc(64 * 1024)
  const sent = { bytes: 0 }
  const onSent = () => {
    sent.bytes += part.length
  }
  for (let index = 0; index < 30; index += 1) stream.write(part, onSent)
  t.is((await ask(session)).body, 'handler')
  t.true(sent.bytes < 1024 * 1024, `${sent.bytes}`)
})
