import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { api, catalog, config, operation, step } from './_support/documents.ts'
import { exchangeRaw, type RunningGateway, startBackend, startGateway, startRawBackend } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

async function gatewayTo(t: ExecutionContext, url: string, settings: object = {}): Promise<RunningGateway> {
  const execute = [step('invoke', { 'target-url': '$(upstream)$(request.path)', timeout: 30, ...settings })]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const gateway = await startGateway(
    config(catalog([api(url, { operations, assembly: { execute, catch: [], finally: [] } })])),
  )
  t.teardown(() => gateway.close())
  return gateway
}

async function rawBackend(t: ExecutionContext, handler: (socket: Socket, head: string) => void) {
  const backend = await startRawBackend((socket) => {
    socket.setEncoding('latin1')
    socket.on('data', (head: string) => handler(socket, head))
  })
  t.teardown(() => backend.close())
  return backend
}

async function messageOf(answer: Response): Promise<[number, string]> {
  const { moreInformation } = (await answer.json()) as { moreInformation: string }
  return [answer.status, moreInformation]
}

test.serial('a backend that refuses the connection is a 502', async (t) => {
  const gone = await startBackend(() => {})
  await gone.close()
  const gateway = await gatewayTo(t, gone.url)
  t.deepEqual(await messageOf(await fetch(gateway.url + path)), [502, 'Failed to establish a backside connection'])
  const [record] = await gateway.recorded()
  t.is(record?.reason, 'upstream_unreachable')
  t.regex(record?.detail ?? '', /ECONNREFUSED/)
})

test.serial('a backend whose name does not exist is a 502', async (t) => {
  const gateway = await gatewayTo(t, 'http://nowhere.invalid')
  t.deepEqual(await messageOf(await fetch(gateway.url + path)), [502, 'Failed to establish a backside connection'])
})

