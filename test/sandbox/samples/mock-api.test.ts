import test from 'ava'
import { startMockApi } from '../../../src/sandbox/samples/index.ts'

const json = (example: string) => [{ type: 'application/json', example }]
const requests: { path: string; operation: string | undefined; status: number }[] = []
const mock = startMockApi({
  port: 0,
  operations: {
    'GET /orders/{id}': {
      responses: [
        { status: '404', content: json('{"error":"none"}') },
        { status: '200', content: [{ type: 'text/plain', example: 'tea' }, ...json('{"id":7}')] },
      ],
    },
    'GET /orders/new': { responses: [{ status: 'default', content: [] }] },
    'POST /orders': { responses: [{ status: '2xx', content: json('{}') }] },
    'DELETE /orders/{id}': { responses: [{ status: '204', content: json('{}') }] },
    'PUT /orders/{id}': { responses: [{ status: '409', content: [] }] },
    'PATCH /orders/{id}': { responses: [] },
    'PUT /orders': { responses: [{ status: '401', content: json('{"error":"no token"}') }] },
  },
  onRequest: (request) => requests.push(request),
})
test.after.always(async () => (await mock).close())

const call = async (line: string, headers: Record<string, string> = {}) => {
  const [method, path] = line.split(' ')
  const response = await fetch(`${(await mock).url}${path}`, { method: String(method), headers })
  return [response.status, response.headers.get('content-type'), await response.text()]
}

test.serial('an operation answers with its first successful response, JSON before other types', async (t) => {
  t.deepEqual(await call('GET /orders/7?full=1'), [200, 'application/json', '{"id":7}'])
  t.deepEqual(await call('HEAD /orders/7'), [200, 'application/json', ''])
  const told = requests.filter(({ path }) => path === '/orders/7').slice(0, 2)
  t.deepEqual(new Set(told.map(({ operation, status }) => `${operation} ${status}`)), new Set(['GET /orders/{id} 200']))
})

test('a path without parameters comes before one with', async (t) => {
  t.deepEqual(await call('GET /orders/new'), [200, null, ''])
})

test('a range, a status without a body, only failures and no response at all have an answer', async (t) => {
  t.deepEqual(await call('POST /orders'), [200, 'application/json', '{}'])
  t.deepEqual(await call('DELETE /orders/7'), [204, null, ''])
  t.deepEqual(await call('PUT /orders/7'), [409, null, ''])
  t.deepEqual(await call('PATCH /orders/7'), [200, null, ''])
})

test('an operation that describes nothing but a missing token serves a call that has passed the gateway', async (t) => {
  t.deepEqual(await call('PUT /orders'), [200, null, ''])
})

test('the request chooses another response by Prefer', async (t) => {
  const prefer = 'wait=1, code=404'
  t.deepEqual(await call('GET /orders/7', { prefer }), [404, 'application/json', '{"error":"none"}'])
  const [status, , text] = await call('GET /orders/7', { prefer: 'code=500' })
  t.is(status, 400)
  t.regex(String(text), /Prefer: code=500: the operation describes the responses 404, 200/)
})

test('a request without an operation is told what the mock has', async (t) => {
  for (const line of ['GET /other', 'GET /orders/', 'POST /orders/7', 'GET /orders/7/8']) {
    const [status, , text] = await call(line)
    t.is(status, 404)
    t.true(String(text).startsWith(`{"error":"the mock has no operation for ${line}; it has GET /orders/{id}, `), line)
  }
})

test('names of members of objects are no operations', async (t) => {
  t.is((await call('GET /constructor'))[0], 404)
})
