import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { exchangeRaw, type RunningGateway, startGateway, startRawBackend } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const last = 'Host: x\r\nConnection: close\r\n\r\n'

/** The same request as the fast path reads it, as node's server does, and in the version before. */
const requests = {
  'on the fast path': `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'on the server of node': `GET ${path} HTTP/1.1\r\n${last.replace('close', 'Close')}`,
  'in HTTP/1.0': `GET ${path} HTTP/1.0\r\n${last}`,
} as const

/** A gateway whose upstream is given each connection on which a request has come. */
async function gatewayTo(
  t: ExecutionContext,
  onRequest: (socket: Socket) => void,
  extra: ReturnType<typeof step>[] = [],
): Promise<RunningGateway> {
  const backend = await startRawBackend((socket) => socket.once('data', () => onRequest(socket)))
  t.teardown(() => backend.close())
  const execute = [step('invoke', { 'target-url': '$(upstream)$(request.path)', timeout: 30 }), ...extra]
  const operations = [operation('GET', '/customers')]
  const assembly = { execute, catch: [], finally: [] }
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, assembly })])))
  t.teardown(() => gateway.close())
  return gateway
}

/** Reads up to a text, which the response must hold. */
function readUntil(port: number, request: string, end: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request)).setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      if (!received.includes(end)) return
      resolve(received)
      socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => reject(new Error(`only this came: ${received}`)))
  })
}

/** How the connection ended, and what came before that. */
function readToEnd(port: number, request: string): Promise<{ received: string; end: string }> {
  return new Promise((resolve) => {
    let received = ''
    let end = 'no end'
    const socket = connect(port, '127.0.0.1', () => socket.write(request)).setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('end', () => {
      end = 'in order'
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      end = String(code)
    })
    socket.on('close', () => resolve({ received, end }))
  })
}

const deaths = {
  'closes in order': (socket: Socket) => socket.end(),
  'resets the connection': (socket: Socket) => socket.resetAndDestroy(),
} as const

const heads = {
  'a length': 'HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n',
  chunks: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
} as const

for (const [how, request] of Object.entries(requests)) {
  for (const [what, die] of Object.entries(deaths)) {
    test(`${how}, an upstream that ${what} between its head and its body is a 502`, async (t) => {
      const gateway = await gatewayTo(t, (socket) => socket.write(heads['a length'], () => die(socket)))
      t.regex(await readUntil(gateway.port, request, 'httpCode'), /^HTTP\/1\.1 502 /)
      t.like((await gateway.recorded())[0], { status: 502, reason: 'upstream_closed' })
    })
  }

  test(`${how}, an upstream whose chunks are malformed from the first byte is a 502`, async (t) => {
    const gateway = await gatewayTo(t, (socket) => socket.write(`${heads.chunks}no size\r\n`))
    t.regex(await readUntil(gateway.port, request, 'httpCode'), /^HTTP\/1\.1 502 /)
  })

  for (const [status, reason] of [
    [204, 'No Content'],
    [304, 'Not Modified'],
  ] as const) {
    test(`${how}, a ${status} is forwarded without the Content-Length of its upstream`, async (t) => {
      const gateway = await gatewayTo(t, (socket) =>
        socket.write(`HTTP/1.1 ${status} ${reason}\r\nContent-Length: 5\r\nETag: "a"\r\n\r\n`),
      )
      const received = await readUntil(gateway.port, request, '\r\n\r\n')
      t.regex(received, new RegExp(`^HTTP/1\\.1 ${status} [^]*ETag: "a"`))
      t.notRegex(received, /content-length|transfer-encoding/i)
    })
  }

  test(`${how}, a response that a policy makes a 204 has no Content-Length either`, async (t) => {
    const toNoContent = step('set-variable', { actions: [{ set: 'message.status.code', value: 204 }] })
    const gateway = await gatewayTo(t, (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'), [
      toNoContent,
    ])
    const received = await readUntil(gateway.port, request, '\r\n\r\n')
    t.notRegex(received, /content-length|transfer-encoding|hello/i)
  })
}

for (const [framing, start] of [
  ['chunks', `${heads.chunks}a\r\n0123456789\r\n`],
  ['a length', `${heads['a length']}0123456789`],
  ['neither', 'HTTP/1.1 200 OK\r\n\r\n0123456789'],
] as const) {
  test(`a body with ${framing} that breaks off resets the connection of an HTTP/1.0 client`, async (t) => {
    const gateway = await gatewayTo(t, (socket) => {
      socket.write(start)
      setImmediate(() => socket.resetAndDestroy())
    })
    const { end } = await readToEnd(gateway.port, requests['in HTTP/1.0'])
    t.is(end, 'ECONNRESET')
  })
}

test('an HTTP/1.0 client gets a complete body of unknown length in order', async (t) => {
  const gateway = await gatewayTo(t, (socket) => socket.end(`${heads.chunks}2\r\nok\r\n0\r\n\r\n`))
  const { received, end } = await readToEnd(gateway.port, requests['in HTTP/1.0'])
  t.true(received.endsWith('\r\n\r\nok'), received)
  t.is(end, 'in order')
})

const allBytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')

for (const [how, request] of Object.entries(requests)) {
  test(`${how}, a short body of any bytes arrives unchanged`, async (t) => {
    const gateway = await gatewayTo(t, (socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 259\r\n\r\n${allBytes}end`, 'latin1'),
    )
    const received = await readUntil(gateway.port, request, `${allBytes}end`)
    t.true(received.endsWith(`\r\n\r\n${allBytes}end`))
    t.like((await gateway.recorded())[0], { status: 200, bytes: 259 })
  })
}

const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nX: y\r\n\r\n'
const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

for (const [how, request] of Object.entries(requests)) {
  test(`${how}, early hints are ${how === 'in HTTP/1.0' ? 'dropped' : 'forwarded'}`, async (t) => {
    const gateway = await gatewayTo(t, (socket) => socket.write(`HTTP/1.1 102 Processing\r\n\r\n${hints}${whole}`))
    const received = await readUntil(gateway.port, request, '\r\n\r\nok')
    const interim = received.slice(0, received.indexOf('HTTP/1.1 200'))
    if (how === 'in HTTP/1.0') t.is(interim, '')
    else t.is(interim, 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload, </b.js>; rel=preload\r\n\r\n')
  })
}

test('early hints that node rejects are dropped and do not fail the call', async (t) => {
  const gateway = await gatewayTo(t, (socket) =>
    socket.write(`HTTP/1.1 103 Early Hints\r\nLink: nonsense\r\n\r\n${whole}`),
  )
  t.regex(await exchangeRaw(gateway.port, requests['on the server of node']), /^HTTP\/1\.1 200 OK/)
})

for (const [what, start] of [
  ['100 Continue without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10_000)],
  ['one 100 Continue that was not asked for', `HTTP/1.1 100 Continue\r\n\r\n${whole}`],
  ['interim responses without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(10_000)],
  ['a head that ends in line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
  ['another protocol, and waits', 'SSH-2.0-OpenSSH_9.6\r\n'],
] as const) {
  test(`an upstream that sends ${what} is a 502 at once`, async (t) => {
    const gateway = await gatewayTo(t, (socket) => socket.write(start))
    const received = await readUntil(gateway.port, requests['on the fast path'], 'httpCode')
    t.regex(received, /^HTTP\/1\.1 502 /)
    t.like((await gateway.recorded())[0], { reason: 'upstream_malformed' })
  })
}
