import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import test, { type ExecutionContext } from 'ava'

import { silentLog } from '../../../src/lib/output/log.ts'
import { jsonListResponse, jsonResponse, type RestResponse } from '../../../src/mqweb/context/rest-context.ts'
import { runInErrorBoundary } from '../../../src/mqweb/http/error-boundary.ts'
import { ResponseCounts } from '../../../src/mqweb/metrics/response-counts.ts'

const long = { text: 'x'.repeat(5_000) }
const many = Array.from({ length: 20_000 }, (_, number) => ({ queue: `APP.QUEUE.${number}` }))

for (const [accepted, encoding, expand] of [
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const) {
  test(`JSON for a client that accepts ${accepted} is sent as ${encoding}`, async (t) => {
    for (const [answer, value] of [
      [() => jsonResponse(200, long), long],
      [() => jsonListResponse('item', many), { item: many }],
    ] as const) {
      const { headers, body } = await ask(t, answer, { 'accept-encoding': accepted })
      t.is(headers['content-encoding'], encoding)
      t.is(headers.vary, 'Accept-Encoding')
      const text = expand(body).toString('utf8')
      t.true(body.length < text.length / 4, `${body.length} of ${text.length} bytes`)
      t.deepEqual(JSON.parse(text), value)
    }
  })
}

for (const [title, answer, headers, compresses] of [
  ['a client that accepts no encoding', jsonResponse(200, long), {}, true],
  ['a client that rejects it', jsonResponse(200, long), { 'accept-encoding': 'br;q=0' }, true],
  ['a short response', jsonResponse(200, { a: 1 }), { 'accept-encoding': 'br' }, true],
  ['an error', jsonResponse(400, long), { 'accept-encoding': 'br' }, true],
  ['bytes', { status: 200, body: Buffer.alloc(5_000) }, { 'accept-encoding': 'br' }, true],
  ['a route that is marked', jsonResponse(200, long), { 'accept-encoding': 'br' }, false],
] as const) {
  test(`${title} gets no compression`, async (t) => {
    const reply = await ask(t, () => answer, headers, compresses)
    t.is(reply.headers['content-encoding'], undefined)
    t.is(reply.headers['content-length'], String(reply.body.length))
  })
}

test('a client that hangs up in the middle ends the rendering', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  function* endless() {
    try {
      for (let number = 0; ; number++) yield `"${number} ${Math.random()}",`
    } finally {
      resolve()
    }
  }
  const url = await serve(t, () => ({
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: endless(),
  }))
  const request = send(url, { headers: { 'accept-encoding': 'gzip' } }).end()
  const [response] = await once(request, 'response')
  await once(response, 'data')
  request.destroy()
  await promise
  t.pass()
})

async function serve(t: ExecutionContext, work: () => RestResponse, compresses = true): Promise<string> {
  const services = { log: silentLog, responseCounts: new ResponseCounts() }
  const server = createServer((request, response) =>
    runInErrorBoundary(request, response, services, work, undefined, { compresses }),
  ).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function ask(
  t: ExecutionContext,
  work: () => RestResponse,
  headers: Record<string, string>,
  compresses = true,
) {
  const request = send(await serve(t, work, compresses), { headers, agent: false }).end()
  const [response] = await once(request, 'response')
  const body = Buffer.concat(await response.toArray())
  return { headers: response.headers as Record<string, string | undefined>, body }
}
