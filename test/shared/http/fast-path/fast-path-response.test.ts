import { IncomingMessage } from 'node:http'
import test from 'ava'
import { FastPathResponse } from '../../../../src/shared/http/fast-path/fast-path-response.ts'
import { asSocket, FakeSocket } from './fake-socket.ts'

const turn = () => new Promise(setImmediate)

/** A response whose bytes can be read as text, without its date. */
function open(method = 'GET', received: Partial<IncomingMessage> = { complete: true }) {
  const socket = new FakeSocket()
  const state = { flushed: 0 }
  const response = new FastPathResponse(
    Object.assign(new IncomingMessage(asSocket(socket)), { method, ...received }),
    () => {
      state.flushed += 1
    },
  )
  const sent = async () => {
    await turn()
    return socket.written.join('').replace(/Date: .* GMT\r\n/, '')
  }
  return { socket, response, state, sent }
}

const kept = 'Connection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n'

test('a short response leaves in one write, and is reported when it is flushed', async (t) => {
  const { socket, response, state, sent } = open()
  response.writeHead(200, { 'Content-Length': 2 })
  t.true(response.headersSent)
  t.false(response.writableEnded)
  t.is(response.end('ok'), response)
  t.true(response.writableEnded)
  t.is(await sent(), `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${kept}ok`)
  t.is(socket.written.length, 1)
  t.is(state.flushed, 1)
})

for (const [title, body, encoding, length, bytes] of [
  ['text', 'ok', undefined, 2, 'ok'],
  ['text in UTF-8', '\xfc', undefined, 2, '\xc3\xbc'],
  ['text in latin1', '\xfc', 'latin1', 1, '\xfc'],
  ['bytes', Buffer.from([1, 2, 3]), undefined, 3, '\x01\x02\x03'],
  ['nothing', undefined, undefined, 0, ''],
] as const)
  test(`${title} without a head is sent with status 200 and its length in bytes`, async (t) => {
    const { response, state, sent } = open()
    response.end(body, encoding)
    t.is(await sent(), `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n${kept}${bytes}`)
    t.is(state.flushed, 1)
  })

test('a reason phrase stands in the status line, and one with a line break is refused', async (t) => {
  const { response, sent } = open()
  response.statusMessage = 'Gone\r\nX-Evil: 1'
  t.throws(() => response.writeHead(404), { instanceOf: TypeError })
  response.statusMessage = 'No such shelf'
  response.writeHead(404, { 'Content-Length': 0 }).end()
  t.is(await sent(), `HTTP/1.1 404 No such shelf\r\nContent-Length: 0\r\n${kept}`)
  const other = open()
  other.response.writeHead(404, { 'Content-Length': 0 }).end()
  t.true((await other.sent()).startsWith('HTTP/1.1 404 Not Found\r\n'))
})

test('parts without a head are sent in chunks with status 200, and an empty part sends nothing', async (t) => {
  const { response, sent } = open()
  t.true(response.write(''))
  t.true(response.headersSent)
  t.is(await sent(), '')
  t.true(response.write('\u00fc'))
  t.true(response.write(Buffer.alloc(16, 'x')))
  response.end('end')
  const chunks = `2\r\n\xc3\xbc\r\n10\r\n${'x'.repeat(16)}\r\n3\r\nend\r\n0\r\n\r\n`
  t.is(await sent(), `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${kept}${chunks}`)
})

test('the part, the last part and the end of one turn leave in one write', async (t) => {
  const { socket, response } = open()
  response.write('a')
  response.end('b')
  await turn()
  t.is(socket.written.length, 1)
})

test('nothing is written after the end', async (t) => {
  const { response, sent } = open()
  response.end('ok')
  const before = await sent()
  t.false(response.write('more'))
  response.end('more')
  t.is(await sent(), before)
})

test('nothing is written to a response whose connection has closed', async (t) => {
  const { response, state, sent } = open()
  const events: string[] = []
  response.on('finish', () => events.push('finish')).on('close', () => events.push('close'))
  response.settle(false)
  t.like(response, { writableFinished: false, destroyed: true })
  t.deepEqual(events, ['close'])
  t.false(response.write('more'))
  response.flushHeaders()
  response.writeEarlyHints({ link: ['</a>'] })
  response.end('more')
  t.is(await sent(), '')
  t.false(response.writableEnded)
  t.is(state.flushed, 0)
})