test.serial('a backend without TLS where TLS is expected is a 502', async (t) => {
  const plain = await rawBackend(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  const gateway = await gatewayTo(t, `https://127.0.0.1:${plain.port}`)
  t.is((await fetch(gateway.url + path)).status, 502)
})

test.serial('a backend that sends nothing within the timeout is a 504', async (t) => {
  const silent = await rawBackend(t, () => {})
  const gateway = await gatewayTo(t, silent.url, { timeout: 0.05 })
  t.deepEqual(await messageOf(await fetch(gateway.url + path)), [504, 'The API did not respond in time'])
  t.is((await gateway.recorded())[0]?.reason, 'upstream_silent')
})

test.serial('a backend that closes the connection without a response is a 502', async (t) => {
  const rude = await rawBackend(t, (socket) => socket.end())
  const gateway = await gatewayTo(t, rude.url)
  t.is((await fetch(gateway.url + path)).status, 502)
})

for (const [title, answer] of [
  ['something that is not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['a header with a malformed name', 'HTTP/1.1 200 OK\r\nbad name: x\r\n\r\n'],
  ['a head that is too large', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ['a length that is not a number', 'HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  ],
] as const) {
  test.serial(`a backend that responds with ${title} is a 502`, async (t) => {
    const backend = await rawBackend(t, (socket) => socket.write(answer))
    const gateway = await gatewayTo(t, backend.url)
    t.is((await fetch(gateway.url + path)).status, 502)
  })
}

for (const [title, answer, end] of [
  ['shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', true],
  ['broken off within chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n', true],
  ['silent in the middle', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', false],
] as const) {
  test.serial(`a response that is ${title} closes the connection and never looks complete`, async (t) => {
    const backend = await rawBackend(t, (socket) => (end ? socket.end(answer) : socket.write(answer)))
    const gateway = await gatewayTo(t, backend.url, { timeout: end ? 30 : 1 })
    const received = await exchangeRaw(gateway.port, get)
    t.false(/\r\n0\r\n\r\n$/.test(received), received)
    t.like((await gateway.recorded())[0], { reason: 'upstream_broken', status: 200 })
  })
}

test.serial('malformed chunks after the first close the connection', async (t) => {
  const begun = Promise.withResolvers<Socket>()
  const backend = await rawBackend(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n')
    begun.resolve(socket)
  })
  const gateway = await gatewayTo(t, backend.url)
  const answer = await fetch(gateway.url + path)
  ;(await begun.promise).write('no size\r\n')
  await t.throwsAsync(answer.text())
  t.like((await gateway.recorded())[0], { reason: 'upstream_broken', status: 200 })
})

test.serial('an interim response is followed by the response', async (t) => {
  const backend = await rawBackend(t, (socket) =>
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  )
  const gateway = await gatewayTo(t, backend.url)
  t.is(await (await fetch(gateway.url + path)).text(), 'ok')
})

test.serial('a response without a length is forwarded', async (t) => {
  const backend = await rawBackend(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end'))
  const gateway = await gatewayTo(t, backend.url)
  t.is(await (await fetch(gateway.url + path)).text(), 'until the end')
})

test.serial('a caller that disconnects aborts the request to the backend', async (t) => {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const backend = await rawBackend(t, (socket) => {
    begun.resolve()
    socket.on('close', () => ended.resolve())
  })
  const gateway = await gatewayTo(t, backend.url)
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(get))
  await begun.promise
  socket.destroy()
  await ended.promise
  t.like((await gateway.recorded())[0], { reason: 'client_gone', status: 499 })
})

for (const [reader, headers] of [
  ['the fast path', ''],
  ["Node's server", 'Expect: 100-continue\r\n'],
] as const)
  test.serial(`the record of a call of ${reader} that the end of the gateway cuts off says so`, async (t) => {
    const begun = Promise.withResolvers<void>()
    const backend = await rawBackend(t, () => begun.resolve())
    const gateway = await gatewayTo(t, backend.url)
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(get.replace(/\r\n$/, `${headers}\r\n`)))
    await begun.promise
    await gateway.close()
    t.like((await gateway.recorded())[0], { reason: 'gateway_ended', status: 499 })
  })

test.serial('a caller that disconnects during the response aborts the request to the backend', async (t) => {
  const ended = Promise.withResolvers<void>()
  const backend = await rawBackend(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n')
    socket.on('close', () => ended.resolve())
  })
  const gateway = await gatewayTo(t, backend.url)
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(get))
  await once(socket, 'data')
  socket.destroy()
  await ended.promise
  t.like((await gateway.recorded())[0], { reason: 'client_gone', status: 200 })
})

test.serial('a caller that disconnects while it sends aborts the request to the backend', async (t) => {
  const ended = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const backend = await rawBackend(t, (socket) => {
    begun.resolve()
    socket.on('close', () => ended.resolve())
  })
  const gateway = await gatewayTo(t, backend.url)
  const socket = connect(gateway.port, '127.0.0.1', () =>
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbeginning`),
  )
  await begun.promise
  socket.destroy()
  await ended.promise
  t.like((await gateway.recorded())[0], { reason: 'client_gone' })
})

test.serial('a caller that stops sending is a 408', async (t) => {
  const backend = await rawBackend(t, () => {})
  const gateway = await gatewayTo(t, backend.url, { timeout: 0.05 })
  const received = await exchangeRaw(
    gateway.port,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbeginning`,
  )
  t.regex(received, /^HTTP\/1\.1 408 /)
})

test.serial('a response that arrives before the request is complete is forwarded', async (t) => {
  const backend = await rawBackend(t, (socket) =>
    socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 7\r\n\r\ntoo big'),
  )
  const gateway = await gatewayTo(t, backend.url)
  const received = await exchangeRaw(
    gateway.port,
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\nbeginning`,
    'too big', // the gateway waits some time for the rest of the request
  )
  t.regex(received, /^HTTP\/1\.1 413 /)
  t.true(received.endsWith('too big'))
})

test.serial('a POST is never sent twice', async (t) => {
  let calls = 0
  const backend = await rawBackend(t, (socket, head) => {
    if (!head.startsWith('POST')) return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    calls += 1
    socket.destroy()
  })
  const gateway = await gatewayTo(t, backend.url)
  await (await fetch(gateway.url + path)).text() // leaves a connection that has served an answer
  t.is((await fetch(gateway.url + path, { method: 'POST', body: 'x' })).status, 502)
  t.is(calls, 1)
})

test.serial('a GET on a connection that the backend has closed is sent a second time', async (t) => {
  let calls = 0
  const backend = await rawBackend(t, (socket) => {
    calls += 1
    if (calls === 2) socket.destroy()
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
  })
  const gateway = await gatewayTo(t, backend.url)
  await (await fetch(gateway.url + path)).text()
  t.is(await (await fetch(gateway.url + path)).text(), 'ok')
  t.is(calls, 3)
})

test.serial('closing waits for a call in flight', async (t) => {
  const answer = Promise.withResolvers<Socket>()
  const backend = await rawBackend(t, (socket) => answer.resolve(socket))
  const gateway = await gatewayTo(t, backend.url)
  const call = fetch(gateway.url + path)
  const socket = await answer.promise
  let isClosed = false
  const closed = gateway.closeGateway().then(() => {
    isClosed = true
  })
  socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndo')
  const response = await call
  t.false(isClosed)
  socket.write('ne')
  t.is(await response.text(), 'done')
  await closed
})

for (const [title, timeouts, part] of [
  ['that sends no head within the head timeout', { head: 0.05 }, ''],
  ['that takes longer than the total timeout', { total: 0.05 }, 'HTTP/1.1 200 OK\r\nContent-Le'],
] as const) {
  test.serial(`a backend ${title} is a 504`, async (t) => {
    const slow = await rawBackend(t, (socket) => void socket.write(part))
    const gateway = await gatewayTo(t, slow.url, { timeouts })
    t.is((await fetch(gateway.url + path)).status, 504)
    t.is((await gateway.recorded())[0]?.reason, 'upstream_silent')
  })
}

test.serial('a backend that does not complete the TLS handshake within the connect timeout is a 504', async (t) => {
  const mute = await rawBackend(t, () => {})
  const gateway = await gatewayTo(t, `https://127.0.0.1:${mute.port}`, { timeouts: { connect: 0.05 } })
  t.is((await fetch(gateway.url + path)).status, 504)
  t.regex((await gateway.recorded())[0]?.detail ?? '', /no connection to 127\.0\.0\.1 in 0\.05 s/)
})
