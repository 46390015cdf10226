import type { IncomingMessage } from 'node:http'
import test from 'ava'
import {
  openRefusedRequests,
  openRepeatedHangs,
  refusalSeconds,
} from '../../../../src/gateway/runtime/hangs/repeated-hangs.ts'
import { describeRequest, type RequestInProgress } from '../../../../src/gateway/runtime/hangs/request-in-progress.ts'

function request(parts: { url?: string; method?: string; address?: string; headers?: Record<string, string> }) {
  const { url = '/api/orders?a=1', method = 'GET', address = '10.0.0.1', headers = {} } = parts
  return { url, method, headers, socket: { remoteAddress: address } } as unknown as IncomingMessage
}

const describe = (parts: Parameters<typeof request>[0] = {}) => describeRequest(request(parts), undefined)

const hangOf = (executed: RequestInProgress) => ({
  requests: [describe({ url: '/innocent' }), executed],
  executed: 1,
  stack: [],
})

test('a request is refused for minutes after the second hang that it has caused', (t) => {
  let now = 0
  const hangs = openRepeatedHangs(() => now)
  t.is(hangs.add(hangOf(describe())), undefined)
  t.deepEqual(hangs.refusals(), [])
  now = 599_000
  t.is(hangs.add(hangOf(describe()))?.path, '/api/orders')
  t.deepEqual(hangs.refusals(), [{ fingerprint: describe().fingerprint, seconds: refusalSeconds }])
  now += refusalSeconds * 1_000
  t.deepEqual(hangs.refusals(), [])
})

test('hangs that are more than ten minutes apart are no repetition', (t) => {
  let now = 0
  const hangs = openRepeatedHangs(() => now)
  hangs.add(hangOf(describe()))
  now = 600_001
  t.is(hangs.add(hangOf(describe())), undefined)
})

test('requests that waited beside those that cause hangs are not refused', (t) => {
  const hangs = openRepeatedHangs(() => 0)
  const waiting = { requests: [describe(), describe({ url: '/innocent' })], executed: undefined, stack: [] }
  t.is(hangs.add(waiting), undefined)
  t.is(hangs.add(waiting), undefined)
  t.is(hangs.add(hangOf(describe({ url: '/first' }))), undefined)
  t.is(hangs.add(hangOf(describe({ url: '/second' }))), undefined)
})

test('a hang about which nothing is known changes nothing', (t) => {
  const hangs = openRepeatedHangs(() => 0)
  const unknown = { requests: undefined, executed: undefined, stack: [] }
  hangs.add(unknown)
  t.is(hangs.add(unknown), undefined)
})

test('a worker refuses a request until its time is over', (t) => {
  let now = 0
  const refused = openRefusedRequests(() => now)
  t.false(refused.has(request({})))
  refused.add({ fingerprint: describe().fingerprint, seconds: 300 })
  t.true(refused.has(request({})))
  now = 299_999
  t.true(refused.has(request({ url: '/api/orders?a=2' })), 'with another query')
  now = 300_000
  t.false(refused.has(request({})))
})

test('requests with the next token of the same client are refused as well', (t) => {
  const refused = openRefusedRequests(() => 0)
  refused.add({ ...describe({ headers: { authorization: 'Bearer head.one.x' } }), seconds: 300 })
  t.true(refused.has(request({ headers: { authorization: 'Bearer head.two.y' } })))
  t.false(refused.has(request({ headers: { authorization: 'Bearer other.one.x' } })))
})

for (const [title, other] of [
  ['another address', { address: '10.0.0.2' }],
  ['another client id', { headers: { 'x-ibm-client-id': 'other' } }],
  ['another method', { method: 'POST' }],
  ['another path', { url: '/api/customers' }],
  ['another length of the body', { headers: { 'content-length': '7' } }],
] as const) {
  test(`a request with ${title} is not refused`, (t) => {
    const refused = openRefusedRequests(() => 0)
    refused.add({ ...describe(), seconds: 300 })
    t.false(refused.has(request(other)))
  })
}
