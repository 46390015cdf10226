/** Connections that misuse HTTP/2. Each test sends frames of its own. */
import test, { type ExecutionContext } from 'ava'
import type { ListenerOptions } from '../../../../src/shared/http/listener/listener.ts'
import { ask, flags, frame, frameTypes, getHead, listen, literal, openRaw, openSession } from './_http2-client.ts'

const { data, headers, reset, settings, ping, goaway, window, continuation } = frameTypes
const { endStream, endHeaders, ack } = flags
const whole = endStream | endHeaders

/** Codes of errors: RFC 9113 section 7. */
const codes = { protocol: 1, flowControl: 3, streamClosed: 5, refused: 7, cancel: 8, compression: 9, calm: 11 }

const code = (value: number) => {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(value)
  return payload
}

const setting = (id: number, value: number) => Buffer.concat([Buffer.from([0, id]), code(value)])

async function open(t: ExecutionContext, options: Partial<ListenerOptions> = {}) {
  const listener = await listen(t, options)
  const raw = await openRaw(t, listener)
  /**
   * Resolves with the code of the last GOAWAY when the connection has closed; undefined when a reset, because of
   * bytes that the server has not read, came before it.
   */
  const ended = async () => {
    await raw.closed
    return raw.frames.findLast((each) => each.type === goaway)?.payload.readUInt32BE(4)
  }
  const responds = (stream: number) => raw.find((each) => each.type === headers && each.stream === stream)
  const resets = async (stream: number) => {
    const { payload } = await raw.find((each) => each.type === reset && each.stream === stream)
    return payload.readUInt32BE(0)
  }
  /** Another connection is served, whatever this one has done. */
  const othersAreServed = async () => t.is((await ask(openSession(t, listener))).body, 'handler')
  return { ...raw, listener, ended, responds, resets, othersAreServed }
}

test('a stream that the client resets aborts its request, and its response closes unfinished', async (t) => {
  const seen = Promise.withResolvers<unknown[]>()
  const { send, responds } = await open(t, {
    handler(request, response) {
      let aborted = false
      request.on('aborted', () => {
        aborted = true
      })
      request.resume()
      response.on('close', () =>
        setImmediate(() => seen.resolve([aborted, request.complete, response.writableFinished])),
      )
      response.writeHead(200)
      response.write('begun')
    },
  })
  send(frame(headers, endHeaders, 1, getHead()), frame(data, 0, 1, Buffer.from('begun')))
  await responds(1)
  send(frame(reset, 0, 1, code(codes.cancel)))
  t.deepEqual(await seen.promise, [true, false, false])
})

test('a client that resets streams as fast as it opens them loses its connection', async (t) => {
  let started = 0
  const { send, ended, othersAreServed } = await open(t, {
    handler(request, response) {
      started += 1
      if (request.url === '/') response.end('handler')
    },
  })
  for (let stream = 1; stream < 4_000; stream += 2) {
    send(frame(headers, whole, stream, getHead('/slow')), frame(reset, 0, stream, code(codes.cancel)))
  }
  t.true([codes.calm, undefined].includes(await ended()))
  t.true(started < 500, `${started} requests were started`)
  await othersAreServed()
})

test('a client that makes the server reset streams loses its connection', async (t) => {
  const { send, ended, othersAreServed } = await open(t, {
    handler(request, response) {
      if (request.url === '/') response.end('handler')
    },
  })
  // A window update of zero is an error of the stream: RFC 9113 section 6.9.
  for (let stream = 1; stream < 4_000; stream += 2) {
    send(frame(headers, whole, stream, getHead('/slow')), frame(window, 0, stream, code(0)))
  }
  await ended()
  await othersAreServed()
})

test('streams above the limit are refused, and the others are served', async (t) => {
  const release = Promise.withResolvers<void>()
  const { send, resets, responds } = await open(t, {
    async handler(_, response) {
      await release.promise
      response.end()
    },
  })
  for (let stream = 1; stream < 203; stream += 2) send(frame(headers, whole, stream, getHead()))
  t.is(await resets(201), codes.refused)
  release.resolve()
  for (const stream of [1, 99, 199]) await responds(stream)
  t.pass()
})

test('streams above a limit that the client has acknowledged end the connection', async (t) => {
  const { send, find, ended, othersAreServed } = await open(t, {
    handler(request, response) {
      if (request.url === '/') response.end('handler')
    },
  })
  await find((each) => each.type === settings && each.flags === 0)
  send(frame(settings, ack, 0))
  for (let stream = 1; stream < 203; stream += 2) send(frame(headers, whole, stream, getHead('/slow')))
  await ended()
  await othersAreServed()
})

test('CONTINUATION without end loses its connection', async (t) => {
  const { send, socket, ended, othersAreServed } = await open(t)
  send(frame(headers, 0, 1, getHead()))
  const part = frame(continuation, 0, 1, literal('x-one', 'a'.repeat(100)))
  for (let count = 0; count < 10_000 && socket.writable; count += 1) send(part)
  await ended()
  await othersAreServed()
})

test('a list of headers that is too long is refused', async (t) => {
  const { send, resets, othersAreServed } = await open(t)
  const many = Array.from({ length: 400 }, (_, index) => literal(`x-${index}`, 'a'.repeat(20)))
  const block = Buffer.concat([getHead(), ...many])
  send(frame(headers, whole, 1, block))
  t.not(await resets(1), 0)
  await othersAreServed()
})

