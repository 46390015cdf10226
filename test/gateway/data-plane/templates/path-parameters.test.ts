import test, { type ExecutionContext } from 'ava'
import { findGatewayProblems } from '../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { type Running, startBackend, startGateway } from '../_support/servers.ts'

const base = '/acme/sandbox/customerdb/v1'
const operations = [
  operation('GET', '/orders/{id}'),
  operation('GET', '/orders/{id}/lines/{line}.json'),
  operation('GET', '/files/{+rest}'),
]
let backend: Running

test.before(async () => {
  backend = await startBackend((request, response) => response.end(request.url))
})
test.after.always(() => backend.close())

function documents(target: string) {
  const execute = [step('invoke', { 'target-url': target })]
  return config(
    catalog([
      api(backend.url, {
        operations,
        properties: new Map([
          ['upstream', backend.url],
          ['by-id', '/by/{id}'],
          ['allow-encoded-slash', 'true'],
        ]),
        assembly: { execute, catch: [], finally: [] },
      }),
    ]),
  )
}

async function call(t: ExecutionContext, target: string, path: string): Promise<[number, string]> {
  const gateway = await startGateway(documents(target))
  t.teardown(gateway.close)
  const answer = await fetch(`${gateway.url}${base}${path}`)
  return [answer.status, await answer.text()]
}

for (const [target, path, expected] of [
  ['$(upstream)/a/{id}/b', '/orders/7', '/a/7/b'],
  ['$(upstream)/a/{id}', '/orders/a%3Fb%23c%26d%20e', '/a/a%3Fb%23c%26d%20e'],
  ['$(upstream)/a/{id}', '/orders/a%2Fb', '/a/a%2Fb'],
  ['$(upstream)/a?id={id}', '/orders/x%26admin=1', '/a?id=x%26admin%3D1'],
  ['$(upstream)/a?id={id}', '/orders/%C3%A9', '/a?id=%C3%A9'],
  ['$(upstream)/{line}-{id}', '/orders/1/lines/2.json', '/2-1'],
  ['$(upstream)$(by-id)', '/orders/7', '/by/7'],
  ['$(upstream)/f/{+rest}', '/files/a/b%20c/d', '/f/a/b%20c/d'],
  ['$(upstream)/f/{rest}', '/files/a/b', '/f/a%2Fb'],
] as const) {
  test(`${target} is rendered from ${path}`, async (t) => {
    t.deepEqual(await call(t, target, path), [200, expected])
  })
}

test('a call without a value for the parameter is a 400 and sends no request', async (t) => {
  const [status] = await call(t, '$(upstream)/a/{line}', '/orders/7')
  t.is(status, 400)
})

for (const [target, message] of [
  ['http://a/{idd}', 'target-url has {idd}, which is not a path or query parameter of the API - did you mean "id"?'],
  ['http://a/{}', /\{\}, which is not a path or query parameter .*; the API has \{id\}, \{line\}, \{rest\}/],
  ['http://a/{id', /an unmatched brace/],
  ['http://{id}/a', /has a parameter in its host: the host must be fixed/],
] as const) {
  test(`the target-url ${target} is an error`, (t) => {
    const problems = findGatewayProblems(documents(target))
    t.is(problems.length, 1)
    if (typeof message === 'string') t.is(problems[0]?.message, message)
    else t.regex(problems[0]?.message ?? '', message)
  })
}
