import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { get } from 'node:https'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { mock } from 'node:test'
import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { buildOrigin } from '../../../../src/shared/http/listener/build-origin.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { MalformedRequest } from '../../../../src/shared/http/message/protocol-error.ts'
import { certificate } from '../../../_support/certificates.ts'
import { openListeningSocket } from './listening-descriptor.ts'

test('listens on a free port and returns its URL', async (t) => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: (_, response) => response.end('here') })
  t.is(await (await fetch(listener.url)).text(), 'here')
  await listener.close()
})

test('the error names a port that another process uses', async (t) => {
  const first = await openListener({ host: '127.0.0.1', port: 0, handler: (_, response) => response.end() })
  await t.throwsAsync(openListener({ host: '127.0.0.1', port: first.port, handler: () => {} }), {
    message: `port ${first.port} on 127.0.0.1 is taken by another process`,
  })
  await first.close()
})

test('listens on a socket that it inherits instead of opening one', async (t) => {
  const { descriptor, port } = await openListeningSocket()
  const handler: RequestListener = (_, response) => response.end('inherited')
  const listener = await openListener({ host: '127.0.0.1', port, handler, inheritedDescriptor: descriptor })
  t.teardown(() => listener.close(0))
  t.is(listener.port, port)
  t.is(await (await fetch(`http://127.0.0.1:${port}`)).text(), 'inherited')
})

test('lets a request in flight finish when it closes', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: async (_, response) => {
      arrived.resolve()
      await release.promise
      response.end('finished')
    },
  })

  const answer = fetch(listener.url)
  await arrived.promise
  const closed = listener.close()
  await t.throwsAsync(fetch(listener.url))
  release.resolve()

  t.is(await (await answer).text(), 'finished')
  await closed
})

test('destroys connections at the end of the grace period', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: () => arrived.resolve() })
  const answer = fetch(listener.url)
  await arrived.promise
  await Promise.all([listener.close(1), t.throwsAsync(answer)])
})

for (const [title, bytes, status] of [
  ['what is not HTTP', 'hello\r\n\r\n', '400'],
  ['a header block that is too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
] as const) {
  test(`responds to ${title} with ${status} and closes the connection`, async (t) => {
    const told: MalformedRequest[] = []
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      handler: (_, response) => response.end(),
      onMalformed: (request) => told.push(request),
    })
    const socket = connect(listener.port, '127.0.0.1')
    socket.write(bytes)
    const answer = await text(socket)
    t.true(answer.startsWith(`HTTP/1.1 ${status} `))
    t.like(told, [{ status: Number(status), remote: '127.0.0.1' }])
    t.true(answer.includes(`X-Request-Id: ${told[0]?.requestId}\r\n`))
    await listener.close()
  })
}

test('an error response waits for the end of the response in flight', async (t) => {
  const refused = Promise.withResolvers<void>()
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: async (_, response) => {
      response.write('half')
      await refused.promise
      response.end('whole')
    },
  })
  const socket = connect(listener.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  socket.once('data', () => socket.write('hello\r\n\r\n', () => refused.resolve()))
  const answer = await text(socket)
  t.regex(answer, /^HTTP\/1\.1 200 [\s\S]*half[\s\S]*whole\r\n0\r\n\r\nHTTP\/1\.1 400 /)
  await listener.close()
})

for (const scheme of ['http', 'https'])
  test(`thousands of pipelined requests are served one after the other (${scheme})`, async (t) => {
    const count = 10_000
    let served = 0
    let inProgress = 0
    let most = 0
    const tls = scheme === 'https' ? { tls: await certificate('localhost') } : {}
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      ...tls,
      handler: (_, response) => {
        most = Math.max(most, ++inProgress)
        setImmediate(() => {
          inProgress--
          served++
          response.end('ok')
        })
      },
    })
    t.teardown(() => listener.close(0))
    const options = { host: '127.0.0.1', port: listener.port, rejectUnauthorized: false }
    const socket = scheme === 'https' ? connectTls(options) : connect(options)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Filler: 01234567890123456789\r\n\r\n'.repeat(count))
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    const answers = await text(socket)
    t.is(answers.split('HTTP/1.1 200 ').length - 1, count + 1)
    t.is(served, count + 1)
    t.is(most, 1)
  })

/** Returns the Strict-Transport-Security header of a response of Node's server, and of the fast path. */
async function transportOf(options: { strictTransport?: boolean; own?: string }): Promise<unknown[]> {
  const { own, ...listening } = options
  const fields = ['Content-Length', '0', ...(own === undefined ? [] : ['strict-transport-security', own])]
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    tls: await certificate('localhost'),
    ...listening,
    handler: (_, response) => response.writeHead(200, fields).end(),
    fastPath: {
      accepts: (_, target) => target === '/plain',
      handle: (_, response) => {
        response.writeHead(200, fields)
        response.end()
      },
    },
  })
  const headerOf = async (path: string) => {
    const sent = get(listener.url + path, { rejectUnauthorized: false, agent: false })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    const { rawHeaders } = answer
    return rawHeaders.filter((_, at) => rawHeaders[at - 1]?.toLowerCase() === 'strict-transport-security')
  }
  const found = [await headerOf('/'), await headerOf('/plain')]
  await listener.close(0)
  return found
}

