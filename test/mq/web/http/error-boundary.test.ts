import test from 'ava'
import { emptyResponse, jsonResponse, type RestResponse } from '../../../../src/mq/web/context/rest-context.ts'
import { RestError } from '../../../../src/mq/web/errors/rest-error.ts'
import { runInErrorBoundary } from '../../../../src/mq/web/http/error-boundary.ts'
import { ResponseCounts } from '../../../../src/mq/web/metrics/mqweb-metrics.ts'
import { ClientDisconnectedError } from '../../../../src/shared/http/request/read-body.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import { createRequest, RecordedResponse, type RequestParts } from './_exchange.ts'

const cause = new Error('the disk is full')

interface Serving extends RequestParts {
  response?: RecordedResponse
  compresses?: boolean
}

/** Responds to a request with the result of `work`. Returns the response, and what was logged and counted. */
async function serve(work: () => RestResponse | Promise<RestResponse>, options: Serving = {}) {
  const { response = new RecordedResponse(), compresses } = options
  const logged: { level: string; msg: string; path: string; method: string }[] = []
  const log = openLog({ write: (line) => logged.push(JSON.parse(line)) })
  const responseCounts = new ResponseCounts()
  await runInErrorBoundary(
    createRequest({ url: '/path?password=secret?x', ...options }),
    response,
    { log, responseCounts },
    work,
    { Vary: 'Origin' },
    ...(compresses === undefined ? [] : [{ compresses }]),
  )
  return { response, logged, counts: [...responseCounts.listByStatus()] }
}

function throwing(error: unknown): () => never {
  return () => {
    throw error
  }
}

test('an error has the members of problem details as well for callers that ask for them', async (t) => {
  const { response } = await serve(throwing(new RestError('MQWB0104E', ['/x'])), {
    headers: { accept: 'application/problem+json, */*;q=0.1' },
  })
  t.is(response.headers['content-type'], 'application/problem+json')
  const { type, status, detail, error } = JSON.parse(String(response.body))
  t.deepEqual([type, status, detail], ['about:blank', 401, error[0].message])
})

for (const [reasonCode, type, retry] of [
  [2053, 'urn:mq:reason:MQRC_Q_FULL', true],
  [2085, 'urn:mq:reason:MQRC_UNKNOWN_OBJECT_NAME', false],
] as const) {
  test(`problem details of reason ${reasonCode} say whether to retry`, async (t) => {
    const error = new RestError('MQWB0303E', ['Q', reasonCode, ''], { status: 500, completionCode: 2, reasonCode })
    const { response } = await serve(throwing(error), { headers: { accept: 'application/problem+json' } })
    const details = JSON.parse(String(response.body))
    t.like(details, { type, retry, reason: type.split(':')[3], status: 500 })
  })
}

test('a response has its status, headers, length and body, and is counted', async (t) => {
  const { response, counts } = await serve(() => jsonResponse(201, { a: 'ä' }, { Location: '/a' }))
  t.is(response.statusCode, 201)
  t.like(response.headers, {
    vary: 'Origin',
    location: '/a',
    'content-type': 'application/json; charset=utf-8',
    'content-length': '10',
    'x-content-type-options': 'nosniff',
  })
  t.is(response.body.toString(), '{"a":"ä"}')
  t.true(response.writableEnded)
  t.deepEqual(counts, [[201, 1]])
})

for (const body of [undefined, '', Buffer.from([0, 255]), ['[', '1', ']']]) {
  test(`writes the body ${JSON.stringify(body)}`, async (t) => {
    const { response } = await serve(async () => ({ status: 200, ...(body !== undefined && { body }) }))
    const expected = Array.isArray(body) ? '[1]' : (body ?? '')
    t.deepEqual(response.body, Buffer.from(expected as string))
    t.is(response.headers['content-length'], Array.isArray(body) ? undefined : String(expected.length))
    t.true(response.writableEnded)
  })
}

test('a response without a body has the length 0, and a 204 response none', async (t) => {
  t.is((await serve(() => emptyResponse(201))).response.headers['content-length'], '0')
  const { response } = await serve(() => emptyResponse(204))
  t.is(response.statusCode, 204)
  t.is(response.headers['content-length'], undefined)
})

for (const [title, error, status] of [
  ['an error of the server with a cause', new RestError('MQWB0105E', [], { cause }), 503],
  ['an error that no handler expects', cause, 500],
] as const) {
  test(`${title} is logged with the method and the path, without the query`, async (t) => {
    const { response, logged, counts } = await serve(throwing(error))
    t.is(response.statusCode, status)
    t.is(response.headers.vary, 'Origin')
    t.true(response.writableEnded)
    t.false(response.body.includes('the disk is full'))
    t.is(logged.length, 1)
    t.like(logged[0], { level: 'error', method: 'GET', path: '/path' })
    t.true(JSON.stringify(logged).includes('the disk is full'))
    t.false(JSON.stringify(logged).includes('secret'))
    t.deepEqual(counts, [[status, 1]])
  })
}

