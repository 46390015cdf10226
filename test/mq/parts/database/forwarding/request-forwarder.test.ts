import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { ActiveInstanceInfo, QueueManager } from '../../../../../src/mq/manager/index.ts'
import { openRequestForwarder } from '../../../../../src/mq/parts/database/forwarding/request-forwarder.ts'
import type { RestContext } from '../../../../../src/mq/web/context/rest-context.ts'
import { ibmmqDialect } from '../../../../../src/mq/web/context/rest-dialect.ts'
import { createCaller } from '../../../../../src/mq/web/identity/roles.ts'
import { ensureSelfSignedCertificate } from '../../../../../src/mq/web/self-signed-certificate.ts'

const given: IncomingHttpHeaders = {
  host: 'standby',
  cookie: 'LtpaToken2=secret',
  authorization: 'Basic secret',
  connection: 'close',
  origin: 'https://standby',
  'content-type': 'text/plain',
  'ibm-mq-md-priority': '4',
}

/** A server of an active instance, and a function that forwards one request to it. */
async function open(t: ExecutionContext, answer: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-forward-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const { cert, key } = await ensureSelfSignedCertificate(folder, ['localhost'])
  const server = createServer({ cert, key }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forwarder = openRequestForwarder()
  t.teardown(async () => {
    await forwarder.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const info: ActiveInstanceInfo = {
    id: 'i1',
    host: hostname(),
    isHere: false,
    secret: Buffer.alloc(32),
    server: { url: `https://127.0.0.1:${port}`, certificateFingerprint: new X509Certificate(cert).fingerprint256 },
  }
  const forward = (active: ActiveInstanceInfo, signal = new AbortController().signal, now = active) => {
    const manager = { name: 'QM1', findActive: async () => now } as unknown as QueueManager
    const context = {
      request: { method: 'GET', url: '/a?b=1', headers: given },
      dialect: ibmmqDialect,
      signal: () => signal,
      params: { qmgr: 'QM1' },
      caller: createCaller('app', [], new Set(), 'basic'),
      services: { installation: { find: () => manager } },
    } as unknown as RestContext
    return forwarder.forward(context, 'rest', { manager, active })
  }
  return { info, forward }
}

test('forwards the request without credentials, and returns what the handler there responded', async (t) => {
  let received: IncomingHttpHeaders = {}
  const { info, forward } = await open(t, (request, response) => {
    received = request.headers
    response.writeHead(404, { 'content-type': 'text/x', 'ibm-mq-md-messageId': 'id', 'x-other': 'no' })
    response.end(request.url)
  })
  t.deepEqual(await forward(info), {
    status: 404,
    headers: { 'content-type': 'text/x', 'ibm-mq-md-messageid': 'id' },
    body: Buffer.from('/a?b=1'),
  })
  t.is(received['ibm-mq-md-priority'], '4')
  t.is(typeof received['sluice-mq-forwarded-caller'], 'string')
  t.deepEqual([received.cookie, received.authorization, received.origin], [undefined, undefined, undefined])
})

test('sends nothing to a server with another certificate', async (t) => {
  let requests = 0
  const { info, forward } = await open(t, (_, response) => {
    requests += 1
    response.end()
  })
  const server = { url: String(info.server?.url), certificateFingerprint: 'AA:BB' }
  await t.throwsAsync(forward({ ...info, server }), { message: /MQWB0045E.*another certificate/ })
  t.is(requests, 0)
})

test('says where the queue manager is when its server cannot be reached', async (t) => {
  const { info, forward } = await open(t, () => {})
  await t.throwsAsync(forward({ ...info, host: 'far', server: undefined }), {
    message: /active on 'far'.*no MQ web server with TLS/,
  })
  await t.throwsAsync(forward({ ...info, host: 'far' }), { message: /listens on localhost only; set httpHost/ })
  const server = { ...info.server, url: 'https://127.0.0.1:1' } as NonNullable<typeof info.server>
  const error = await t.throwsAsync(forward({ ...info, server }), { message: /ECONNREFUSED/ })
  t.like(error, { status: 503, headers: { 'Retry-After': '1' } })
})

test('ends a request to an instance that hangs when another one has become active', async (t) => {
  const { info, forward } = await open(t, () => {})
  await t.throwsAsync(forward(info, undefined, { ...info, id: 'i2' }), {
    message: /another instance has become active/,
  })
})

test('ends the request when the client has gone', async (t) => {
  const gone = new AbortController()
  const { info, forward } = await open(t, () => gone.abort(new Error('the client went away')))
  await t.throwsAsync(forward(info, gone.signal), { message: 'the client went away' })
})
