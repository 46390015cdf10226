/** What a client or a handler can make a connection of the fast path do, without a network. */
import { text } from 'node:stream/consumers'
import test from 'ava'
import type { FastPathResponse } from '../../../../src/shared/http/fast-path/fast-path-response.ts'
import { get, openConnection, turn } from './fast-path-harness.ts'

/** Returns the names of the events of a response as they are emitted. */
function eventsOf(response: FastPathResponse | undefined): string[] {
  const events: string[] = []
  for (const event of ['drain', 'finish', 'close'] as const) response?.on(event, () => events.push(event))
  return events
}

const post = (body: string, target = '/') =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('the next request does not replace a body that the handler has not read', async (t) => {
  const { requests, receive } = openConnection()
  await receive(post('body'))
  await receive(get)
  t.is(requests.length, 1)
  t.is(requests[0]?.takeWholeBody()?.toString(), 'body')
})

test('requests that arrive during a response are served after it, each byte once', async (t) => {
  const { socket, requests, responses, receive } = openConnection()
  const targets = () => requests.map(({ url }) => url)
  await receive(post('body', '/a') + get.slice(0, 9))
  socket.resume() // as a handler may do
  await receive(get.slice(9) + post('more', '/b'))
  t.deepEqual(targets(), ['/a'])
  responses[0]?.end('one')
  await turn()
  t.deepEqual(targets(), ['/a', '/'])
  responses[1]?.end('two')
  await turn()
  t.deepEqual(targets(), ['/a', '/', '/b'])
  t.is(await text(requests[2] as never), 'more')
  responses[2]?.end('three')
  await turn()
  await receive(get)
  t.deepEqual(targets(), ['/a', '/', '/b', '/'])
})

test('a handler that changes the headers of a request does not change those of the next', async (t) => {
  const { requests, responses, receive } = openConnection()
  await receive(get)
  requests[0]?.rawHeaders.push('traceparent', 'x')
  responses[0]?.end('one')
  await turn()
  await receive(get)
  t.deepEqual(requests[1]?.rawHeaders, ['Host', 'x'])
  t.deepEqual(requests[1]?.headers, Object.assign(Object.create(null), { host: 'x' }))
})

test('requests with the bytes of the one before are served like it, and another is parsed', async (t) => {
  const { server, requests, responses, receive } = openConnection()
  const other = get.replace('GET / ', 'GET /other ').replace('Host: x', 'Host: y')
  const altered = get.replace('Host: x', 'Host: y') // as long as the one before
  const sent = [get, get, get, altered, get, get, get, other, other, other, post('body'), post('body'), post('more')]
  for (const [index, each] of sent.entries()) {
    await receive(each)
    t.is(requests.length, index + 1)
    const { method, url, headers } = requests[index] ?? {}
    const [, target] = each.split(' ')
    t.deepEqual([method, url, headers?.host], [each.split(' ', 1)[0], target, /Host: (.)/.exec(each)?.[1]])
    t.is(requests[index]?.takeWholeBody()?.toString(), each.split('\r\n\r\n')[1] || undefined)
    responses[index]?.end('done')
    await turn()
  }
  server.destroy()
})

test('repeated bytes pass to the server of Node when their target is no longer accepted', async (t) => {
  let accepts = true
  const { requests, responses, log, passedBytes, receive } = openConnection({ accepts: () => accepts })
  for (const index of [0, 1, 2]) {
    await receive(get)
    responses[index]?.end('done')
    await turn()
  }
  accepts = false
  await receive(get)
  t.is(requests.length, 3)
  t.true(log.includes('passed'))
  t.is(passedBytes.join(''), get)
})

test('the socket is read no further while a complete request waits for its response', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  t.false(socket.isPaused())
  await receive(get)
  t.true(socket.isPaused())
  responses[0]?.end('ok')
  await turn()
  t.false(socket.isPaused())
})

test('a head without further bytes has no body', async (t) => {
  const { requests, receive } = openConnection()
  await receive(get)
  t.is(requests[0]?.takeWholeBody(), undefined)
  t.is(await text(requests[0] as never), '')
})

test('a body that arrives as one piece after its head is taken as a whole', async (t) => {
  const { requests, receive } = openConnection()
  const whole = post('body')
  await receive(whole.slice(0, -4))
  await receive(whole.slice(-4))
  t.is(requests[0]?.takeWholeBody()?.toString(), 'body')
})

test('a part of a body does not pause the connection, so that its rate counts', async (t) => {
  const { socket, requests, receive } = openConnection()
  await receive(post('body').slice(0, -2))
  t.false(socket.isPaused())
  await receive('d')
  t.false(socket.isPaused())
  requests[0]?.resume()
  await receive('y')
  t.false(socket.isPaused())
})

test('a response that was sent before the body arrived is followed by the next request after the body', async (t) => {
  const { socket, requests, responses, receive } = openConnection()
  await receive(post('body').slice(0, -2))
  const events = eventsOf(responses[0])
  responses[0]?.end('early')
  await turn()
  t.deepEqual(events, ['finish', 'close'])
  await receive(`dy${get}`)
  t.is(requests.length, 2)
  t.false(socket.destroyed)
})

