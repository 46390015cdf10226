import test from 'ava'
import type { Files } from '../../config/_support/folder.ts'
import { findProblemLines, serve } from '../_support/loaded.ts'
import { type Running, startBackend } from '../_support/servers.ts'

let backend: Running
test.before(async () => {
  backend = await startBackend((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"items":[{"id":1,"account":"12345678"},{"id":2,"account":"abcdefgh"}],"total":7}')
  })
})
test.after.always(() => backend.close())

function api(steps: readonly object[]): Files {
  const document = {
    swagger: '2.0',
    info: { title: 'Customers', version: '1.0.0', 'x-ibm-name': 'customers' },
    basePath: '/customers/v1',
    paths: { '/list': { get: { operationId: 'list', responses: {} }, post: { responses: {} } } },
    'x-ibm-configuration': { properties: { size: { value: '7' } }, assembly: { execute: steps } },
  }
  return { 'apis/customers.yaml': JSON.stringify(document) }
}

const path = '/acme/sandbox/customers/v1/list'
const invoke = () => ({ invoke: { 'target-url': `${backend.url}/x` } })
const thrown = { throw: { name: 'Held' } }

for (const [condition, holds] of [
  ["apim.getvariable('request.headers.accept').indexOf('json') >= 0", true],
  ["decodeURIComponent(request.parameters.q) == 'a b'", true],
  ["request.headers['x-list'].split(',').length === 3 && !/z/.test(request.path)", true],
  ["request.parameters.q.startsWith('z')", false],
  ["message.body.items.some((each) => each.account.endsWith('78'))", true],
  ["'$(size)' > 6 && request.verb.toLowerCase() === 'get'", true],
  ['$count(message.body.items[id > 1]) = 1', true],
  ["$sum(message.body.items.id) + 4 = message.body.total and $httpVerb() = 'GET'", true],
  ["$operationID() in ['list', 'other']", true],
  ['$exists(message.body.none)', false],
  ["$urlParameter('q') = 'a b' and $count(message.body.items) = 2", true],
  ["$urlParameter('q') = 'a b'", true],
  ["$contains($queryParameter('q'), ' b') and $header('Content-Type') = 'application/json'", true],
] as const) {
  test(`the condition ${condition} is ${holds}`, async (t) => {
    const gateway = await serve(t, api([invoke(), { if: { condition, execute: [thrown] } }]))
    const headers = { accept: 'application/json', 'X-List': 'a,b,c' }
    const response = await fetch(`${gateway.url}${path}?q=a%20b`, { headers })
    const { reason, detail } = await gateway.recordOf(response)
    t.is(reason === 'thrown', holds, detail)
  })
}

for (const [condition, holds] of [
  [`($xpath(message.body, '/sql/@result') = "success")`, true],
  ["$count($xpath(message.body, '//column')) = 2 and $xpath(message.body, '/sql/row/column[2]') = 'b'", true],
  ["$xpath(message.body, '/sql/none') = 'a'", false],
] as const) {
  test(`the condition ${condition} is ${holds} for a body of XML`, async (t) => {
    const gateway = await serve(t, api([{ if: { condition, execute: [thrown] } }]))
    const body = '<sql result="success"><row><column>a</column><column>b</column></row></sql>'
    const response = await fetch(gateway.url + path, { method: 'POST', headers: { 'content-type': 'text/xml' }, body })
    const { reason, detail } = await gateway.recordOf(response)
    t.is(reason === 'thrown', holds, detail)
  })
}

test('a case that is a script lets the next cases decide', async (t) => {
  const cases = [
    { condition: "request.verb.indexOf('X') >= 0", execute: [{ throw: { name: 'First' } }] },
    { condition: "request.verb.indexOf('G') === 0", execute: [{ throw: { name: 'Second', message: 'second' } }] },
    { otherwise: [thrown] },
  ]
  const gateway = await serve(t, api([{ switch: { case: cases } }]))
  t.regex(await (await fetch(gateway.url + path)).text(), /second/)
})

test('a condition that fails at a call is status 500 with its reason', async (t) => {
  const gateway = await serve(t, api([{ if: { condition: 'request.none.length() > 1', execute: [thrown] } }, invoke()]))
  const response = await fetch(gateway.url + path)
  t.is(response.status, 500)
  const { reason, detail } = await gateway.recordOf(response)
  t.is(reason, 'script_failed')
  t.regex(detail ?? '', /length/)
})

for (const condition of ["request.verb.indexOf('x' > 1", 'request.verb = = 1', '$count(message.body.items[ = 1']) {
  test(`the condition ${condition} is an error with its place`, async (t) => {
    const lines = await findProblemLines(t, api([{ if: { condition, execute: [thrown] } }]))
    t.true(
      lines.some((line) => /^apis\/customers.yaml:1:\d+ .*condition/.test(line)),
      lines.join('\n'),
    )
  })
}

