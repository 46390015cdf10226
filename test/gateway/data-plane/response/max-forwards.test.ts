import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { api, catalog, config, operation } from '../_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend((incoming, response) => response.end(`backend got ${incoming.headers['max-forwards']}`))
  const operations = ['TRACE', 'OPTIONS', 'GET'].map((method) => operation(method, '/customers'))
  gateway = await startGateway(config(catalog([api(backend.url, { operations })])))
})

test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

/** `fetch` sends no TRACE. */
function send(method: string, value: string) {
  return new Promise<{ status: number; allow: string | undefined; type: string | undefined; body: string }>(
    (resolve, reject) => {
      const headers = { 'Max-Forwards': value, Authorization: 'Basic c2VjcmV0' }
      request(
        `${gateway.url}/acme/sandbox/customerdb/v1/customers`,
        { method, headers, agent: false },
        async (response) => {
          const { allow, 'content-type': type } = response.headers
          resolve({ status: response.statusCode ?? 0, allow, type, body: await text(response) })
        },
      )
        .on('error', reject)
        .end()
    },
  )
}

test('the gateway responds to TRACE with Max-Forwards 0 and does not show credentials', async (t) => {
  t.deepEqual(await send('TRACE', '0'), {
    status: 200,
    allow: undefined,
    type: 'message/http',
    body: 'TRACE /acme/sandbox/customerdb/v1/customers HTTP/1.1\r\nMax-Forwards: 0\r\n\r\n',
  })
})

test('the gateway responds to OPTIONS with Max-Forwards 0 with the methods of the path', async (t) => {
  t.like(await send('OPTIONS', '0'), { status: 200, allow: 'TRACE, OPTIONS, GET, HEAD', body: '' })
})

for (const [method, value, forwarded] of [
  ['TRACE', '2', '1'],
  ['OPTIONS', '1', '0'],
  ['OPTIONS', 'many', 'many'],
  ['GET', '0', '0'],
] as const) {
  test(`${method} with Max-Forwards: ${value} reaches the backend with ${forwarded}`, async (t) => {
    t.is((await send(method, value)).body, `backend got ${forwarded}`)
  })
}