test('a table for headers that is larger than allowed ends the connection', async (t) => {
  const { send, ended } = await open(t)
  // A dynamic table size update of 2^20: RFC 7541 section 6.3.
  const update = Buffer.from([0x3f, 0xe1, 0xff, 0x3f])
  send(frame(headers, whole, 1, Buffer.concat([update, getHead()])))
  t.is(await ended(), codes.compression)
})

test('a client that allows a huge table gets responses from a small one', async (t) => {
  const { send, responds } = await open(t)
  send(frame(settings, 0, 0, setting(1, 0xffffffff)), frame(headers, whole, 1, getHead()))
  const { payload } = await responds(1)
  t.true(payload.length > 0)
})

test('data on a stream that the client has ended is an error', async (t) => {
  const { send, ended, resets } = await open(t, { handler: () => {} })
  send(frame(headers, whole, 1, getHead()), frame(data, 0, 1, Buffer.from('more')))
  t.is(await Promise.race([resets(1), ended()]), codes.streamClosed)
})

test('a body that is longer than its length aborts the request, and ends the connection', async (t) => {
  const aborted = Promise.withResolvers<void>()
  const { send, ended } = await open(t, { handler: (request) => void request.resume().on('aborted', aborted.resolve) })
  const head = Buffer.concat([Buffer.from([0x83, 0x87]), literal(':path', '/'), literal(':authority', 'x')])
  send(frame(headers, endHeaders, 1, Buffer.concat([head, literal('content-length', '3')])))
  send(frame(data, 0, 1, Buffer.from('four')))
  await ended()
  await aborted.promise
  t.pass()
})

for (const [title, sent, expected] of [
  ['data before a stream', [frame(data, 0, 1, Buffer.from('x'))], codes.protocol],
  ['an even stream', [frame(headers, whole, 2, getHead())], codes.protocol],
  [
    'a frame within a list of headers',
    [frame(headers, 0, 1, getHead()), frame(ping, 0, 0, Buffer.alloc(8))],
    codes.protocol,
  ],
  ['CONTINUATION without a list of headers', [frame(continuation, endHeaders, 1, getHead())], codes.protocol],
  ['settings of a wrong size', [frame(settings, 0, 0, Buffer.alloc(5))], 6],
  ['a window above the limit', [frame(window, 0, 0, code(0x7fffffff))], codes.flowControl],
] as const) {
  test(`${title} ends the connection, and is reported`, async (t) => {
    const malformed: (number | undefined)[] = []
    const { send, ended, othersAreServed } = await open(t, { onMalformed: ({ status }) => malformed.push(status) })
    send(...sent)
    t.true([expected, 0, undefined].includes(await ended()))
    t.deepEqual(malformed, [400])
    await othersAreServed()
  })
}

for (const [title, sent] of [
  ['pings', frame(ping, 0, 0, Buffer.alloc(8))],
  ['settings', frame(settings, 0, 0, setting(3, 100))],
] as const) {
  test(`a flood of ${title} whose acknowledgements nothing reads ends the connection`, async (t) => {
    const { send, socket, closed, othersAreServed } = await open(t)
    socket.pause()
    const part = Buffer.concat(Array.from({ length: 1_000 }, () => sent))
    for (let count = 0; count < 2_000 && !socket.destroyed; count += 1) {
      send(part)
      await new Promise(setImmediate)
    }
    socket.resume()
    await closed
    await othersAreServed()
  })
}

test('bytes that are no HTTP/2 end the connection', async (t) => {
  const { send, ended, othersAreServed } = await open(t)
  send(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  await ended()
  await othersAreServed()
})

for (const [name, value] of [
  ['Accept-Language', 'de'],
  ['connection', 'x-other'],
  ['transfer-encoding', 'identity'],
  ['te', 'deflate'],
  [':path', '/again'],
  [':extra', '1'],
  ['content-length', '7'],
] as const)
  test(`the field ${name}: ${value} is malformed: its stream is reset, and the connection serves others`, async (t) => {
    const { send, resets, responds } = await open(t)
    send(frame(headers, whole, 1, Buffer.concat([getHead(), literal(name, value)])))
    t.is(await resets(1), codes.protocol)
    send(frame(headers, whole, 3, getHead()))
    await responds(3)
  })

// Node's library of HTTP/2 drops these fields in place of a reset, and does not say so: RFC 9113 section 8.2.1.
for (const [name, value] of [
  ['x-a b', '1'],
  ['x-a\0', '1'],
  ['x-a:', '1'],
  ['x-a', 'b\r\nx-c: d'],
  ['x-a', 'b\0'],
  ['x-a', '\tb'],
  ['x-a', 'b '],
] as const)
  test(`the field ${JSON.stringify(`${name}: ${value}`)} never reaches a handler, in part or whole`, async (t) => {
    const seen = Promise.withResolvers<string[]>()
    const { send, responds } = await open(t, {
      handler(request, response) {
        seen.resolve(request.rawHeaders)
        response.end()
      },
    })
    send(frame(headers, whole, 1, Buffer.concat([getHead(), literal(name, value), literal('x-e', 'f')])))
    await responds(1)
    t.deepEqual(await seen.promise, ['x-e', 'f', 'host', 'x'])
  })
