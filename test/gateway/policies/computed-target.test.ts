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
