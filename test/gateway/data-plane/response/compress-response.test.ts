import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { api, catalog, config, operation } from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const long = JSON.stringify({ text: 'abc '.repeat(2_000) })

/** A gateway in front of a backend whose responses have the headers of the query. */
async function compressed(t: ExecutionContext, parts: readonly string[] = [long]) {
  const backend = await startBackend((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://backend')
    response.setHeader('content-type', 'application/json')
    for (const [name, value] of searchParams) response.setHeader(name, value)
    if (parts.length === 1) return void response.end(parts[0])
    for (const part of parts) response.write(part)
    response.end()
  })
  const operations = ['GET', 'HEAD'].map((method) => operation(method, '/customers'))
  const compression = { minBytes: 1_024, types: ['application/json', 'text/*'] }
  const published = api(backend.url, { operations, compression, cacheResponse: 'protocol' })
  const gateway = await startGateway(config(catalog([published])))
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  return (query = '', headers: Record<string, string> = { 'accept-encoding': 'gzip' }, method = 'GET') =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers${query}`
      request(url, { method, headers, agent: false }, async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({ status: response.statusCode, headers: response.headers, body })
      })
        .on('error', reject)
        .end()
    })
}

test('a response is compressed with what the caller accepts', async (t) => {
  const call = await compressed(t)
  const zipped = await call('?etag=%22a%22&accept-ranges=bytes')
  t.is(gunzipSync(zipped.body).toString(), long)
  t.like(zipped.headers, { 'content-encoding': 'gzip', vary: 'Accept-Encoding', etag: 'W/"a"' })
  t.is(zipped.headers['content-length'], undefined)
  t.is(zipped.headers['accept-ranges'], undefined)
  const brotli = await call('', { 'accept-encoding': 'gzip, br' })
  t.is(brotliDecompressSync(brotli.body).toString(), long)
  t.is(brotli.headers['content-encoding'], 'br')
})

for (const [title, query, headers] of [
  ['the caller accepts none', '', {}],
  ['the caller refuses it', '', { 'accept-encoding': 'gzip;q=0, br;q=0.0' }],
] as const) {
  test(`a response is not compressed when ${title}, and varies`, async (t) => {
    const call = await compressed(t)
    const plain = await call(query, headers)
    t.is(plain.body.toString(), long)
    t.is(plain.headers['content-encoding'], undefined)
    t.is(plain.headers.vary, 'Accept-Encoding')
    t.is(plain.headers['content-length'], String(long.length))
  })
}

for (const [title, query] of [
  ['has a content coding', '?content-encoding=identity'],
  ['must not be transformed', '?cache-control=no-transform'],
  ['is a stream of events', '?content-type=text%2Fevent-stream'],
  ['is an image', '?content-type=image%2Fpng'],
  ['has a digest', '?content-digest=sha-256%3D%3Aabc%3D%3A'],
] as const) {
  test(`a response that ${title} stays as it is`, async (t) => {
    const call = await compressed(t)
    const plain = await call(query)
    t.is(plain.body.toString(), long)
    t.is(plain.headers.vary, undefined)
  })
}

test('a short response stays as it is', async (t) => {
  const call = await compressed(t, ['{}'])
  t.is((await call()).body.toString(), '{}')
})

test('HEAD has the headers of the response without compression', async (t) => {
  const call = await compressed(t)
  const head = await call('', { 'accept-encoding': 'gzip' }, 'HEAD')
  t.like(head.headers, { 'content-encoding': undefined, vary: 'Accept-Encoding' })
})

test('a body that streams is compressed as it comes', async (t) => {
  const parts = Array.from({ length: 200 }, (_, index) => `${index} ${'abc '.repeat(4_000)}`)
  const call = await compressed(t, parts)
  const { body } = await call()
  t.is(gunzipSync(body).toString(), parts.join(''))
  t.true(body.length < parts.join('').length / 10)
})

test('a response from the cache is compressed for each caller', async (t) => {
  const call = await compressed(t)
  const query = '?cache-control=max-age%3D60'
  await call(query)
  const zipped = await call(query, { 'accept-encoding': 'gzip', 'x-a': 'b' })
  t.regex(String(zipped.headers['cache-status']), /hit/)
  t.is(gunzipSync(zipped.body).toString(), long)
  t.is((await call(query, {})).body.toString(), long)
})
