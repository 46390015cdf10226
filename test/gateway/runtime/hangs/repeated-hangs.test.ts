import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { openRefusedRequests } from '../../../../src/gateway/runtime/hangs/refused-requests.ts'
import { openRepeatedHangs, refusalSeconds } from '../../../../src/gateway/runtime/hangs/repeated-hangs.ts'
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
  t.is(hangs.add(hangOf(describe({ url: '/first/a/b' }))), undefined)
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
  const first = request({ headers: { authorization: 'Bearer head.one.x' } })
  refused.add({ ...describeRequest(first, 'head'), seconds: 300 })
  t.true(refused.has(request({ headers: { authorization: 'Bearer head.two.y' } })))
  t.false(refused.has(request({ headers: { authorization: 'Bearer other.one.x' } })))
})

const orders = '/acme/shop/orders/v1/orders'
const withKey = (parts: Parameters<typeof request>[0] = {}) => ({
  url: orders,
  ...parts,
  headers: { 'x-ibm-client-id': 'key', ...parts.headers },
})

for (const [title, other] of [
  ['another length of the body', { headers: { 'content-length': '7' } }],
  ['another path of the API', { url: '/acme/shop/orders/v1/customers/9' }],
  ['another spelling of the path', { url: '/acme/./sh%6Fp//orders/v1/orders' }],
  ['another method', { method: 'PUT' }],
  ['another address of the same IPv6 network', { address: '2001:db8:0:1::ffff' }],
] as const) {
  test(`a repetition with ${title} is refused`, (t) => {
    const refused = openRefusedRequests(() => 0)
    const address = '2001:db8:0:1::7'
    refused.add({ ...describeRequest(request(withKey({ address })), 'key'), seconds: 300 })
    t.true(refused.has(request(withKey({ address, ...other }))))
  })
}

test('credentials that were not those of a client do not tell repetitions apart', (t) => {
  const hangs = openRepeatedHangs(() => 0)
  const refused = openRefusedRequests(() => 0)
  t.is(hangs.add(hangOf(describe({ url: orders, headers: { authorization: 'Bearer made-up' } }))), undefined)
  const repeated = hangs.add(hangOf(describe({ url: `${orders}/2`, headers: { 'x-ibm-client-id': 'made up' } })))
  t.not(repeated, undefined)
  refused.add({ fingerprint: repeated?.fingerprint ?? '', seconds: 300 })
  t.true(refused.has(request({ url: orders, headers: { authorization: 'Basic eDp5' } })))
})

for (const [title, other] of [
  ['another address', { address: '10.0.0.2' }],
  ['another client id', { headers: { 'x-ibm-client-id': 'other' } }],
  ['another API', { url: '/acme/shop/customers/v1/orders' }],
] as const) {
  test(`a request with ${title} is not refused`, (t) => {
    const refused = openRefusedRequests(() => 0)
    refused.add({ ...describeRequest(request(withKey()), 'key'), seconds: 300 })
    t.true(refused.has(request(withKey())))
    t.false(refused.has(request(withKey(other))))
  })
}
