import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { mock } from 'node:test'
import { connect } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import {
  openWorkerListeners,
  type RequestHandlers,
} from '../../../../src/gateway/runtime/listening/worker-listeners.ts'
import type { ServerTls } from '../../../../src/shared/http/listener/server-tls.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { certificate, type Pair } from '../../../_support/certificates.ts'

const unused = () => {
  throw new Error('the test sends no request')
}

/** Opens the HTTPS listener of a worker. */
async function openWorker(
  t: ExecutionContext,
  tls: ServerTls,
  ticketKeys: Uint8Array = randomBytes(48),
  handleRequest: RequestHandlers['handleRequest'] = unused,
) {
  const holder = createServer().listen({ host: '127.0.0.1', port: 0, reusePort: true }) // holds a free port
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  const worker = await openWorkerListeners({
    baseUrl: 'https://127.0.0.1',
    listeners: [{ scheme: 'https', host: '127.0.0.1', port }],
    shared: true,
    tls,
    ticketKeys,
    trustedProxies: [],
    connections: { fastPath: true, http2: false, maxConnections: 10, maxPerAddress: 10 },
    log: silentLog,
    metrics: new Registry(),
    handlers: { handleRequest, serveCall: unused, isCall: () => false, upgrade: unused },
    onMalformed() {},
  })
  t.teardown(() => worker.close(0))
  holder.close()
  await once(holder, 'close')
  return { port, renewCertificate: worker.renewCertificate }
}

const client = { host: '127.0.0.1', rejectUnauthorized: false } as const

async function openSession({ port }: { port: number }, pair?: Pair): Promise<Buffer> {
  const socket = connect({ ...client, ...pair, port }).resume()
  const [session] = (await once(socket, 'session')) as [Buffer]
  socket.destroy()
  return session
}

async function isResumed({ port }: { port: number }, session: Buffer): Promise<boolean> {
  const socket = connect({ ...client, port, session })
  await once(socket, 'secureConnect')
  const isReused = socket.isSessionReused()
  socket.destroy()
  return isReused
}

/** The TLS of a worker; without client certificates unless the issuer of some is given. */
async function serverTls(issuer?: Pair): Promise<ServerTls> {
  const clients = { ca: issuer?.cert, clientCertificates: issuer ? 'required' : 'none' } as const
  return { ...(await certificate('one')), ...clients, minVersion: 'TLSv1.2', named: [] }
}

test('a worker resumes the TLS sessions of the others, and of no gateway with other keys', async (t) => {
  const tls = await serverTls()
  const keys = randomBytes(48)
  const [first, second] = [await openWorker(t, tls, keys), await openWorker(t, tls, keys)]
  const session = await openSession(first)
  t.true(await isResumed(second, session))
  t.false(await isResumed(await openWorker(t, tls), session))
})

test('a session is resumed under another certificate, and not under other CAs of client certificates', async (t) => {
  const [before, after] = [await certificate('before'), await certificate('after')]
  const worker = await openWorker(t, await serverTls(before))
  const session = await openSession(worker, await certificate('client', before))
  worker.renewCertificate(await serverTls(before))
  t.true(await isResumed(worker, session))
  worker.renewCertificate(await serverTls(after))
  t.false(await isResumed(worker, session))
})

test.serial('a client certificate that has expired is not trusted in a session that is resumed', async (t) => {
  const issuer = await certificate('issuer')
  const rejections: unknown[] = []
  const worker = await openWorker(t, await serverTls(issuer), undefined, (_, response, rejection) => {
    rejections.push(rejection)
    response.end()
  })
  const session = await openSession(worker, await certificate('client', issuer))
  for (const now of [Date.now(), Date.now() + 100 * 365 * 86_400_000]) {
    mock.timers.enable({ apis: ['Date'], now })
    const socket = connect({ ...client, port: worker.port, session }).resume()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(socket, 'close')
    mock.timers.reset()
  }
  t.deepEqual(rejections, [undefined, 'certificate_untrusted'])
})
