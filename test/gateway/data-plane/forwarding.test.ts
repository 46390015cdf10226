import { request as send } from 'node:http'
import test from 'ava'
import { api, catalog, config, operation } from './_support/documents.ts'
import {
  bodyOf,
  exchangeRaw,
  type Running,
  type RunningGateway,
  startBackend,
  startGateway,
} from './_support/servers.ts'

const base = '/acme/sandbox/customerdb/v1'
let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend(async (request, response) => {
    const url = new URL(request.url as string, 'http://backend')
    if (url.pathname.endsWith('/customers/cookies')) {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      response.setHeader('connection', 'x-hop')
      response.setHeader('x-hop', '1')
      response.setHeader('location', 'http://elsewhere/x')
      response.statusCode = 201
      response.end()
      return
    }
    if (url.pathname.endsWith('/customers/nothing')) {
      response.writeHead(204).end()
      return
    }
    if (url.pathname.endsWith('/customers/silence')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      return
    }
    const body = await bodyOf(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headersDistinct, body }))
  })
  const operations = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].flatMap((method) => [
    operation(method, '/customers'),
    operation(method, '/customers/{id}'),
  ])
  gateway = await startGateway(config(catalog([api(backend.url, { operations })])))
})

test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

interface Echo {
  method: string
  url: string
  headers: Record<string, string[]>
  body: string
}

async function echo(path: string, init?: RequestInit): Promise<Echo> {
  const answer = await fetch(`${gateway.url}${base}${path}`, init)
  return (await answer.json()) as Echo
}

test('the head of a stream is sent before the first part of its body', async (t) => {
  const hangUp = new AbortController()
  const { status, headers } = await fetch(`${gateway.url}${base}/customers/silence`, hangUp)
  t.is(status, 200)
  t.is(headers.get('content-type'), 'text/event-stream')
  hangUp.abort()
})

test('the path and the query reach the backend', async (t) => {
  t.like(await echo('/customers/a%20b?max=3&x=%2F'), {
    method: 'GET',
    url: '/customerdb/v1/customers/a%20b?max=3&x=%2F',
  })
})