for (const error of [
  new RestError('MQWB2004E', ['x'], { cause }),
  new RestError('MQWB0104E', ['x']),
  new RestError('MQWB0113E', [1]),
]) {
  test(`the error ${error.id} ${error.cause ? 'with' : 'without'} a cause is not logged`, async (t) => {
    const { response, logged, counts } = await serve(throwing(error))
    t.is(response.statusCode, error.status)
    t.deepEqual(JSON.parse(response.body.toString()), error.body)
    t.deepEqual(logged, [])
    t.deepEqual(counts, [[error.status, 1]])
  })
}

test('an error has its own headers', async (t) => {
  const { response } = await serve(throwing(new RestError('MQWB0105E', [], { headers: { 'Retry-After': '5' } })))
  t.is(response.headers['retry-after'], '5')
})

for (const [title, error, isDisconnected] of [
  ['that disconnected while its body was read', new ClientDisconnectedError(), false],
  ['whose connection has closed', cause, true],
] as const) {
  test(`a client ${title} gets no response, and none is counted`, async (t) => {
    const { response, logged, counts } = await serve(throwing(error), { isDisconnected })
    t.true(response.destroyed)
    t.false(response.headersSent)
    t.deepEqual(logged, [])
    t.deepEqual(counts, [])
  })
}

test('a response whose connection has closed is not written', async (t) => {
  const response = new RecordedResponse()
  response.destroy()
  await serve(() => jsonResponse(200, {}), { response })
  t.false(response.headersSent)
  t.deepEqual(response.chunks, [])
})

test('a handler that has written the head itself gets no second one', async (t) => {
  const response = new RecordedResponse()
  const { logged } = await serve(
    () => {
      response.writeHead(202)
      return jsonResponse(200, {})
    },
    { response },
  )
  t.is(response.statusCode, 202)
  t.deepEqual(response.chunks, [])
  t.deepEqual(logged, [])
})

test('an error while the body is sent closes the connection', async (t) => {
  function* body() {
    yield 'x'.repeat(100_000)
    throw cause
  }
  const { response, logged } = await serve(() => ({ status: 200, body: body() }))
  t.true(response.destroyed)
  t.is(response.statusCode, 200)
  t.is(logged.length, 1)
})

test('a response to HEAD has the headers of GET and no body', async (t) => {
  const whole = await serve(() => ({ status: 200, body: 'hello' }), { method: 'HEAD' })
  t.is(whole.response.headers['content-length'], '5')
  const streamed = await serve(
    () => ({
      status: 200,
      headers: { 'X-A': 'b' },
      // HEAD must not render the body
      body: (function* () {
        yield ''
        throw cause
      })(),
    }),
    { method: 'HEAD' },
  )
  t.is(streamed.response.statusCode, 200)
  t.is(streamed.response.headers['x-a'], 'b')
  t.true(streamed.response.writableEnded)
  t.deepEqual(streamed.response.body.length, 0)
  t.deepEqual(streamed.logged, [])
})

const json = { 'Content-Type': 'application/json' }
const accepting = { headers: { 'accept-encoding': 'gzip' }, compresses: true }

for (const [title, answer, options, isCompressed] of [
  ['JSON of 1,024 characters', { status: 200, headers: json, body: 'x'.repeat(1024) }, accepting, true],
  ['JSON of 1,023 characters', { status: 200, headers: json, body: 'x'.repeat(1023) }, accepting, false],
  ['short JSON that is streamed', { status: 200, headers: json, body: ['[', ']'] }, accepting, true],
  ['no body', { status: 200, headers: json }, accepting, false],
  ['another status', { status: 201, headers: json, body: 'x'.repeat(2000) }, accepting, false],
  [
    'another type',
    { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(2000) },
    accepting,
    false,
  ],
  ['no type', { status: 200, body: 'x'.repeat(2000) }, accepting, false],
  ['bytes', { status: 200, headers: json, body: Buffer.alloc(2000) }, accepting, false],
  [
    'a client that accepts no encoding',
    { status: 200, headers: json, body: 'x'.repeat(2000) },
    { compresses: true },
    false,
  ],
  ['HEAD', { status: 200, headers: json, body: 'x'.repeat(2000) }, { ...accepting, method: 'HEAD' }, false],
  [
    'a boundary without compression',
    { status: 200, headers: json, body: 'x'.repeat(2000) },
    { headers: accepting.headers },
    false,
  ],
] as readonly [string, RestResponse, Serving, boolean][]) {
  test(`${title} is ${isCompressed ? '' : 'not '}compressed`, async (t) => {
    const response = new RecordedResponse()
    const ended = new Promise((resolve) => response.once('finish', resolve))
    await serve(() => answer, { ...options, response })
    if (isCompressed) await ended
    t.is(response.headers['content-encoding'], isCompressed ? 'gzip' : undefined)
    t.is(response.headers.vary, isCompressed ? 'Accept-Encoding' : 'Origin')
    t.is(response.headers['content-length'] === undefined, isCompressed)
  })
}
