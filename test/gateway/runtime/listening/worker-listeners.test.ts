import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { connect } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { openWorkerListeners } from '../../../../src/gateway/runtime/listening/worker-listeners.ts'
import type { ServerTls } from '../../../../src/shared/http/listener/server-tls.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { Registry } from '../../../../src/shared/lib/output/prometheus.ts'
import { certificate } from '../../../_support/certificates.ts'

const unused = () => {
  throw new Error('the test sends no request')
}

/** Opens the HTTPS listener of a worker and returns its port. */
async function openWorker(t: ExecutionContext, tls: ServerTls, ticketKeys: Uint8Array): Promise<number> {
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
    handlers: { handleRequest: unused, serveCall: unused, isCall: () => false, upgrade: unused },
    onMalformed() {},
  })
  t.teardown(() => worker.close(0))
  holder.close()
  await once(holder, 'close')
  return port
}

const client = { host: '127.0.0.1', rejectUnauthorized: false } as const

async function openSession(port: number): Promise<Buffer> {
  const socket = connect({ ...client, port }).resume()
  const [session] = (await once(socket, 'session')) as [Buffer]
  socket.destroy()
  return session
}

async function isResumed(port: number, session: Buffer): Promise<boolean> {
  const socket = connect({ ...client, port, session })
  await once(socket, 'secureConnect')
  const isReused = socket.isSessionReused()
  socket.destroy()
  return isReused
}

test('a worker resumes the TLS sessions of the others, and of no gateway with other keys', async (t) => {
  const tls: ServerTls = {
    ...(await certificate('one')),
    minVersion: 'TLSv1.2',
    ca: undefined,
    clientCertificates: 'none',
    named: [],
  }
  const keys = randomBytes(48)
  const [first, second] = [await openWorker(t, tls, keys), await openWorker(t, tls, keys)]
  const session = await openSession(first)
  t.true(await isResumed(second, session))
  t.false(await isResumed(await openWorker(t, tls, randomBytes(48)), session))
})
