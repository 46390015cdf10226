import test from 'ava'
import type { RecordedCall } from '../../../../src/gateway/contract/access/call-log.ts'
import { limitContent } from '../../../../src/gateway/telemetry/call-log/limit-content.ts'

/** The limit in characters. */
const maxListedContent = 4 * 1024 * 1024

/** A call whose headers and bodies have so many characters. */
function callOf(requestId: string, length?: number): RecordedCall {
  const facts = { requestId, at: 0, method: 'GET', path: '/', status: 200, bytes: 1, totalMs: 1 }
  if (length === undefined) return facts
  const body = { text: 'b'.repeat(length - 7), bytes: length, isCut: false }
  return { ...facts, content: { request: { headers: ['A', 'bc'] }, response: { headers: ['D', 'efg'], body } } }
}

const shown = (calls: RecordedCall[]) =>
  limitContent(calls).map(({ requestId, content }) => `${requestId} ${content ? 'with' : 'without'}`)

test('calls keep their content up to exactly the limit, headers and bodies together', (t) => {
  t.deepEqual(shown([callOf('a', maxListedContent)]), ['a with'])
  t.deepEqual(shown([callOf('a', maxListedContent + 1)]), ['a without'])
  t.deepEqual(shown([callOf('a', maxListedContent - 20), callOf('b'), callOf('c', 20)]), [
    'a with',
    'b without',
    'c with',
  ])
})

test('all calls after the limit are facts only, also small ones, so that the newest are complete', (t) => {
  const calls = [callOf('a', maxListedContent - 20), callOf('b', 21), callOf('c', 10)]
  t.deepEqual(shown(calls), ['a with', 'b without', 'c without'])
  t.deepEqual(limitContent(calls).slice(1), [callOf('b'), callOf('c')])
})

test('a message without a body or without its text counts its headers', (t) => {
  const call = callOf('a', 10)
  const withoutText = { headers: ['D'], body: { bytes: 5, isCut: false } }
  const all = [
    { ...call, content: { request: { headers: [] }, response: withoutText } },
    callOf('b', maxListedContent - 1),
  ]
  t.deepEqual(shown(all), ['a with', 'b with'])
})