test('every HTTPS response has one Strict-Transport-Security header', async (t) => {
  const always = ['max-age=31536000']
  t.deepEqual(await transportOf({}), [always, always])
  t.deepEqual(await transportOf({ own: 'max-age=5' }), [['max-age=5'], ['max-age=5']])
  t.deepEqual(await transportOf({ strictTransport: false }), [[], []])
})

test('a plain HTTP response has no Strict-Transport-Security header', async (t) => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: (_, response) => response.end() })
  t.is((await fetch(listener.url)).headers.get('strict-transport-security'), null)
  await listener.close()
})

test('an error of the listening socket is logged at most once in ten seconds, and the server goes on', async (t) => {
  const lines: string[] = []
  const log = { error: (_: unknown, text: string) => lines.push(text) } as never
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: (_, response) => response.end('ok'), log })
  t.teardown(() => listener.close(0))
  for (let count = 0; count < 3; count += 1) listener.server.emit('error', new Error('accept ENOBUFS'))
  t.deepEqual(lines, ['the server cannot accept a connection'])
  t.is(await (await fetch(listener.url)).text(), 'ok')
})

test('an accept error for lack of descriptors is reported by the connection limits', async (t) => {
  let shortages = 0
  const onDescriptorShortage = () => {
    shortages += 1
  }
  const limits = { openCount: 0, admit: () => true, onDescriptorShortage }
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: (_, response) => response.end('ok'),
    limits,
  })
  t.teardown(() => listener.close(0))
  listener.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  t.is(shortages, 1)
  t.is(await (await fetch(listener.url)).text(), 'ok')
})

test('the limits of requests, and the defaults of timeouts', async (t) => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: () => {} })
  t.like(listener.server, {
    maxHeaderSize: 32_768,
    requestTimeout: 0,
    headersTimeout: 20_000,
    keepAliveTimeout: 65_000,
    insecureHTTPParser: false,
  })
  t.is(listener.server.listenerCount('error'), 1)
  await listener.close(0)
})

test('close gives requests five seconds, and closes idle connections at once', async (t) => {
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: () => {} })
  const timeout = mock.method(globalThis, 'setTimeout')
  const closed = listener.close()
  const delays = timeout.mock.calls.map((each) => each.arguments[1])
  timeout.mock.restore()
  t.deepEqual(delays, [5_000])
  await closed
})

test.serial('a listener checks its connections every five seconds, and no longer when it is closed', async (t) => {
  const started = mock.method(globalThis, 'setInterval')
  const ended = mock.method(globalThis, 'clearInterval')
  t.teardown(() => {
    started.mock.restore()
    ended.mock.restore()
  })
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler: () => {} })
  const intervals = started.mock.calls.map((each) => ({ delayMs: each.arguments[1], interval: each.result }))
  t.deepEqual(
    intervals.map(({ delayMs }) => delayMs),
    [1_000, 5_000],
  )
  await listener.close()
  const cleared = ended.mock.calls.map((each) => each.arguments[0])
  for (const { interval } of intervals) t.true(cleared.includes(interval))
})

test('a renewed certificate is used for new connections, and plain HTTP ignores it', async (t) => {
  const [before, after] = await Promise.all([certificate('before'), certificate('after')])
  const listener = await openListener({ host: '127.0.0.1', port: 0, tls: before, handler: () => {} })
  const subject = async () => {
    const socket = connectTls({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject: found } = socket.getPeerCertificate()
    socket.destroy()
    return found.CN
  }
  t.is(await subject(), 'before')
  listener.renewCertificate(after)
  t.is(await subject(), 'after')
  await listener.close(0)

  const plain = await openListener({ host: '127.0.0.1', port: 0, handler: () => {} })
  t.notThrows(() => plain.renewCertificate(after))
  await plain.close(0)
})

test('a connection that the limits do not admit is closed', async (t) => {
  const admit = (socket: Socket) => {
    socket.destroy()
    return false
  }
  const limits = { openCount: 0, admit, onDescriptorShortage: () => {} }
  const handler = (_: unknown, response: { end(text: string): unknown }) => response.end('here')
  const listener = await openListener({ host: '127.0.0.1', port: 0, handler, limits })
  await t.throwsAsync(fetch(listener.url))
  await listener.close(0)
})

test('an IPv6 address is in brackets in a URL', (t) => {
  t.is(buildOrigin('http', '::1', 80), 'http://[::1]:80')
  t.is(buildOrigin('https', 'host.example', 443), 'https://host.example:443')
})
