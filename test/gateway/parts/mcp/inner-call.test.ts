import { EventEmitter } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test from 'ava'
import type { Call } from '../../../../src/gateway/data-plane/call/call.ts'
import type { ServeInnerCall } from '../../../../src/gateway/data-plane/policy/policy.ts'
import { callInside } from '../../../../src/gateway/parts/mcp/inner-call.ts'

for (const [title, ofProxy] of [
  ['of a proxy is that of the inner call', 'Hash=0a'],
  ['is not taken from the inner call without a proxy', undefined],
] as const)
  test(`the certificate ${title}`, async (t) => {
    const request = new IncomingMessage(new Socket())
    if (ofProxy) request.headers['x-forwarded-client-cert'] = ofProxy
    const outer = { request, response: new EventEmitter(), head: {} } as unknown as Call
    let seen: unknown
    const serve: ServeInnerCall = (inner, response) => {
      seen = inner.headers['x-forwarded-client-cert']
      response.writeHead(204)
      response.end()
    }
    const headers = { 'x-forwarded-client-cert': 'Hash=ff' }
    const { status } = await callInside(serve, { method: 'GET', target: '/a', headers, body: undefined }, outer, 10)
    t.is(status, 204)
    t.is(seen, ofProxy)
  })