test('the query is forwarded unchanged', async (t) => {
  const answer = await exchangeRaw(
    gateway.port,
    `GET ${base}/customers?a=%c3%a9&b=|{}\\&c=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  t.true(answer.includes('"url":"/customerdb/v1/customers?a=%c3%a9&b=|{}\\\\&c=%zz"'), answer)
})

test('the normalised path that is matched is the one that is forwarded', async (t) => {
  const answer = await exchangeRaw(
    gateway.port,
    `GET //acme/./sandbox${base.slice('/acme/sandbox'.length)}/customers/%41%7e%c3%a9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  t.true(answer.includes('"url":"/customerdb/v1/customers/A~%C3%A9"'), answer)
})

for (const [method, body] of [
  ['POST', 'hello'],
  ['PUT', 'x'.repeat(300_000)],
] as const) {
  test(`the body of a ${method} of ${body.length} bytes arrives with its length`, async (t) => {
    const seen = await echo('/customers', { method, body })
    t.is(seen.body, body)
    t.deepEqual(seen.headers['content-length'], [String(body.length)])
  })
}

test('bodies that arrive together with their heads, several in one packet, reach the upstream apart', async (t) => {
  const bodies = ['first', '\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '', 'y'.repeat(9_000)]
  const requests = bodies.map((body, index) => {
    const connection = index === bodies.length - 1 ? 'Connection: close\r\n' : ''
    return `POST ${base}/customers HTTP/1.1\r\nHost: x\r\n${connection}Content-Length: ${body.length}\r\n\r\n${body}`
  })
  const answer = await exchangeRaw(gateway.port, requests.join(''))
  const seen = answer.match(/^\{.*\}/gm)?.map((text): Echo => JSON.parse(text))
  t.deepEqual(
    seen?.map(({ body, headers }) => [body, headers['content-length']]),
    bodies.map((body) => [body, [String(body.length)]]),
  )
})

test('a body of unknown length arrives in chunks', async (t) => {
  const answer = await exchangeRaw(
    gateway.port,
    `POST ${base}/customers HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
  )
  t.true(answer.includes('"body":"abcde"'), answer)
  t.true(answer.includes('"transfer-encoding":["chunked"]'), answer)
})

test('hop-by-hop headers and headers that only the gateway sets are not forwarded', async (t) => {
  const answer = await exchangeRaw(
    gateway.port,
    [
      `GET ${base}/customers HTTP/1.1`,
      'Host: caller.example',
      'Connection: close, X-Named',
      'X-Named: 1',
      'Keep-Alive: timeout=5',
      'TE: trailers',
      'Proxy-Authorization: Basic eDp5',
      'Forwarded: for=1.2.3.4',
      'X-Forwarded-For: 1.2.3.4',
      'X-Forwarded-Anything: 1',
      'x_forwarded_for: 1.2.3.4',
      'X-Real-IP: 1.2.3.4',
      'X-Request-Id: chosen-by-caller',
      'X-IBM-Client-Secret: hush',
      'X-Kept: one',
      'X-Kept: two',
      '',
      '',
    ].join('\r\n'),
  )
  const { headers } = JSON.parse(answer.slice(answer.indexOf('{'))) as Echo
  const id = /x-request-id: (.+)\r/i.exec(answer)?.[1]
  t.deepEqual(headers['x-request-id'], [id as string])
  t.not(id, 'chosen-by-caller')
  t.deepEqual(headers['x-kept'], ['one', 'two'])
  t.deepEqual(Object.keys(headers).sort(), ['connection', 'host', 'via', 'x-kept', 'x-request-id'])
  t.deepEqual(headers.host, [`127.0.0.1:${backend.port}`])
})

test('an Authorization header that no security definition used is forwarded', async (t) => {
  const seen = await echo('/customers', { headers: { authorization: 'Bearer for-the-backend' } })
  t.deepEqual(seen.headers.authorization, ['Bearer for-the-backend'])
})

test('responses keep repeated cookies and Location, and lose hop-by-hop headers', async (t) => {
  const answer = await fetch(`${gateway.url}${base}/customers/cookies`, { redirect: 'manual' })
  t.is(answer.status, 201)
  t.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2'])
  t.is(answer.headers.get('location'), 'http://elsewhere/x')
  t.is(answer.headers.get('x-hop'), null)
})

test('a response without a body is forwarded without one', async (t) => {
  const answer = await fetch(`${gateway.url}${base}/customers/nothing`)
  t.is(answer.status, 204)
  t.is(await answer.text(), '')
})

test('the response to HEAD has the headers of a GET and no body', async (t) => {
  const answer = await exchangeRaw(
    gateway.port,
    `HEAD ${base}/customers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  t.regex(answer, /^HTTP\/1\.1 200 /)
  t.regex(answer, /content-type: application\/json/i)
  t.true(answer.endsWith('\r\n\r\n'))
})

test('a connection serves one call after the other', async (t) => {
  const call = `GET ${base}/customers HTTP/1.1\r\nHost: x\r\n\r\n`
  const answer = await exchangeRaw(
    gateway.port,
    call + call + call.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  )
  t.is(answer.match(/HTTP\/1\.1 200 OK/g)?.length, 3)
})

test('a large response arrives complete at a slow reader', async (t) => {
  const size = 8 * 1024 * 1024
  const large = await startBackend((_, response) => {
    response.setHeader('content-length', size)
    response.end(Buffer.alloc(size, 'a'))
  })
  const own = await startGateway(config(catalog([api(large.url)])))
  t.teardown(async () => {
    await own.close()
    await large.close()
  })

  const received = await new Promise<number>((resolve, reject) => {
    const request = send(`${own.url}${base}/customers`, async (answer) => {
      let bytes = 0
      for await (const chunk of answer) {
        bytes += (chunk as Buffer).length
        await new Promise((next) => setImmediate(next))
      }
      resolve(bytes)
    })
    request.on('error', reject)
    request.end()
  })
  t.is(received, size)
  t.like((await own.recorded())[0], { status: 200, bytes: size, reason: undefined })
})

test('a call has one record with its API, operation and duration', async (t) => {
  const own = await startGateway(config(catalog([api(backend.url)])))
  t.teardown(() => own.close())
  const answer = await fetch(`${own.url}${base}/customers?secret=hush`)
  const body = await answer.text()

  const records = await own.recorded()
  t.is(records.length, 1)
  t.like(records[0], {
    requestId: answer.headers.get('x-request-id') as string,
    method: 'GET',
    path: `${base}/customers`,
    status: 200,
    location: { org: 'acme', catalog: 'sandbox', api: 'customers:1.0.0', operation: 'GET /customers' },
    remoteAddress: '127.0.0.1',
    bytes: body.length,
  })
  t.false(JSON.stringify(records).includes('hush'))
})