test('a name that is unknown in a comparison stays a problem of the document', async (t) => {
  const lines = await findProblemLines(t, api([{ if: { condition: 'request.verbs = "GET"', execute: [thrown] } }]))
  t.regex(lines.join('\n'), /did you mean "request.verb"/)
})

const extract = (...extracts: object[]) => ({
  extract: { version: '2.0.0', title: 'x', root: 'message.body', extracts },
})

test('extract replaces the captured fields by the values of expressions', async (t) => {
  const steps = extract(
    { capture: '$.items.account', transform: '$substring($, -4)' },
    { capture: '$.items[0].id', transform: '$ + 10' },
    { capture: '$', transform: '$merge([$, {"count": $count(items)}])' },
  )
  const gateway = await serve(t, api([invoke(), steps]))
  t.deepEqual(await (await fetch(gateway.url + path)).json(), {
    items: [
      { id: 11, account: '5678' },
      { id: 2, account: 'efgh' },
    ],
    total: 7,
    count: 2,
  })
})

test('extract finds fields at any depth', async (t) => {
  const gateway = await serve(t, api([invoke(), extract({ capture: '**.account', transform: '"x"' })]))
  const { items } = (await (await fetch(gateway.url + path)).json()) as { items: { account: string }[] }
  t.deepEqual(
    items.map(({ account }) => account),
    ['x', 'x'],
  )
})

for (const [title, body, expected] of [
  ['numbers', '{"id":12345678901234567890,"of":[1.00000000000000000001,-9007199254740993]}', undefined],
  ['a text of digits', '{"id":"12345678901234567890","of":1234567890123456}', undefined],
  ['a text with quotes', '{"id":12345678901234567,"of":"\\"12345678901234567\\\\"}', undefined],
  ['what is computed', '{"id":1,"n":12345678901234567890}', '{"id":1,"n":true}'],
] as const)
  test(`extract leaves ${title} that it does not capture as they are`, async (t) => {
    const echo = await startBackend((request, response) => request.pipe(response))
    t.teardown(echo.close)
    const extracts = extract({ capture: '$.n', transform: '$ > 5' }, { capture: '$.none', transform: '1' })
    const gateway = await serve(t, api([extracts, { invoke: { 'target-url': echo.url } }]))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(gateway.url + path, { method: 'POST', body, headers })
    t.is(await response.text(), expected ?? body)
  })

test('extract refuses a body with long numbers that is not JSON with status 400', async (t) => {
  const gateway = await serve(t, api([extract({ capture: '$.a', transform: '$' }), invoke()]))
  for (const body of ['{"a":00000000000000000001}', '{"a":12345678901234567.}', '{"a":12345678901234567'])
    t.is((await fetch(gateway.url + path, { method: 'POST', body })).status, 400, body)
})

test('extract refuses a body that is not JSON with status 400', async (t) => {
  const gateway = await serve(t, api([extract({ capture: '$.a', transform: '$' }), invoke()]))
  t.is((await fetch(gateway.url + path, { method: 'POST', body: 'text' })).status, 400)
})

test('an expression that is not JSONata is an error with its place', async (t) => {
  const lines = await findProblemLines(t, api([extract({ capture: '$.a', transform: '$substring($' })]))
  t.true(
    lines.some((line) => /^apis\/customers.yaml:1:\d+ transform .* is not JSONata/.test(line)),
    lines.join('\n'),
  )
})

test('an expression that does not end stops at its limit of time', async (t) => {
  const transform = '($f := function($x) { $f($x + 1) }; $f(1))'
  const gateway = await serve(t, api([invoke(), extract({ capture: '$.total', transform })]))
  const response = await fetch(gateway.url + path)
  t.is(response.status, 500)
  t.regex((await gateway.recordOf(response)).detail ?? '', /more than 2000 ms|memory/)
})

for (const url of ['$(empty)/x', '$(empty)$(api.operation.path)']) {
  test(`the target-url ${url} waits for a value of its property`, async (t) => {
    const files = api([
      { parse: { 'warn-on-empty-input': true, 'parse-settings-reference': { url: '' } } },
      { invoke: { 'target-url': url } },
    ])
    const text = String(files['apis/customers.yaml']).replace('"size":', '"empty":{"value":""},"size":')
    const gateway = await serve(t, { 'apis/customers.yaml': text })
    const response = await fetch(gateway.url + path)
    t.is(response.status, 500)
    t.regex((await gateway.recordOf(response)).detail ?? '', /begins with the property "empty", which has no value/)
  })
}
