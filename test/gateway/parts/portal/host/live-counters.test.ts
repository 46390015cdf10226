import test from 'ava'
import type { Explanation } from '../../../../../src/gateway/contract/access/explanation.ts'
import {
  buildLiveCounters,
  maxShownRejections,
  mergeLiveCounters,
} from '../../../../../src/gateway/parts/portal/host/live-counters.ts'
import type { WorkerMetrics } from '../../../../../src/shared/lib/output/prometheus.ts'

const labels = { catalog: 'acme/sandbox', api: 'a:1.0.0', operation: 'list' }

function worker(calls: number): WorkerMetrics {
  const metric = (name: string, values: object[]) => ({ name, help: '', type: 'counter', aggregator: 'sum', values })
  return [
    metric('sluice_calls_total', [
      { labels: { ...labels, status: '200' }, value: calls },
      { labels: { ...labels, status: '502' }, value: 1 },
      { labels: { ...labels, catalog: 'acme/other', status: '200' }, value: 99 },
    ]),
    metric('sluice_refusals_total', [{ labels: { ...labels, reason: 'scope_missing' }, value: 2 }]),
    metric('sluice_call_duration_seconds', [
      { metricName: 'sluice_call_duration_seconds_bucket', labels: { ...labels, le: '0.1' }, value: calls },
      { metricName: 'sluice_call_duration_seconds_bucket', labels: { ...labels, le: '+Inf' }, value: calls + 1 },
      { metricName: 'sluice_call_duration_seconds_sum', labels, value: 0.5 },
    ]),
    metric('sluice_target_requests_total', [{ labels: { target: 'http://b' }, value: calls }]),
    metric('sluice_target_circuit_open', [{ labels: { target: 'http://b' }, value: 1 }]),
  ] as unknown as WorkerMetrics
}

test('the counters of all workers are summed for one catalog', (t) => {
  const counters = mergeLiveCounters(
    [worker(10), worker(5)].map((metrics) => buildLiveCounters('acme/sandbox', metrics, [])),
  )
  t.deepEqual(counters, {
    workers: 2,
    apis: [{ api: 'a:1.0.0', calls: 17, errors: 2, refusals: 4 }],
    latency: {
      totalMs: 1_000,
      buckets: [
        { upToMs: 100, calls: 15 },
        { upToMs: null, calls: 17 },
      ],
    },
    upstreams: [{ target: 'http://b', requests: 15, failures: 0, openCircuits: 2, unhealthyWorkers: 0 }],
    rejections: [],
  })
})

test('the newest rejections come first, and only as many as the page shows', (t) => {
  const rejection = (at: number): Explanation => ({
    requestId: `r-${at}`,
    at,
    method: 'GET',
    path: '/x',
    status: 403,
    reason: 'scope_missing',
    checks: [{ check: 'c', outcome: 'failed', place: 'apis/secret.yaml:3' }],
  })
  const all = Array.from({ length: 50 }, (_, index) => rejection(index))
  const parts = [all.slice(0, 25), all.slice(25)].map((some) => buildLiveCounters('acme/sandbox', [], some))
  const { rejections } = mergeLiveCounters(parts)
  t.is(rejections.length, maxShownRejections)
  t.is(rejections[0]?.requestId, 'r-49')
  t.notRegex(JSON.stringify(rejections), /secret\.yaml/)
})
