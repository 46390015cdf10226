import test from 'ava'
import { CallMessage } from '../../../../src/gateway/data-plane/call/call-message.ts'
import { RequestHead } from '../../../../src/gateway/data-plane/call/caller.ts'
import { readRequestHead } from '../../../../src/gateway/data-plane/request/head.ts'

/** Reads the headers of a flat list of names and values. */
function read(...rawHeaders: string[]) {
  const call = {
    request: { rawHeaders: ['Host', 'gateway', ...rawHeaders], httpVersionMinor: 1 },
    head: new RequestHead(),
    message: new CallMessage(),
  }
  const error = readRequestHead(call as unknown as Parameters<typeof readRequestHead>[0])
  return { error: error as { reason: string } | undefined, head: call.head, kept: call.message.headers }
}

for (const [name, value, member] of [
  ['Accept', 'text/html', 'accept'],
  ['Origin', 'https://shop.example', 'origin'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'traceparent'],
] as const) {
  test(`stores and forwards the header ${name}`, (t) => {
    const { error, head, kept } = read(name, value, 'X-Other', '1')
    t.is(error, undefined)
    t.like(head, { [member]: value })
    t.deepEqual(kept, [name, value, 'X-Other', '1'])
  })
}

test('several traceparent headers are as good as an invalid one', (t) => {
  const { head, kept } = read('traceparent', 'one', 'Traceparent', 'two')
  t.like(head, { traceparent: '' })
  t.deepEqual(kept, ['traceparent', 'one', 'Traceparent', 'two'])
})

for (const [name, value] of [
  ['Content_Length', '7'],
  ['content_length', '7'],
  ['Transfer_Encoding', 'chunked'],
] as const) {
  test(`does not read the header ${name}, and drops it`, (t) => {
    const { error, head, kept } = read(name, value)
    t.is(error, undefined)
    t.deepEqual({ ...head }, { ...new RequestHead() })
    t.deepEqual(kept, [])
  })
}

for (const [title, headers, reason] of [
  ['two Host headers', ['host', 'other'], 'host_repeated'],
  ['two Authorization headers', ['Authorization', 'a', 'authorization', 'b'], 'authorization_repeated'],
  ['a length and a transfer coding', ['Content-Length', '1', 'Transfer-Encoding', 'chunked'], 'coding_unsupported'],
  ['another transfer coding', ['Transfer-Encoding', 'gzip, chunked'], 'coding_unsupported'],
] as const) {
  test(`rejects ${title}`, (t) => {
    t.is(read(...headers).error?.reason, reason)
  })
}

test('a request that is rejected keeps what was read, for its response and its log line', (t) => {
  const { error, head } = read('Accept', 'application/problem+json', 'Traceparent', 'of a trace', 'Host', 'another')
  t.is(error?.reason, 'host_repeated')
  t.like(head, { accept: 'application/problem+json', traceparent: 'of a trace' })
})

for (const [name, value, head] of [
  ['Authorization', 'Bearer token', { authorization: 'Bearer token', hasBody: false }],
  ['Content-Length', '7', { contentLength: '7', hasBody: true }],
  ['Content-Length', '0', { contentLength: '0', hasBody: false }],
  ['Transfer-Encoding', 'chunked', { hasBody: true }],
  ['Transfer-Encoding', 'Chunked', { hasBody: true }],
] as const) {
  test(`reads the header ${name}: ${value}, and does not forward it as it is`, (t) => {
    const result = read(name, value)
    t.is(result.error, undefined)
    t.deepEqual({ ...result.head }, { ...new RequestHead(), ...head })
    t.deepEqual(result.kept, [])
  })
}

for (const [minor, reason] of [
  [1, 'host_missing'],
  [0, undefined],
] as const) {
  test(`a request of HTTP/1.${minor} without a Host header ${reason ? 'is rejected' : 'passes'}`, (t) => {
    const request = { rawHeaders: ['X-Other', '1'], httpVersionMinor: minor }
    const call = { request, head: new RequestHead(), message: new CallMessage() }
    const error = readRequestHead(call as unknown as Parameters<typeof readRequestHead>[0])
    t.is((error as { reason: string } | undefined)?.reason, reason)
  })
}
