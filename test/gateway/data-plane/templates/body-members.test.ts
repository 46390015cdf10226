import test from 'ava'
import { serve } from '../_support/loaded.ts'
import { type Running, startBackend } from '../_support/servers.ts'

let backend: Running
let answer = '{}'
test.before(async () => {
  backend = await startBackend((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.setHeader('x-id-there', String(request.headers['x-id'] ?? ''))
    response.end(answer)
  })
})
test.after.always(() => backend.close())

const set = (value: string) => ({ 'set-variable': { actions: [{ set: 'message.headers.x-id', value }] } })
const invoke = () => ({ invoke: { 'target-url': `${backend.url}/x` } })

function api(steps: readonly object[]) {
  const document = {
    swagger: '2.0',
    info: { title: 'Customers', version: '1.0.0', 'x-ibm-name': 'customers' },
    basePath: '/customers/v1',
    paths: { '/list': { post: { responses: {} } } },
    'x-ibm-configuration': { assembly: { execute: steps } },
  }
  return { 'apis/customers.yaml': JSON.stringify(document) }
}

const wide = `{"id":"a","lines":[${Array(200_000).fill('{}')}]}`
const deep = `{"id":"a","lines":${'['.repeat(800)}${']'.repeat(800)}}`
const table = 'id,line\n'.repeat(30_000)

for (const variable of ['message.body.id', 'request.body.id'])
  for (const [body, status, id] of [
    ['{"id":"a"}', 200, 'a'],
    [`{"id":"a","lines":[${Array(60_000).fill('{}')}]}`, 200, 'a'],
    [table, 200, ''],
    [wide, 413, null],
    [deep, 413, null],
  ] as const)
    test.serial(
      `$(${variable}) of a body of ${body.length} bytes, ${body.slice(0, 18)}: status ${status}`,
      async (t) => {
        answer = '{}'
        const gateway = await serve(t, api([set(`$(${variable})`), invoke()]))
        const response = await fetch(`${gateway.url}/acme/sandbox/customers/v1/list`, { method: 'POST', body })
        t.is(response.status, status)
        t.is(response.headers.get('x-id-there'), id)
        if (status === 413) t.regex(await response.text(), /more than \d+ (levels|members)/)
      },
    )

test.serial('a response with more members than the limit is not read for a variable', async (t) => {
  answer = wide
  const gateway = await serve(t, api([invoke(), set('$(message.body.id)')]))
  const response = await fetch(`${gateway.url}/acme/sandbox/customers/v1/list`, { method: 'POST' })
  t.is(response.status, 413)
  t.regex(await response.text(), /more than 250000 members and elements/)
})
