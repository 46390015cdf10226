import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

import test from 'ava'

import { api, catalog, config } from './_support/documents.ts'
import { exchangeRaw, type RunningGateway, startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const backend = createServer((_, response) => response.writeHead(426).end('try a WebSocket'))
let gateway: RunningGateway

test.before(async () => {
  backend.on('upgrade', (request, socket, head) => {
    if (request.url?.includes('refuse')) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
      return
    }
    const accept = `Sec-WebSocket-Accept: for ${request.headers['sec-websocket-key']}`
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${accept}\r\n\r\n`)
    socket.write(head)
    socket.pipe(socket) // an echo
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  gateway = await startGateway(config(catalog([api(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`)])))
})

test.after.always(async () => {
  await gateway.close()
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
