import test from 'ava'
import type { CallLimit } from '../../../../src/gateway/config/types/index.ts'
import { addLimitHeaders, buildLimitHeaderTexts } from '../../../../src/gateway/data-plane/limits/limit-headers.ts'
import { location } from '../_support/documents.ts'

function statusOf(kind: CallLimit['kind'], name: string, remaining: number) {
  const limit = { name, kind, calls: 10, intervalSeconds: 60, hard: true, location }
  const label = kind === 'burst' ? `burst-${name}` : name
  return { headerTexts: buildLimitHeaderTexts(limit, label, 10), remaining, excess: 0, secondsLeft: 30 }
}

function headersOf(...statuses: ReturnType<typeof statusOf>[]) {
  const headers: string[] = []
  addLimitHeaders(headers, statuses)
  return headers
}

test('shows limits with calls left, without the time of their reset', (t) => {
  t.deepEqual(headersOf(statusOf('rate', 'a', 7), statusOf('rate', 'b', 1)), [
    ...['X-RateLimit-Limit', 'name=a,10; name=b,10;'],
    ...['X-RateLimit-Remaining', 'name=a,7; name=b,1;'],
    ...['RateLimit-Policy', '"a";q=10;w=60, "b";q=10;w=60'],
    ...['RateLimit', '"a";r=7;t=30, "b";r=1;t=30'],
  ])
})

test('shows the time of the reset of each kind that is used up', (t) => {
  t.deepEqual(headersOf(statusOf('rate', 'a', 0), statusOf('burst', 'a', 3)), [
    ...['X-RateLimit-Limit', 'name=a,10;'],
    ...['X-RateLimit-Remaining', 'name=a,0;'],
    ...['X-RateLimit-Reset', 'name=a,30;'],
    ...['X-BurstLimit-Limit', 'name=a,10;'],
    ...['X-BurstLimit-Remaining', 'name=a,3;'],
    ...['RateLimit-Policy', '"a";q=10;w=60, "burst-a";q=10;w=60'],
    ...['RateLimit', '"a";r=0;t=30, "burst-a";r=3;t=30'],
  ])
  const burst = headersOf(statusOf('burst', 'a', 0))
  t.true(burst.includes('X-BurstLimit-Reset'))
  t.false(burst.includes('X-RateLimit-Reset'))
})

test('no limits, no headers', (t) => {
  t.deepEqual(headersOf(), [])
})

test('a soft limit shows the calls above it', (t) => {
  const headers: string[] = []
  addLimitHeaders(headers, [
    { ...statusOf('rate', 'default', 0), excess: 3 },
    { ...statusOf('rate', 'other', 2), excess: 0 },
    { ...statusOf('burst', 'quick', 0), excess: 1 },
  ])
  t.is(headers[headers.indexOf('X-RateLimit-Exceeded') + 1], 'name=default,3;')
  t.is(headers[headers.indexOf('X-BurstLimit-Exceeded') + 1], 'name=quick,1;')
})
