import test from 'ava'
import type { CallLogState, RecordedCall } from '../../../../../src/gateway/contract/access/call-log.ts'
import { mergeCallLogs } from '../../../../../src/gateway/parts/portal/host/merge-call-logs.ts'

const recording = { maxCalls: 10, oneIn: 1, until: 1_000, by: 'owner' }

function callAt(at: number, text?: string): RecordedCall {
  const body = { text, bytes: 1, isCut: false }
  const content = { request: { headers: [] }, response: { headers: [], body } }
  const facts = { requestId: `r${at}`, at, method: 'GET', path: '/', status: 200, bytes: 1, totalMs: 1 }
  return text === undefined ? facts : { ...facts, content }
}

const stateOf = (isRunning: boolean, calls: RecordedCall[]): CallLogState => ({ recording, isRunning, calls })

test('the calls of all workers are listed, the newest first', (t) => {
  const merged = mergeCallLogs([stateOf(false, [callAt(5), callAt(1)]), stateOf(false, [callAt(7), callAt(3)])])
  t.deepEqual(
    merged.calls.map(({ at }) => at),
    [7, 5, 3, 1],
  )
})

test('a recording runs while one worker records', (t) => {
  t.true(mergeCallLogs([stateOf(false, []), stateOf(true, [])]).isRunning)
  t.false(mergeCallLogs([stateOf(false, []), stateOf(false, [])]).isRunning)
})

test('a worker that started later has no recording, and the others tell it', (t) => {
  const none = { recording: undefined, isRunning: false, calls: [] }
  t.deepEqual(mergeCallLogs([none, stateOf(false, [])]).recording, recording)
  t.deepEqual(mergeCallLogs([none]), none)
  t.deepEqual(mergeCallLogs([]), none)
})

test('the content of the newest calls of all workers is listed up to one limit', (t) => {
  const half = 'x'.repeat(2 * 1024 * 1024)
  const merged = mergeCallLogs([stateOf(false, [callAt(4, half), callAt(2, half)]), stateOf(false, [callAt(3, half)])])
  t.deepEqual(
    merged.calls.map(({ content }) => content !== undefined),
    [true, true, false],
  )
})
