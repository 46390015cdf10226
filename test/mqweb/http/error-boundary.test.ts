import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import test, { type ExecutionContext } from 'ava'

import { ClientDisconnectedError } from '../../../src/http/request/read-body.ts'
import { openLog } from '../../../src/lib/output/log.ts'
import { emptyResponse, type RestResponse } from '../../../src/mqweb/context/rest-context.ts'
import { RestError } from '../../../src/mqweb/errors/rest-error.ts'
import { runInErrorBoundary } from '../../../src/mqweb/http/error-boundary.ts'
import { ResponseCounts } from '../../../src/mqweb/metrics/response-counts.ts'

const cause = new Error('the disk is full')

/** Serves requests with `work`; what was logged and counted. */
async function serving(t: ExecutionContext, work: () => RestResponse) {
  const logged: { level: string; msg: string; path: string; method: string }[] = []
  const log = openLog({ write: (line) => logged.push(JSON.parse(line)) })
  const responseCounts = new ResponseCounts()
  const server = createServer((request, response) =>
    runInErrorBoundary(request, response, { log, responseCounts }, work, { Vary: 'Origin' }),
  ).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?password=secret`
  return { url, logged, counts: () => [...responseCounts.listByStatus()] }
}

function throwing(error: unknown): () => never {
  return () => {
    throw error
  }
}

for (const [title, error, status] of [
  ['an error of the server with a cause', new RestError('MQWB0105E', [], { cause }), 503],
  ['an error that no handler expects', cause, 500],
] as const) {
  test(`${title} is logged with the method and the path, without the query`, async (t) => {
    const { url, logged, counts } = await serving(t, throwing(error))
    const response = await fetch(url)
    t.is(response.status, status)
    t.is(response.headers.get('vary'), 'Origin')
    t.false((await response.text()).includes('the disk is full'))
    t.is(logged.length, 1)
    t.like(logged[0], { level: 'error', method: 'GET', path: '/path' })
    t.true(JSON.stringify(logged).includes('the disk is full'))
    t.false(JSON.stringify(logged).includes('secret'))
    t.deepEqual(counts(), [[status, 1]])
  })
}

for (const [title, error, status] of [
  ['an error of the client with a cause', new RestError('MQWB2004E', ['x'], { cause }), 400],
  ['an error of the client', new RestError('MQWB0104E', ['x']), 401],
  ['an error of the server without a cause', new RestError('MQWB0113E', [1]), undefined],
] as const) {
  test(`${title} is not logged`, async (t) => {
    const { url, logged, counts } = await serving(t, throwing(error))
    const response = await fetch(url)
    t.is(response.status, status ?? error.status)
    t.true((await response.text()).includes(error.id))
    t.deepEqual(logged, [])
    t.deepEqual(counts(), [[error.status, 1]])
  })
}

test('a client that has disconnected gets no response, and none is counted', async (t) => {
  const { url, logged, counts } = await serving(t, throwing(new ClientDisconnectedError()))
  await t.throwsAsync(fetch(url))
  t.deepEqual(logged, [])
  t.deepEqual(counts(), [])
})

test('an error while the body is sent closes the connection', async (t) => {
  function* body() {
    yield 'x'.repeat(100_000)
    throw cause
  }
  const { url, logged } = await serving(t, () => ({ status: 200, body: body() }))
  await t.throwsAsync(async () => (await fetch(url)).text())
  t.is(logged.length, 1)
})

test('a response without a body has the length 0, and a 204 response none', async (t) => {
  const created = await fetch((await serving(t, () => emptyResponse(201))).url)
  t.is(created.headers.get('content-length'), '0')
  const none = await fetch((await serving(t, () => emptyResponse(204))).url)
  t.is(none.status, 204)
  t.is(none.headers.get('content-length'), null)
})

test('a response to HEAD has the headers of GET and no body', async (t) => {
  const { url } = await serving(t, () => ({ status: 200, body: 'hello' }))
  const whole = await fetch(url, { method: 'HEAD' })
  t.is(whole.headers.get('content-length'), '5')
  const streamed = await serving(t, () => ({
    ...{ status: 200, headers: { 'X-A': 'b' } },
    // HEAD must not render the body
    body: (function* () {
      yield ''
      throw cause
    })(),
  }))
  const head = await fetch(streamed.url, { method: 'HEAD' })
  t.is(head.status, 200)
  t.is(head.headers.get('x-a'), 'b')
  t.deepEqual(streamed.logged, [])
})
