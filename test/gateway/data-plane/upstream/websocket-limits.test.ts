import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { GatewayDeps } from '../../../../src/gateway/data-plane/index.ts'
import { buildWebSocketLimits } from '../../../../src/gateway/data-plane/policies/invoke/build-upstream.ts'
import { FrameReader } from '../../../../src/gateway/data-plane/upstream/frame-reader.ts'
import { certificate } from '../../../_support/certificates.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
  step,
} from '../_support/documents.ts'
import { startGateway, startRawBackend } from '../_support/servers.ts'

const closeMs = 5_000
const path = '/acme/sandbox/customerdb/v1/customers'
const pair = certificate('localhost')
const frame = (text: string) => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])

/** A gateway before a backend that echoes frames, and a WebSocket through it that has been accepted. */
async function open(
  t: ExecutionContext,
  websocket: object | undefined,
  { version = 'HTTP/1.1', clock = (): number => 0, expiresAt = 1_000, isRevoked = (): boolean => false } = {},
) {
  const backend = await startRawBackend((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      socket.pipe(socket)
    })
  })
  t.teardown(() => backend.close())
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const execute = [step('invoke', { 'target-url': '$(upstream)/x', websocket })]
  const published = api(backend.url, {
    operations: [operation('GET', '/customers', { security })],
    assembly: { execute, catch: [], finally: [] },
  })
  const applications = [application('one', { subscriptions: [goldSubscription] })]
  const consumers = openConsumers({ applications, products: [shopProduct] })
  const deps: Partial<GatewayDeps> = {
    clock,
    consumers: () => consumers,
    verifyToken: () => () =>
      isRevoked() ? { refused: 'invalid_token', reason: 'revoked' } : accessToken('one', { expiresAt }),
  }
  const tls = version === 'HTTP/2' ? { http2: true, tls: await pair } : {}
  const gateway = await startGateway(config(catalog([published])), deps, () => {}, tls)
  t.teardown(() => gateway.close())
  const { socket, received } = version === 'HTTP/2' ? await dialHttp2(t, gateway.port) : await dial(t, gateway.port)
  return { socket, gateway, received }
}

/** Opens a WebSocket by RFC 8441. */
async function dialHttp2(t: ExecutionContext, port: number) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  t.teardown(() => session.destroy())
  await once(session, 'remoteSettings')
  const head = { ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https', ':path': path }
  const socket: Duplex = session.request({ ...head, authorization: 'Bearer a' }, { endStream: false })
  socket.on('error', () => {})
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  t.like((await once(socket, 'response'))[0], { ':status': 200 })
  return { socket, received }
}

