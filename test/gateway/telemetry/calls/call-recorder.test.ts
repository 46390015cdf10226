import test from 'ava'
import type { Client } from '../../../../src/gateway/consumers/index.ts'
import { type CallRecord, openCallRecorder } from '../../../../src/gateway/telemetry/calls/index.ts'
import { removeExemplars, toOpenMetrics } from '../../../../src/shared/lib/output/openmetrics.ts'
import { Registry, renderMetricsSum } from '../../../../src/shared/lib/output/prometheus.ts'

const call: CallRecord = {
  requestId: 'abc-1',
  revision: '0123456789ab',
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 67),
  method: 'GET',
  path: '/acme/sandbox/customerdb/v1/customers',
  status: 200,
  location: { org: 'acme', catalog: 'sandbox', api: 'customers:1.0.0', operation: 'getAllCustomers' },
  client: { clientId: 'shop-id', application: { name: 'shop' } as Client['application'] },
  user: 'alice',
  reason: undefined,
  detail: undefined,
  place: undefined,
  remoteAddress: '127.0.0.1',
  certificate: undefined,
  bytes: 12,
  totalMs: 3.25,
  upstreamStartedAt: 0,
  upstreamMs: 2,
}

function recorder() {
  const lines: string[] = []
  const metrics = new Registry()
  const { record, listSlowest } = openCallRecorder({ write: (line) => lines.push(line), metrics })
  return { record, listSlowest, lines, metrics }
}

test('a call is one line of JSON without members that have no value', (t) => {
  const { record, lines } = recorder()
  record(call)
  const [line = ''] = lines
  t.true(line.endsWith('}\n'))
  const { at, reason, detail, place, certificate, upstreamStartedAt, location, client, remoteAddress, ...rest } = call
  const caller = { application: 'shop', clientId: 'shop-id' }
  t.deepEqual(JSON.parse(line), {
    level: 'info',
    time: '2026-01-02T03:04:05.067Z',
    msg: 'call',
    ...location,
    ...caller,
    remote: remoteAddress,
    ...rest,
  })
})

test('texts of a caller cannot break the line', (t) => {
  const { record, lines } = recorder()
  const user = 'a"b\\c\n\u2028{"level":"x"}\u{1f600}'
  record({ ...call, user })
  t.is(lines.length, 1)
  t.is(lines[0]?.indexOf('\n'), (lines[0]?.length ?? 0) - 1)
  t.is(JSON.parse(lines[0] ?? '').user, user)
})

test('calls are counted by status, rejections by reason, durations in buckets', async (t) => {
  const { record, metrics } = recorder()
  record(call)
  record(call)
  record({ ...call, status: 401, reason: 'token_invalid', totalMs: 0.5, upstreamMs: undefined })
  record({
    ...call,
    status: 404,
    reason: 'api_unknown',
    location: { org: undefined, catalog: undefined, api: undefined, operation: undefined },
  })

  const text = metrics.render()
  const labels = 'catalog="acme/sandbox",api="customers:1.0.0",operation="getAllCustomers"'
  t.true(text.includes('# TYPE sluice_calls_total counter'))
  t.true(text.includes(`sluice_calls_total{${labels},status="200"} 2\n`), text)
  t.true(text.includes(`sluice_calls_total{${labels},status="401"} 1\n`))
  t.true(text.includes('sluice_calls_total{catalog="",api="",operation="",status="404"} 1\n'))
  t.true(text.includes(`sluice_refusals_total{${labels},reason="token_invalid"} 1\n`))
  t.true(text.includes('# TYPE sluice_call_duration_seconds histogram'))
  t.true(text.includes(`sluice_call_duration_seconds_bucket{le="0.001",${labels}} 1\n`))
  t.true(text.includes(`sluice_call_duration_seconds_bucket{le="0.005",${labels}} 3\n`))
  t.true(text.includes(`sluice_call_duration_seconds_bucket{le="+Inf",${labels}} 3\n`))
  t.true(text.includes(`sluice_call_duration_seconds_sum{${labels}} 0.007\n`))
  t.true(text.includes(`sluice_upstream_duration_seconds_count{${labels}} 2\n`))
})

test('the metrics of several workers are summed', async (t) => {
  const workers = [recorder(), recorder()]
  for (const { record } of workers) record(call)
  const text = await renderMetricsSum(await Promise.all(workers.map(({ metrics }) => metrics.read())))
  t.regex(text, /sluice_calls_total\{[^}]*status="200"\} 2\n/)
  t.regex(text, /sluice_call_duration_seconds_count\{[^}]*\} 2\n/)
})

test('a call above a soft limit is logged and counted as such', async (t) => {
  const { record, lines, metrics } = recorder()
  record(call)
  t.notRegex(await renderMetricsSum([await metrics.read()]), /^sluice_soft_limit_excesses_total\{/m)
  record({ ...call, exceededLimits: 'rate limit "default"' })
  t.like(JSON.parse(lines[1] ?? ''), { status: 200, exceeded: 'rate limit "default"' })
  t.regex(
    await renderMetricsSum([await metrics.read()]),
    /^sluice_soft_limit_excesses_total\{.*operation="getAllCustomers".*\} 1$/m,
  )
})

test('the slowest calls of an operation are listed with their stages, those of the last hour', (t) => {
  const { record, listSlowest } = recorder()
  for (let index = 1; index <= 9; index += 1)
    record({
      ...call,
      requestId: String(index),
      totalMs: index * 10,
      upstreamMs: index,
      upstreamStartedAt: performance.now(),
    })
  t.deepEqual(
    listSlowest().map(({ requestId }) => requestId),
    ['9', '8', '7', '6', '5'],
  )
  t.deepEqual(
    listSlowest()[0]?.course?.stages.map(({ stage }) => stage),
    ['before the upstream', 'upstream', 'response'],
  )
  const course = { totalMs: 1, stages: [], attempts: [] }
  record({ ...call, requestId: 'late', at: call.at + 3_600_001, totalMs: 1, course })
  t.deepEqual(
    listSlowest().map((each) => [each.requestId, each.course]),
    [['late', course]],
  )
})

test('buckets have the trace of one of their calls in OpenMetrics, and not in the Prometheus format', (t) => {
  const { record, metrics } = recorder()
  const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  record({ ...call, trace })
  record({ ...call, at: call.at + 10, trace: { ...trace, traceId: 'f'.repeat(32) } })
  const text = renderMetricsSum([metrics.read(), metrics.read()])
  const open = toOpenMetrics(text)
  t.regex(
    open,
    /\nsluice_call_duration_seconds_bucket\{le="0\.005",[^}]*\} 4 # \{trace_id="0af7651916cd43dd8448eb211c80319c"\} 0\.00325 \d+\.067\n/,
  )
  t.regex(
    open,
    /^# HELP sluice_calls Calls [^\n]*\n# TYPE sluice_calls counter\nsluice_calls_total\{[^}]*status="200"\} 4\n/,
  )
  t.regex(open, /[^\n]\n# EOF\n$/)
  t.notRegex(removeExemplars(text), /trace_id|# \{/)
})
