import test from 'ava'
import type { LiveCounters, LiveView } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import { startWithOwner } from '../_support/owner.ts'

test('the first response of the live page has an earlier reading, which gives rates', async (t) => {
  let calls = 0
  const readAt: number[] = []
  const readLiveCounters = async (): Promise<LiveCounters> => {
    calls += 10
    readAt.push(performance.now())
    const apis = [{ api: 'a:1', calls, errors: 0, refusals: 0 }]
    return { workers: 1, apis, latency: { totalMs: calls, buckets: [] }, upstreams: [], rejections: [] }
  }
  const { owner } = await startWithOwner(t, { tools: { readLiveCounters } })
  const first = await owner.call<LiveView>('GET', '/configuration/live?earlier=true')
  t.like(first.body, { earlier: { apis: [{ calls: 10 }] }, apis: [{ calls: 20 }] })
  const [earlierMs = 0, laterMs = 0] = readAt
  t.true(laterMs - earlierMs > 400, 'rates over a shorter time would jump')
  const later = await owner.call<LiveView>('GET', '/configuration/live')
  t.is(later.body.earlier, undefined)
  t.like(later.body.apis, [{ calls: 30 }])
})
