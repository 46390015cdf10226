import test from 'ava'
import { Registry, renderMetricsSum } from '../../../../src/shared/lib/output/prometheus.ts'

test('a metric without labels begins at 0, one with labels has a line for each that was counted', (t) => {
  const registry = new Registry()
  const deaths = registry.counter('deaths_total', 'Workers that died')
  const calls = registry.counter('calls_total', 'Calls', ['api', 'status'])
  t.is(
    registry.render(),
    '# HELP deaths_total Workers that died\n# TYPE deaths_total counter\ndeaths_total 0\n' +
      '# HELP calls_total Calls\n# TYPE calls_total counter\n',
  )
  deaths.inc()
  deaths.inc(0.5)
  calls.inc({ api: 'a', status: '200' })
  calls.inc({ status: '200', api: 'a' }, 2)
  calls.inc({ api: 'a"\\\n', status: '500' }, 0)
  const lines = registry
    .render()
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
  t.deepEqual(lines, [
    'deaths_total 1.5',
    'calls_total{api="a",status="200"} 3',
    'calls_total{api="a\\"\\\\\\n",status="500"} 0',
  ])
})

test('a gauge that is computed has the values at the time of reading, and no others', (t) => {
  const registry = new Registry()
  let nodes = ['a', 'b']
  registry.observe('nodes', 'Nodes', ['name'], () => nodes.map((name) => ({ labels: { name }, value: 1 })))
  t.is(registry.render().match(/^nodes/gm)?.length, 2)
  nodes = ['b']
  t.regex(registry.render(), /\nnodes\{name="b"\} 1\n$/)
})

test('a value is written as the format wants it', (t) => {
  const registry = new Registry()
  const gauge = registry.gauge('g', 'a\\b\nc')
  gauge.set(Number.POSITIVE_INFINITY)
  t.is(registry.render(), '# HELP g a\\\\b\\nc\n# TYPE g gauge\ng +Inf\n')
})

test('a name is registered once, unless it is replaced', (t) => {
  const registry = new Registry()
  registry.gauge('g', 'h')
  t.throws(() => registry.counter('g', 'h'), { message: 'the metric g is registered already' })
  registry.replace('g', () => ({ name: 'g', help: 'h', type: 'gauge', values: [{ labels: {}, value: 7 }] }))
  t.regex(registry.render(), /^g 7$/m)
})

test('values of processes are summed by their labels, or as the metric says', (t) => {
  const processes = [1, 3].map((value) => {
    const registry = new Registry()
    const labelled = registry.counter('calls', 'h', ['api'])
    labelled.inc({ api: 'both' }, value)
    labelled.inc({ api: `only ${value}` }, value)
    registry.observe('most', 'h', [], () => value, { aggregator: 'max' })
    registry.observe('mean', 'h', [], () => value, { aggregator: 'average' })
    registry.add('seconds', () => ({
      name: 'seconds',
      help: 'h',
      type: 'histogram',
      values: [{ metricName: 'seconds_sum', labels: {}, value }],
    }))
    return registry.read()
  })
  const samples = renderMetricsSum(processes)
    .split('\n')
    .filter((line) => /^[a-z]/.test(line))
  t.deepEqual(samples, [
    'calls{api="both"} 4',
    'calls{api="only 1"} 1',
    'calls{api="only 3"} 3',
    'most 3',
    'mean 2',
    'seconds_sum 4',
  ])
})
