import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { ensureSelfSignedCertificate } from '../../../../src/mq/web/self-signed-certificate.ts'
import { openMonitoredConnectionLimits } from '../../../../src/shared/http/inbound/monitored-connection-limits.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

interface Options {
  maxConnections?: number
  maxPerAddress?: number
  trustedProxies?: string[]
  tls?: boolean
  isFast: boolean
  /** Requests get a response only at the end of the test. */
  holds?: boolean
}

async function open(t: ExecutionContext, options: Options) {
  const { maxConnections = 100, maxPerAddress = 100, trustedProxies = [] } = options
  const metrics = new Registry()
  const lines: object[] = []
  const log = { ...silentLog, warn: (facts: object) => lines.push(facts) }
  const settings = { fastPath: options.isFast, http2: true, maxConnections, maxPerAddress }
  const watched = openMonitoredConnectionLimits({
    settings,
    trustedProxies,
    log: log as never,
    metrics,
    prefix: 'sluice',
  })
  const arrived = Promise.withResolvers<void>()
  const serve = (_: IncomingMessage, response: HttpResponse | ServerResponse) => {
    arrived.resolve()
    if (!options.holds) response.end('ok')
  }
  const folder = await mkdtemp(join(tmpdir(), 'limits-'))
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: serve,
    limits: watched.limits,
    ...(options.isFast && { fastPath: { accepts: () => true, handle: serve } }),
    ...(options.tls && { tls: await ensureSelfSignedCertificate(folder, ['localhost']) }),
  })
  t.teardown(async () => {
    await listener.close(0)
    watched.close()
    await rm(folder, { recursive: true })
  })

  /** Opens a connection and waits until the server has accepted it. */
  async function dial(localAddress = '127.0.0.1', secure = options.tls): Promise<Socket> {
    const address = { port: listener.port, host: '127.0.0.1', localAddress }
    const socket = secure ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address)
    t.teardown(() => socket.destroy())
    socket.on('error', () => {}).on('close', () => {})
    await once(socket, secure ? 'secureConnect' : 'connect')
    return socket
  }
  async function ask(socket: Socket): Promise<string> {
    socket.write(request)
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])])
    return String(answer).slice(0, 12)
  }
  async function count(name: string): Promise<Record<string, number>> {
    const metric = metrics.read().find((each) => each.name === name)
    return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels.reason ?? '', value]) ?? [])
  }
  const closed = (socket: Socket) => (socket.closed ? Promise.resolve() : once(socket.resume(), 'close'))
  return { dial, ask, count, closed, lines, arrived: arrived.promise }
}

for (const [place, isFast] of Object.entries({ 'the fast path': true, "Node's server": false })) {
  test(`${place}: silent connections are closed in favour of new ones, the oldest first`, async (t) => {
    const { dial, ask, count, closed } = await open(t, { isFast, maxConnections: 3 })
    const served = await dial()
    t.is(await ask(served), 'HTTP/1.1 200')
    const silent = await dial()
    const partial = await dial()
    partial.write('GET / HT')
    const third = await dial()
    await closed(silent)
    t.is(await ask(third), 'HTTP/1.1 200')
    await dial()
    await closed(partial)
    t.is(await ask(served), 'HTTP/1.1 200')
    t.deepEqual(await count('sluice_connections_evicted_total'), { '': 2 })
  })

  test(`${place}: idle keep-alive connections are closed when there is no silent one`, async (t) => {
    const { dial, ask, closed } = await open(t, { isFast, maxConnections: 1 })
    const first = await dial()
    t.is(await ask(first), 'HTTP/1.1 200')
    const second = await dial()
    await closed(first)
    t.is(await ask(second), 'HTTP/1.1 200')
  })

  test(`${place}: a connection with a request is kept, and the new one is refused`, async (t) => {
    const { dial, closed, count, lines, arrived } = await open(t, { isFast, maxConnections: 1, holds: true })
    const busy = await dial()
    const probe = once(busy, 'close')
    busy.write(request)
    await arrived
    await closed(await dial())
    await closed(await dial())
    t.is(await Promise.race([probe, Promise.resolve('open')]), 'open')
    t.deepEqual(await count('sluice_connections_refused_total'), { total: 2, address: 0, descriptors: 0 })
    t.like(lines, [{ reason: 'total', maxConnections: 1, address: '127.0.0.1' }])
    t.is(lines.length, 1)
  })

  test(`${place}: one address cannot use the connections of another`, async (t) => {
    const { dial, ask, closed, count, arrived } = await open(t, { isFast, maxPerAddress: 1, holds: true })
    const busy = await dial('127.0.0.9')
    busy.write(request)
    await arrived
    await closed(await dial('127.0.0.9'))
    const other = await dial('127.0.0.8')
    const answer = ask(other)
    t.is(await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'open'))]), 'open')
    t.deepEqual(await count('sluice_connections_refused_total'), { total: 0, address: 1, descriptors: 0 })
  })

  test(`${place}: the limit per address does not apply to a trusted proxy`, async (t) => {
    const { dial, ask } = await open(t, { isFast, maxPerAddress: 1, trustedProxies: ['127.0.0.0/8'] })
    const first = await dial()
    t.is(await ask(first), 'HTTP/1.1 200')
    t.is(await ask(await dial()), 'HTTP/1.1 200')
    t.is(await ask(first), 'HTTP/1.1 200')
  })

  test(`${place}: a connection without a TLS handshake is closed first`, async (t) => {
    const { dial, ask, closed } = await open(t, { isFast, maxConnections: 2, tls: true })
    const served = await dial()
    t.is(await ask(served), 'HTTP/1.1 200')
    const silent = await dial('127.0.0.1', false)
    t.is(await ask(await dial()), 'HTTP/1.1 200')
    await closed(silent)
    t.is(await ask(served), 'HTTP/1.1 200')
  })
}
