import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import test from 'ava'
import { openRequestState, setClaimedClientId } from '../../../../src/gateway/oauth/request/request-state.ts'

function open(url = '/oauth2/token', headers: Record<string, string> = {}) {
  const response = Object.assign(new EventEmitter(), { writableFinished: false })
  const request = { url, headers, socket: { remoteAddress: '127.0.0.1' } }
  const state = openRequestState(request as unknown as IncomingMessage, response as unknown as ServerResponse)
  return { state, response }
}

test('has the request id, and the path without the query', (t) => {
  t.like(open('/oauth2/token?a=1?b', { 'x-request-id': 'r-1' }).state, {
    requestId: 'r-1',
    uri: '/oauth2/token',
    address: '127.0.0.1',
  })
  t.is(open().state.requestId, undefined)
})

for (const isComplete of [true, false]) {
  test(`the connection closes ${isComplete ? 'after' : 'before'} the response is complete`, (t) => {
    const { state, response } = open()
    t.false(state.signal.aborted)
    response.writableFinished = isComplete
    response.emit('close')
    t.is(state.signal.aborted, !isComplete)
  })
}

test('stores a claimed client id of up to 256 characters, and shortens longer ones', (t) => {
  const { state } = open()
  for (const [length, stored] of [
    [255, 255],
    [256, 256],
    [257, 256],
  ] as const) {
    setClaimedClientId(state, { id: 'x'.repeat(length) })
    t.is(state.claimedClientId?.length, stored)
  }
})