async function dial(t: ExecutionContext, port: number, allowHalfOpen = false) {
  const socket: Duplex = connect({ port, host: '127.0.0.1', allowHalfOpen })
  t.teardown(() => socket.destroy())
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: abc\r\n\r\n`,
  )
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  await once(socket, 'data')
  t.regex(received.toString(), /^HTTP\/1\.1 101 /)
  return { socket, received }
}

/** Returns the close code of the last frame that arrives before the connection ends. */
async function closeCodeOf({ socket, received }: Awaited<ReturnType<typeof open>>): Promise<number | undefined> {
  if (!socket.readableEnded) await once(socket, 'end')
  socket.end()
  const bytes = Buffer.concat(received)
  const at = bytes.lastIndexOf(0x88)
  return at < 0 ? undefined : bytes.readUInt16BE(at + 2)
}

for (const version of ['HTTP/1.1', 'HTTP/2']) {
  test.serial(
    `a frame within the limit passes, and a longer one ends the WebSocket with 1009, ${version}`,
    async (t) => {
      const opened = await open(t, { 'max-frame': 5 }, { version })
      opened.socket.write(frame('hello'))
      t.deepEqual((await once(opened.socket, 'data'))[0], frame('hello'))
      const code = closeCodeOf(opened)
      opened.socket.write(frame('longer'))
      t.is(await code, 1009)
      t.like((await opened.gateway.recorded())[0], {
        reason: 'payload_too_large',
        detail: 'a frame is longer than 5 bytes',
      })
    },
  )

  test.serial(`a WebSocket on which nothing is sent ends with 1001, ${version}`, async (t) => {
    const opened = await open(t, { idle: 0.05 }, { version })
    t.is(await closeCodeOf(opened), 1001)
    t.is((await opened.gateway.recorded())[0]?.reason, 'client_stalled')
  })

  test.serial(`a WebSocket ends with 1008 when the token of its caller expires, ${version}`, async (t) => {
    const opened = await open(t, {}, { version, clock: () => 999_950, expiresAt: 1_000 })
    t.is(await closeCodeOf(opened), 1008)
    t.like((await opened.gateway.recorded())[0], { reason: 'token_invalid', detail: 'the access token has expired' })
  })

  test.serial(`a WebSocket ends with 1008 when the token of its caller is revoked, ${version}`, async (t) => {
    mock.timers.enable({ apis: ['setInterval'] })
    t.teardown(() => mock.timers.reset())
    let isRevoked = false
    const opened = await open(t, {}, { version, isRevoked: () => isRevoked })
    mock.timers.tick(10_000)
    opened.socket.write(frame('still open'))
    await once(opened.socket, 'data')
    isRevoked = true
    const code = closeCodeOf(opened)
    mock.timers.tick(10_000)
    t.is(await code, 1008)
    t.is((await opened.gateway.recorded())[0]?.detail, 'the access token is no longer valid')
  })
}

for (const [side, endsFirst] of [
  ['caller', false],
  ['upstream', true],
] as const) {
  test.serial(
    `WebSockets whose ${side} alone ends are closed after the time for it, without a socket left`,
    async (t) => {
      const open = new Set<Socket>()
      const backend = await startRawBackend((socket) => {
        open.add(socket.once('close', () => open.delete(socket)))
        socket.once('data', () => {
          socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
          if (endsFirst) socket.end()
        })
      })
      t.teardown(() => backend.close())
      const execute = [step('invoke', { 'target-url': '$(upstream)/x' })]
      const published = api(backend.url, { assembly: { execute, catch: [], finally: [] } })
      const gateway = await startGateway(config(catalog([published])))
      t.teardown(() => gateway.close())
      mock.timers.enable({ apis: ['setTimeout'] })
      t.teardown(() => mock.timers.reset())
      const callers = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const { socket } = await dial(t, gateway.port, true)
          return socket
        }),
      )
      const closed = callers.map(
        (socket) => new Promise((resolve) => socket.on('error', () => {}).once('close', resolve)),
      )
      if (endsFirst) await Promise.all(callers.map((each) => each.readableEnded || once(each, 'end')))
      else {
        const ended = [...open].map((each) => new Promise((resolve) => each.once('end', resolve)))
        for (const each of callers) each.end()
        await Promise.all(ended)
      }
      t.true(open.size === 40 || endsFirst)
      mock.timers.tick(closeMs)
      await Promise.all([...open].map((each) => once(each, 'close')))
      for (const each of callers) each.end()
      await Promise.all(closed)
      t.is((await gateway.recorded(40)).length, 40)
    },
  )
}

test('a WebSocket without a setting ends when nothing was sent for an hour', (t) => {
  t.is(buildWebSocketLimits({}).idleMs, 3_600_000)
})

for (const [title, length, head] of [
  ['7 bits', 125, [0x82, 125]],
  ['16 bits', 300, [0x82, 126, 1, 44]],
  ['64 bits', 70_000, [0x82, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]],
  ['a mask', 3, [0x82, 0x83]],
] as const) {
  test(`frames with a length of ${title} are followed over any parts`, (t) => {
    const bytes = Buffer.concat([Buffer.from(head), Buffer.alloc(length + (head[1] >= 0x80 ? 4 : 0)), frame('x')])
    for (const size of [1, 7, bytes.length]) {
      const reader = new FrameReader(length)
      for (let at = 0; at < bytes.length; at += size) t.true(reader.read(bytes.subarray(at, at + size)))
      t.true(reader.isBetweenFrames)
      t.false(new FrameReader(length - 1).read(bytes))
    }
  })
}
