import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { ensureSelfSignedCertificate } from '../../../../src/mq/web/self-signed-certificate.ts'
import { AbortableResponse } from '../../../../src/shared/http/listener/abortable-response.ts'
import { type Listener, openListener } from '../../../../src/shared/http/listener/listener.ts'

const http10 = 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'

async function listen(
  t: ExecutionContext,
  isTls: boolean,
  respond: (response: ServerResponse) => unknown,
): Promise<Listener> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-break-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const tls = isTls ? await ensureSelfSignedCertificate(folder, ['localhost']) : undefined
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    handler: (_, response) => void respond(response),
  })
  t.teardown(() => listener.close(0))
  return listener
}

/** Returns what an HTTP/1.0 client takes for a complete response. `onBytes` is called with the first bytes. */
function readToEnd({ port }: Listener, isTls: boolean, onBytes = () => {}): Promise<string> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false }
    const socket = isTls ? connectTls(options) : connect(options)
    let end = ''
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(http10))
    socket.on('data', () => onBytes())
    socket.on('end', () => {
      end ||= 'in order'
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      end = String(code)
    })
    socket.on('close', () => resolve(end))
  })
}

for (const isTls of [false, true]) {
  const over = isTls ? 'TLS' : 'TCP'

  test(`over ${over}, an aborted response ends with a reset`, async (t) => {
    const broken = Promise.withResolvers<ServerResponse>()
    const listener = await listen(t, isTls, (response) => {
      response.writeHead(200).write('half')
      broken.resolve(response)
    })
    const end = readToEnd(listener, isTls, async () => (await broken.promise).destroy())
    t.is(await end, 'ECONNRESET')
  })

  test(`over ${over}, a response that the closing server aborts ends with a reset`, async (t) => {
    const listener = await listen(t, isTls, (response) => response.writeHead(200).write('half'))
    t.is(await readToEnd(listener, isTls, () => void listener.close(0)), 'ECONNRESET')
  })

  test(`over ${over}, a complete response ends with an orderly close`, async (t) => {
    const listener = await listen(t, isTls, (response) => response.writeHead(200).end('whole'))
    t.is(await readToEnd(listener, isTls), 'in order')
  })
}

for (const [title, httpVersion, writableFinished, resets] of [
  ['an incomplete response over HTTP/1.0 resets the connection', '1.0', false, 1],
  ['a complete response over HTTP/1.0 does not reset the connection', '1.0', true, 0],
  ['a response over HTTP/1.1 does not reset the connection', '1.1', false, 0],
  ['a complete response over HTTP/1.1 does not reset the connection', '1.1', true, 0],
] as const) {
  test(`destroying ${title}`, (t) => {
    let count = 0
    const socket = Object.assign(new Socket(), {
      resetAndDestroy() {
        count += 1
        return socket
      },
    })
    const response = new AbortableResponse({ httpVersion, method: 'GET' } as never)
    Object.defineProperty(response, 'writableFinished', { value: writableFinished })
    response.assignSocket(socket)
    response.destroy()
    t.is(count, resets)
  })
}

test('a failing stream in a Koa application ends with a reset', async (t) => {
  const app = new Koa()
  app.silent = true
  let fail = () => {}
  app.use((ctx) => {
    const body = new Readable({ read() {} })
    body.push('half')
    fail = () => void body.destroy(new Error('the source of the stream failed'))
    ctx.body = body
  })
  const handler = app.callback()
  const listener = await listen(t, false, (response) => handler(response.req, response))
  t.is(await readToEnd(listener, false, () => fail()), 'ECONNRESET')
})
