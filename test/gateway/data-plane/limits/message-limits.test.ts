import type { ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import type { CallLimit } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldPlan,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const scopes = ['mq.put', 'mq.get', 'mq.browse'] as const

function limit(kind: 'message' | 'byte', calls: number): CallLimit {
  return { name: 'few', kind, calls, intervalSeconds: 3600, hard: true, location }
}

/** A gateway with a limit of messages or bytes, before a backend that responds as a queue manager does. */
async function start(t: ExecutionContext, ...limits: CallLimit[]) {
  let answer = (response: ServerResponse) => void response.writeHead(201).end()
  const backend = await startBackend((request, response) => {
    request.resume()
    answer(response)
  })
  const of = (scope: (typeof scopes)[number]) => ({
    security: [{ all: [{ definition: oauth, scopes: [scope] }], location }],
  })
  const operations = [
    operation('POST', '/q/message', of('mq.put')),
    operation('POST', '/q/batch', of('mq.put')),
    operation('DELETE', '/q/message', of('mq.get')),
    operation('POST', '/q/lease', of('mq.get')),
    operation('GET', '/q/stream', of('mq.browse')),
    operation('GET', '/q/depth', of('mq.browse')),
  ]
  const products = [{ ...shopProduct, plans: new Map([['gold', { ...goldPlan, limits }]]) }]
  const applications = [application('one', { subscriptions: [goldSubscription] })]
  const consumers = openConsumers({ applications, products })
  const gateway = await startGateway(config(catalog([api(backend.url, { operations })], { products, applications })), {
    clock: () => Date.UTC(2026, 0, 1),
    consumers: () => consumers,
    verifyToken: () => () => accessToken('one', { scopes: new Set(scopes), expiresAt: Date.UTC(2100, 0, 1) / 1000 }),
  })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  return {
    gateway,
    respondWith: (next: typeof answer) => {
      answer = next
    },
    async call(method: string, path: string, body?: string) {
      const headers = { authorization: 'Bearer one', accept: 'text/event-stream' }
      const response = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      await gateway.recordOf(response)
      return { status: response.status, headers: response.headers, text, record: await gateway.recordOf(response) }
    },
  }
}

test('a call is refused when the messages of the plan are used up, and other operations are not', async (t) => {
  const { call, respondWith } = await start(t, limit('message', 5))
  t.is((await call('POST', '/q/message', 'one')).status, 201)
  respondWith((response) => void response.writeHead(404).end())
  t.is((await call('DELETE', '/q/message')).status, 404, 'moved nothing')
  respondWith((response) => void response.writeHead(201, { 'idempotent-replayed': 'true' }).end())
  t.is((await call('POST', '/q/message', 'one')).status, 201, 'moved before')
  respondWith((response) => void response.writeHead(200, { 'sluice-messages': '3' }).end('{}'))
  t.is((await call('POST', '/q/lease', '{}')).status, 200)
  t.is((await call('POST', '/q/batch', '{}')).status, 200, 'began within the limit')
  const refused = await call('POST', '/q/message', 'one')
  t.is(refused.status, 429)
  t.is(refused.headers.get('retry-after'), '3600')
  t.like(refused.record, { reason: 'rate_limit', detail: 'message limit "few": 7 of 5 messages' })
  t.is((await call('GET', '/q/depth')).status, 200)
})

test('bytes are those of the request of a put, and of the response of a get', async (t) => {
  const { call, respondWith } = await start(t, limit('byte', 10))
  t.is((await call('POST', '/q/message', '12345')).status, 201)
  respondWith((response) => void response.writeHead(200).end('67890'))
  t.is((await call('DELETE', '/q/message')).status, 200)
  const refused = await call('DELETE', '/q/message')
  t.is(refused.status, 429)
  t.is(refused.record.detail, 'byte limit "few": 10 of 10 bytes')
})

test('a stream ends when the messages are used up, also when an event arrives in parts', async (t) => {
  const { call, respondWith } = await start(t, limit('message', 2))
  const parts = ['retry: 2000\n\nevent: mess', 'age\ndata: 1\n\n: heartbeat\n\n', 'event: message\ndata: 2\n\n']
  respondWith((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = () => {
      const part = parts.shift()
      if (part !== undefined) response.write(part, () => setTimeout(send, 20))
    }
    send()
  })
  const { text, record } = await call('GET', '/q/stream')
  t.true(text.endsWith('data: 2\n\nevent: end\ndata: {"reason":"limit_reached"}\n\n'), text)
  t.is(record.reason, 'rate_limit')
  t.is((await call('GET', '/q/stream')).status, 429)
})
