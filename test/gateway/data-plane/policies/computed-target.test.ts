import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Files } from '../../config/_support/folder.ts'
import { serve } from '../_support/loaded.ts'

/** Starts an upstream that responds with the target of the request, and returns its origin. */
async function openUpstream(t: ExecutionContext): Promise<string> {
  const server = createServer((request, response) => response.end(request.url))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function api(steps: string): Files {
  return {
    'apis/customers.yaml': `swagger: "2.0"
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
basePath: /customers/v1
paths:
  /list: { get: { responses: {} } }
x-ibm-configuration:
  properties: { target-url: { value: "" } }
  assembly:
    execute:
${steps.replaceAll(/^/gm, '      ')}
`,
  }
}

const list = '/acme/sandbox/customers/v1/list'
const setTarget = (value: string) => `- set-variable: { actions: [{ set: target-url, value: '${value}' }] }`
const invoke = '- invoke: { target-url: $(target-url) }'

test('a target-url that a policy computes is called, with values of the request', async (t) => {
  const upstream = await openUpstream(t)
  const gateway = await serve(t, api(`${setTarget(`${upstream}/today?zip=$(request.parameters.zip)`)}\n${invoke}`))
  const response = await fetch(`${gateway.url}${list}?zip=90210`)
  t.is(await response.text(), '/today?zip=90210')
})

for (const [title, steps, query, expected] of [
  ['a query', [`set U/today?zip=$(request.parameters.a)`], 'a=1%26admin=1%23', '/today?zip=1%26admin%3D1%23'],
  ['a path', [`set U/of/$(request.parameters.a)/x`], 'a=b%2Fc%3Fd', '/of/b%2Fc%3Fd/x'],
  ['a path, where it climbs', [`set U/of/$(request.parameters.a)`], 'a=..', undefined],
  ['the target-url', ['set U', 'invoke $(target-url)/of?a=$(request.parameters.a)'], 'a=1%26b', '/of?a=1%26b'],
  ['a variable within it', ['zip $(request.parameters.a)', 'set U/x?a=$(zip)'], 'a=1%26b', '/x?a=1%26b'],
  ['a path that is a variable', ['zip /v1/x', 'set U', 'invoke $(target-url)$(zip)'], '', '/v1/x'],
  ['a path after a written host', ['zip /v1/x?a=b', 'invoke U$(zip)'], '', '/v1/x?a=b'],
  ['a query after a written path', ['zip /v1', 'invoke U$(zip)?a=$(request.parameters.a)'], 'a=1%26b', '/v1?a=1%26b'],
  ['a path that climbs', ['zip $(request.parameters.a)', 'invoke U$(zip)'], 'a=%2F..%2Fx', undefined],
  ['a URL on a URL', ['zip U/v1', 'set $(zip)/$(request.parameters.a)'], 'a=1%2F2', '/v1/1%2F2'],
] as const) {
  test(`a value of the request cannot change the structure of a computed URL: ${title}`, async (t) => {
    const upstream = await openUpstream(t)
    const written = steps.map((step) => {
      const [verb = '', text = ''] = step.replaceAll('U', upstream).split(' ')
      if (verb === 'invoke') return `- invoke: { target-url: '${text}' }`
      return setTarget(text).replace('target-url', verb === 'set' ? 'target-url' : verb)
    })
    const last = steps.some((step) => step.startsWith('invoke')) ? [] : [invoke]
    const gateway = await serve(t, api([...written, ...last].join('\n')))
    const response = await fetch(`${gateway.url}${list}?${query}`)
    if (expected) t.is(await response.text(), expected)
    else t.is(response.status, 400)
  })
}

for (const value of ['.other.example', ':1', '@other.example', '//other.example', '\\\\other.example'])
  test(`a variable after a written host cannot change the host: ${value}`, async (t) => {
    const upstream = await openUpstream(t)
    const steps = `${setTarget('$(request.parameters.a)').replace('target-url', 'zip')}\n- invoke: { target-url: '${upstream}$(zip)' }`
    const gateway = await serve(t, api(steps))
    const response = await fetch(`${gateway.url}${list}?a=${encodeURIComponent(value)}`)
    if (value.startsWith('//')) t.is(await response.text(), value)
    else t.is(response.status, 500)
  })

test('a text that is no URL is not escaped', async (t) => {
  const gateway = await serve(
    t,
    api(
      `- set-variable: { actions: [{ set: x, value: 'see $(request.parameters.a)' }, { set: message.body, value: $(x) }] }`,
    ),
  )
  t.is(await (await fetch(`${gateway.url}${list}?a=b%26c`)).text(), 'see b&c')
})

test('a query parameter that an operation describes is a parameter of a target-url', async (t) => {
  const upstream = await openUpstream(t)
  const { 'apis/customers.yaml': text = '' } = api(`- invoke: { target-url: '${upstream}/of/{kind}?zip={zip}' }`)
  const parameters = `get: { parameters: [{ in: query, name: zip, type: string }, { $ref: '#/parameters/kind' }],`
  const document = `${String(text).replace('get: {', parameters)}parameters: { kind: { in: query, name: kind, type: string } }\n`
  const gateway = await serve(t, { 'apis/customers.yaml': document })
  const call = async (query: string) => (await fetch(`${gateway.url}${list}?${query}`)).text()
  t.is(await call('kind=a%2Fb&zip=1%262'), '/of/a%2Fb?zip=1%262')
  t.is(await call('kind=a'), '/of/a?zip=')
  t.is((await fetch(`${gateway.url}${list}?zip=1`)).status, 400)
})

test('a value of the request cannot choose the host', async (t) => {
  const upstream = await openUpstream(t)
  const gateway = await serve(t, api(`${setTarget('$(request.headers.x-target)')}\n${invoke}`))
  const response = await fetch(gateway.url + list, { headers: { 'X-Target': `${upstream}/x` } })
  t.is(response.status, 500)
  const { reason, detail } = await gateway.recordOf(response)
  t.is(reason, 'value_undefined')
  t.true(detail?.includes(`target-url is "${upstream}", which the API does not write out`), detail)
})

test('a host that is completed by a value of the request is refused', async (t) => {
  const gateway = await serve(t, api(`${setTarget('http://127.0.0.$(request.headers.x-end)/x')}\n${invoke}`))
  const response = await fetch(gateway.url + list, { headers: { 'X-End': '1' } })
  t.is((await gateway.recordOf(response)).reason, 'value_undefined')
})

test('a call that reaches the invoke before a policy has set the variable is rejected', async (t) => {
  const gateway = await serve(t, api(`${invoke}\n${setTarget('http://127.0.0.1/x')}`))
  const { reason, detail } = await gateway.recordOf(await fetch(gateway.url + list))
  t.is(reason, 'value_undefined')
  t.is(detail, 'target-url is empty: no policy has set its variable')
})

for (const [condition, holds] of [
  [`request.headers['x-a'] === 'b'`, true],
  [`request.headers['x-b'] !== undefined`, false],
  [`apim.getvariable('request.headers.x-a') == "b" && (request.verb==='GET')`, true],
  [`'$(request.headers.x-a)' === 'c'`, false],
] as const) {
  test(`the condition of version 5 ${condition} is ${holds} for the call`, async (t) => {
    const text = condition.replaceAll("'", "''")
    const gateway = await serve(t, api(`- if: { condition: '${text}', execute: [{ throw: { name: x } }] }\n${invoke}`))
    const response = await fetch(gateway.url + list, { headers: { 'X-A': 'b' } })
    t.is((await gateway.recordOf(response)).reason === 'thrown', holds)
  })
}