test('a sent response finishes and closes', (t) => {
  const { response } = open()
  const events: string[] = []
  response.on('finish', () => events.push('finish')).on('close', () => events.push('close'))
  response.settle(true)
  t.like(response, { writableFinished: true, destroyed: true })
  t.deepEqual(events, ['finish', 'close'])
})

test('flushHeaders sends nothing when the connection has closed before', async (t) => {
  const { response, sent } = open()
  response.writeHead(200)
  response.settle(false)
  response.flushHeaders()
  t.is(await sent(), '')
})

for (const [title, headers, body] of [
  ['a text', { 'Content-Length': 2 }, 'ok'],
  ['bytes', { 'Content-Length': 2 }, Buffer.from('ok')],
  ['a text after a header outside ASCII', { 'X-Name': '\xfc', 'Content-Length': 2 }, 'ok'],
  ['chunks', {}, 'ok'],
] as const)
  test(`flushHeaders sends no second head after the end of ${title}`, async (t) => {
    const { response, sent } = open()
    response.writeHead(200, { ...headers })
    response.end(body)
    response.flushHeaders()
    t.is((await sent()).split('HTTP/1.1').length, 2)
  })

test('a response has status 200 before its head', (t) => t.is(open().response.statusCode, 200))

for (const [title, body, encoding, chunk] of [
  ['latin1', '\xfc', 'latin1', '1\r\n\xfc'],
  ['UTF-8', '\xfc', 'utf8', '2\r\n\xc3\xbc'],
  ['bytes', Buffer.from([0xfc]), undefined, '1\r\n\xfc'],
] as const)
  test(`the last chunk may be ${title}`, async (t) => {
    const { response, sent } = open()
    response.writeHead(200)
    response.end(body as string, encoding)
    t.is((await sent()).split('\r\n\r\n').slice(1).join(' '), `${chunk}\r\n0 `)
  })

for (const [title, head, encoding, bytes] of [
  ['text in latin1', '\xe4', 'latin1', '\xfc'],
  ['text in UTF-8', '\xe4', 'utf8', '\xc3\xbc'],
  ['text in UTF-8 after a head in ASCII', 'a', 'utf8', '\xc3\xbc'],
] as const)
  test(`a head in latin1 and ${title} leave in one write`, async (t) => {
    const { socket, response, state } = open()
    response.writeHead(200, { 'X-Name': head, 'Content-Length': bytes.length })
    response.end('\xfc', encoding)
    await turn()
    t.is(socket.written.length, 1)
    t.true(socket.written[0]?.includes(`X-Name: ${head}\r\n`))
    t.true(socket.written[0]?.endsWith(`\r\n\r\n${bytes}`))
    t.is(state.flushed, 1)
  })

for (const name of ['a', '\xe4'])
  test(`bytes above ASCII are sent unchanged after a head with ${name}`, async (t) => {
    const { response, sent } = open()
    response.writeHead(200, { 'X-Name': name, 'Content-Length': 2 })
    response.end(Buffer.from([0xfc, 0xff]))
    t.true((await sent()).endsWith('\r\n\r\n\xfc\xff'))
  })

test('a head can be written once', (t) => {
  const { response } = open()
  t.is(response.writeHead(201), response)
  t.is(response.statusCode, 201)
  t.throws(() => response.writeHead(200), { message: 'the head of this response has already been written' })
})

test('early hints precede the head, and are dropped after it', async (t) => {
  const { response, sent } = open()
  response.writeEarlyHints({ link: ['</a>', '</b>'] })
  t.is(await sent(), 'HTTP/1.1 103 Early Hints\r\nLink: </a>, </b>\r\n\r\n')
  response.writeHead(204)
  response.writeEarlyHints({ link: ['</c>'] })
  response.end()
  t.false((await sent()).includes('</c>'))
})

for (const [title, value] of [
  ['a line end', '</a>\r\nX-B: c'],
  ['a NUL', '</a>\0'],
  ['a character beyond latin1', '</\u2603>'],
] as const)
  test(`early hints with ${title} are not sent`, async (t) => {
    const { response, sent } = open()
    t.throws(() => response.writeEarlyHints({ link: ['</b>', value] }), { instanceOf: TypeError, message: /"Link"/ })
    t.is(await sent(), '')
  })