test('a response that was sent before the body arrived closes once, also when the body never arrives', async (t) => {
  const { socket, requests, responses, receive } = openConnection()
  await receive(post('body').slice(0, -2))
  const events = eventsOf(responses[0])
  responses[0]?.end('early')
  await turn()
  socket.destroy()
  await turn()
  t.deepEqual(events, ['finish', 'close'])
  t.true(responses[0]?.writableFinished)
  t.true(requests[0]?.destroyed)
})

test('a complete body can be read after the client has closed the connection', async (t) => {
  const { socket, requests, receive } = openConnection()
  await receive(post('body'))
  socket.destroy()
  await turn()
  t.false(requests[0]?.destroyed)
  t.is(await text(requests[0] as never), 'body')
})

test('a response whose bytes the client did not take is closed and not finished', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  const events = eventsOf(responses[0])
  socket.isStalled = true
  responses[0]?.writeHead(200, { 'Content-Length': 10 })
  responses[0]?.write('begin')
  responses[0]?.end('s end')
  socket.destroy()
  await turn()
  t.deepEqual(events, ['close'])
  t.false(responses[0]?.writableFinished)
})

test('a write that ends after the connection has closed changes nothing', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  const events = eventsOf(responses[0])
  socket.isStalled = true
  responses[0]?.end('ok')
  socket.destroy()
  await turn()
  socket.destroySoon = () => t.fail('the connection has no next request')
  socket.takeWrites?.()
  await turn()
  t.deepEqual(events, ['close'])
  t.false(responses[0]?.writableFinished)
})

test('only the current response gets drain', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  const events = eventsOf(responses[0])
  socket.emit('drain')
  responses[0]?.end('ok')
  await turn()
  socket.emit('drain')
  t.deepEqual(events, ['drain', 'finish', 'close'])

  await receive(get)
  const next = eventsOf(responses[1])
  socket.emit('drain')
  socket.destroy()
  await turn()
  socket.emit('drain')
  t.deepEqual(next, ['drain', 'close'])
})

test('an error of the connection closes its response and is not thrown', async (t) => {
  const { socket, responses, state, receive } = openConnection()
  await receive(get)
  socket.destroy(new Error('read ECONNRESET'))
  await turn()
  t.true(responses[0]?.destroyed)
  t.is(state(), undefined)
})

test('a client that ends its side while it takes nothing of an incomplete response is destroyed at once', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  socket.isStalled = true
  responses[0]?.write('part')
  await turn()
  socket.push(null)
  await turn()
  t.true(socket.destroyed)
})

test('a client that ends its side between two requests is closed', async (t) => {
  const { socket, responses, receive } = openConnection()
  await receive(get)
  responses[0]?.end('ok')
  await turn()
  socket.push(null)
  await turn()
  t.true(socket.destroyed)
})

test('announceClose leaves connections without a request open', async (t) => {
  const { server, socket, responses, receive } = openConnection()
  server.announceClose()
  t.false(socket.destroyed)
  await receive(get)
  responses[0]?.end('last')
  await turn()
  t.regex(socket.written.join(''), /\r\nConnection: close\r\n\r\nlast$/)
  t.true(socket.destroyed)
})

for (const isStrictTransport of [true, false])
  test(`responses ${isStrictTransport ? 'have' : 'do not have'} Strict-Transport-Security as the server is set`, async (t) => {
    const { socket, responses, receive } = openConnection({ isStrictTransport })
    await receive(get)
    responses[0]?.end('ok')
    await turn()
    t.is(socket.written.join('').includes('Strict-Transport-Security: '), isStrictTransport)
  })

test("a connection that passes to Node's server leaves all events to it", async (t) => {
  const { socket, receive } = openConnection({ passToNodeServer() {} })
  await receive('GET /unwanted HTTP/1.1\r\nHost: x\r\n\r\n')
  for (const event of ['data', 'drain', 'timeout', 'end', 'close', 'error']) t.is(socket.listenerCount(event), 0, event)
})

test("a connection passes to Node's server while it is paused, so that no byte is lost", async (t) => {
  const paused: boolean[] = []
  const { socket, receive } = openConnection({ passToNodeServer: (passed) => paused.push(passed.isPaused()) })
  await receive('GET /unwanted HTTP/1.1\r\nHost: x\r\n\r\n')
  t.deepEqual(paused, [true])
  t.false(socket.isPaused())
})

test('each byte of an incomplete head is searched at most twice, however many pieces arrive', async (t) => {
  const searched: number[] = []
  const { indexOf } = Buffer.prototype
  t.teardown(() => {
    Buffer.prototype.indexOf = indexOf
  })
  Buffer.prototype.indexOf = function (this: Buffer, ...args: Parameters<typeof indexOf>) {
    if (this.length >= 20_000) searched.push(this.length)
    return indexOf.apply(this, args)
  } as typeof indexOf
  const { log, passedBytes, receive } = openConnection()
  const start = `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}`
  await receive(start)
  for (let sent = 0; sent < 20; sent += 1) await receive('b')
  t.deepEqual(searched, [start.length, start.length + 1])
  t.deepEqual(log, ['passed'])
  t.is(passedBytes.join(''), start + 'b'.repeat(20))
})

test('each request of a connection may have a head in two pieces', async (t) => {
  const { requests, responses, receive, log } = openConnection()
  for (let sent = 0; sent < 3; sent += 1) {
    await receive(get.slice(0, 9))
    await receive(get.slice(9))
    responses[sent]?.end('ok')
    await turn()
  }
  t.is(requests.length, 3)
  t.deepEqual(log, [])
})
