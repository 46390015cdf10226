import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { type AddressInfo, connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { certificate } from '../../_support/certificates.ts'
import { api, catalog, config } from './_support/documents.ts'
import { exchangeRaw, type RunningGateway, startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const backend = createServer((_, response) => response.writeHead(426).end('try a WebSocket'))
let gateway: RunningGateway
let secured: RunningGateway

test.before(async () => {
  backend.on('upgrade', (request, socket, head) => {
    if (request.url?.includes('break')) return void (socket as Socket).resetAndDestroy()
    if (request.url?.includes('refuse')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
      return
    }
    const accept = `Sec-WebSocket-Accept: for ${request.headers['sec-websocket-key']}`
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
    socket.write(head)
    if (request.url?.includes('last')) socket.end('x'.repeat(300_000))
    else socket.pipe(socket) // an echo
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const documents = config(catalog([api(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`)]))
  gateway = await startGateway(documents)
  secured = await startGateway(documents, {}, () => {}, { http2: true, tls: await certificate('localhost') })
})

test.after.always(async () => {
  await Promise.all([gateway.close(), secured.close()])
  backend.close()
  backend.closeAllConnections()
})

const ask = (target: string, protocol = 'websocket') =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Key: abc\r\n\r\n`

test.serial('a WebSocket is forwarded in both directions', async (t) => {
  const received = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(`${ask(path)}early `))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.endsWith('early ')) socket.write('late.')
      if (text.endsWith('late.')) socket.end()
    })
    socket.on('close', () => resolve(text))
  })
  t.regex(received, /^HTTP\/1\.1 101 Switching Protocols\r\n/)
  t.regex(received, /\r\nUpgrade: websocket\r\n/)
  t.regex(received, /sec-websocket-accept: for abc\r\n/i)
  t.regex(received, /x-request-id: /i)
  t.true(received.endsWith('\r\n\r\nearly late.'))
  t.like((await gateway.recorded())[0], { status: 101, reason: undefined, bytes: 'early late.'.length })
})

test.serial('the response of a backend that does not switch is forwarded', async (t) => {
  const received = await exchangeRaw(gateway.port, ask(`${path}/refuse`))
  t.regex(received, /^HTTP\/1\.1 403 /)
  t.true(received.endsWith('no'))
})

test.serial('a WebSocket to an unknown path is a 404', async (t) => {
  t.regex(await exchangeRaw(gateway.port, ask('/nowhere')), /^HTTP\/1\.1 404 /)
})

test.serial('an upgrade to another protocol than WebSocket is served as an ordinary request', async (t) => {
  t.regex(await exchangeRaw(gateway.port, ask(path, 'h2c').replace('Upgrade', 'Upgrade, close')), /^HTTP\/1\.1 426 /)
})

/** Opens a WebSocket over HTTP/2 (RFC 8441), and reads it to its end. */
async function dialHttp2(t: ExecutionContext, target: string, sent?: string) {
  const session = connectHttp2(secured.url, { rejectUnauthorized: false })
  t.teardown(() => session.destroy())
  await once(session, 'remoteSettings')
  const head = { ':method': 'CONNECT', ':protocol': 'websocket', ':scheme': 'https', ':path': target }
  const stream = session.request(head, { endStream: false }).on('error', () => {})
  const response = once(stream, 'response')
  let body = ''
  stream.setEncoding('latin1').on('data', (chunk: string) => {
    body += chunk
    if (body === sent) stream.end()
  })
  const [headers] = await response
  if (sent !== undefined) stream.write(sent)
  if (!stream.closed) await once(stream, 'close')
  return { status: headers[':status'], headers, body, code: stream.rstCode }
}

test.serial('a WebSocket over HTTP/2 is forwarded in both directions', async (t) => {
  const { headers, ...received } = await dialHttp2(t, path, 'there and back')
  t.deepEqual(received, { status: 200, body: 'there and back', code: 0 })
  t.truthy(headers['x-request-id'])
  t.is(headers['sec-websocket-accept'], undefined)
  t.like((await secured.recorded())[0], { status: 101, reason: undefined, bytes: 'there and back'.length })
})

test.serial('the last bytes of the upstream reach a caller over HTTP/2', async (t) => {
  const { body, code } = await dialHttp2(t, `${path}?last`)
  t.is(body.length, 300_000)
  t.is(code, 0)
})

for (const [target, status, body] of [
  [`${path}/refuse`, 403, 'no'],
  ['/nowhere', 404, /API not found/],
  [`${path}?break`, 502, /closed the connection/],
] as const)
  test.serial(`a WebSocket over HTTP/2 to ${target} is a ${status}, and its stream closes`, async (t) => {
    const received = await dialHttp2(t, target)
    t.is(received.status, status)
    t.regex(received.body, new RegExp(body))
    t.is(received.code, 0)
  })
