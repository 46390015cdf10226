import test from 'ava'
import { openRecentRejections } from '../../../../src/gateway/telemetry/rejections/recent-rejections.ts'

const call = (at: number) => ({
  requestId: `r-${at}`,
  at,
  method: 'GET',
  path: '/x',
  status: 403,
  reason: 'scope_insufficient',
})

test('the last 50 rejected calls of each application are kept', (t) => {
  const recent = openRecentRejections()
  for (let at = 0; at < 120; at++) recent.add('/acme/sandbox', 'shop', call(at))
  recent.add('/acme/sandbox', 'other', call(1))
  recent.add('/acme/live', 'shop', call(2))
  const kept = recent.list('/acme/sandbox', 'shop').map(({ at }) => at)
  t.deepEqual(
    kept.sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, at) => at + 70),
  )
  t.is(recent.list('/acme/sandbox', 'other').length, 1)
  t.deepEqual(recent.list('/acme/sandbox', 'unknown'), [])
})
