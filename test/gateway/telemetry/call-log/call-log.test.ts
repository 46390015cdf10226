import test from 'ava'
import type { CallRecording } from '../../../../src/gateway/contract/access/call-log.ts'
import type { KeptCall } from '../../../../src/gateway/contract/access/explanation.ts'
import { openCallLog } from '../../../../src/gateway/telemetry/call-log/call-log.ts'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'

const catalog = '/acme/sandbox'
const recording: CallRecording = { maxCalls: 100, oneIn: 1, until: 60_000, by: 'owner' }

function open() {
  const time = { now: 0 }
  const log = openCallLog(
    () => time.now,
    ({ requestId }) => ({ requestId }) as KeptCall,
  )
  let sent = 0
  return {
    time,
    log,
    start: (more: Partial<CallRecording> = {}) =>
      log.handle({ do: 'start', catalog, recording: { ...recording, ...more } }),
    list: () => log.handle({ do: 'list', catalog }),
    call(more: { api?: string; application?: string; catalog?: string; reason?: string } = {}) {
      sent += 1
      const { api = 'a:1', application = 'shop', catalog: name = 'sandbox', reason } = more
      log.add({
        requestId: `r${sent}`,
        at: time.now,
        method: 'GET',
        path: '/x',
        status: 200,
        reason,
        bytes: 5,
        totalMs: 2,
        upstreamMs: 1,
        user: 'alice',
        remoteAddress: '127.0.0.1',
        location: { org: 'acme', catalog: name, api, operation: 'get' },
        client: { clientId: 'c', application: { name: application } },
      } as unknown as CallRecord)
    },
  }
}

const idsOf = ({ calls }: { calls: { requestId: string }[] }) => calls.map(({ requestId }) => requestId)

test('nothing is recorded until a recording starts, and the flag says so', (t) => {
  const { log, call, start, list } = open()
  t.false(log.isRunning)
  call()
  t.deepEqual(list(), { recording: undefined, isRunning: false, calls: [] })
  start()
  t.true(log.isRunning)
  call({ reason: 'scope_missing' })
  t.deepEqual(list().calls, [
    {
      requestId: 'r2',
      at: 0,
      method: 'GET',
      path: '/x',
      status: 200,
      reason: 'scope_missing',
      bytes: 5,
      totalMs: 2,
      upstreamMs: 1,
      api: 'a:1',
      operation: 'get',
      application: 'shop',
      course: undefined,
      content: undefined,
    },
  ])
})

test('a recording covers its catalog, its API and its application', (t) => {
  const { call, start, list } = open()
  start({ api: 'a:1', application: 'shop' })
  call({ api: 'b:1' })
  call({ application: 'other' })
  call({ catalog: 'other' })
  call()
  t.deepEqual(idsOf(list()), ['r4'])
})

test('it ends after its calls or its time, and the calls stay for an hour', (t) => {
  const { log, time, call, start, list } = open()
  start({ maxCalls: 2 })
  for (let count = 0; count < 3; count += 1) call()
  t.like(list(), { isRunning: false, recording: { maxCalls: 2 } })
  t.deepEqual(idsOf(list()), ['r2', 'r1'])
  t.false(log.isRunning)

  start()
  time.now = 60_000
  call()
  t.like(list(), { isRunning: false, calls: [] })
  time.now = 60_000 + 3_600_000
  t.is(list().recording, undefined)
})

test('sampling records one of so many calls, beginning with the first', (t) => {
  const { call, start, list } = open()
  start({ oneIn: 3 })
  for (let count = 0; count < 7; count += 1) call()
  t.deepEqual(idsOf(list()), ['r7', 'r4', 'r1'])
})

test('a stop drops what was recorded', (t) => {
  const { log, call, start } = open()
  start()
  call()
  t.deepEqual(log.handle({ do: 'stop', catalog }), { recording: undefined, isRunning: false, calls: [] })
  t.false(log.isRunning)
})

test('the content of a call is kept with it, and a call of which nothing may be kept is left out', (t) => {
  const { log, start, list } = open()
  start()
  const location = { org: 'acme', catalog: 'sandbox' }
  const content = { request: { headers: ['A', 'b'] }, response: { headers: [] } }
  const add = (requestId: string, kept: unknown) =>
    log.add({ requestId, at: 0, location, readContent: () => kept } as unknown as CallRecord)
  add('none', 'none')
  add('facts', undefined)
  add('all', content)
  t.deepEqual(
    list().calls.map(({ requestId, content: kept }) => [requestId, kept]),
    [
      ['all', content],
      ['facts', undefined],
    ],
  )
})