test('flushHeaders sends the head before the body, once', async (t) => {
  const { socket, response, sent } = open()
  response.writeHead(200, ['Content-Length', '2'])
  t.is(await sent(), '')
  response.flushHeaders()
  response.flushHeaders()
  t.is(await sent(), `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${kept}`)
  t.is(socket.written.length, 1)
  response.write('o')
  response.write('k')
  response.end()
  t.true((await sent()).endsWith(`${kept}ok`))
})

const ownTransport = 'strict-transport-security'

for (const [title, isStrict, headers, lines] of [
  ['over TLS gets Strict-Transport-Security', true, {}, ['Strict-Transport-Security: max-age=31536000']],
  ['keeps its own value', true, { [ownTransport]: 'max-age=5' }, [`${ownTransport}: max-age=5`]],
  ['over plain HTTP has no Strict-Transport-Security', false, {}, []],
] as const)
  test(`a response ${title}`, async (t) => {
    const { response, sent } = open()
    response.isStrictTransport = isStrict
    response.writeHead(204, { ...headers })
    response.end()
    const found = (await sent()).split('\r\n').filter((line) => /^strict-transport/i.test(line))
    t.deepEqual(found, lines)
  })

test('the last response of a connection says so', async (t) => {
  const { response, sent } = open()
  response.shouldKeepAlive = false
  response.writeHead(204)
  response.end()
  t.is(await sent(), 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
})

test('a status without a reason phrase is sent with one', async (t) => {
  const { response, sent } = open()
  response.writeHead(599)
  response.end()
  t.true((await sent()).startsWith('HTTP/1.1 599 Unknown\r\n'))
})

for (const [method, status, hasBody] of [
  ['GET', 200, true],
  ['POST', 205, true],
  ['GET', 303, true],
  ['GET', 204, false],
  ['GET', 304, false],
  ['HEAD', 200, false],
] as const)
  test(`the response ${status} to ${method} ${hasBody ? 'has' : 'has no'} body`, async (t) => {
    const { response, state, sent } = open(method)
    response.writeHead(status, { 'Content-Length': 3 })
    t.true(response.write('a'))
    response.end('bc')
    const [head = '', body] = (await sent()).split('\r\n\r\n')
    t.is(body, hasBody ? 'abc' : '')
    t.true(head.includes('Content-Length: 3'))
    t.false(head.includes('Transfer-Encoding'))
    t.is(state.flushed, 1)
  })

test('a header outside ASCII stays latin1 beside text in UTF-8', async (t) => {
  const { socket, response, state, sent } = open()
  response.writeHead(200, { 'X-Name': 'J\xfcrgen', 'Content-Length': 2 })
  response.end('\xfc')
  t.true((await sent()).includes('X-Name: J\xfcrgen\r\n'))
  t.true((await sent()).endsWith('\r\n\r\n\xc3\xbc'))
  t.is(socket.written.length, 1)
  t.is(state.flushed, 1)
})

test('a part for a slow client reports that the caller should wait', async (t) => {
  for (const headers of [{ 'Content-Length': 300_000 }, {}]) {
    const { socket, response } = open()
    socket.isStalled = true
    response.writeHead(200, { ...headers })
    t.false(response.write(Buffer.alloc(200_000)))
    socket.destroy()
  }
})

test('destroy closes the connection', (t) => {
  const { socket, response } = open()
  t.is(response.destroy(), response)
  t.true(socket.destroyed)
})

for (const [title, length, status, isKept] of [
  ['keeps the connection of a short body', '1048576', 401, true],
  ['closes the connection of a long body', '1048577', 401, false],
  ['closes the connection of a slow body', '3', 408, false],
] as const) {
  test(`a response before the end of its request ${title}`, async (t) => {
    const { response, sent } = open('POST', { complete: false, headers: { 'content-length': length } })
    response.writeHead(status, { 'Content-Length': 0 }).end()
    t.is(/\r\nConnection: keep-alive\r\n/.test(await sent()), isKept)
    t.is(response.shouldKeepAlive, isKept)
  })
}
