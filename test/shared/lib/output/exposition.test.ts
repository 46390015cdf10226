import test from 'ava'
import { renderHistogram, renderMetric } from '../../../../src/shared/lib/output/exposition.ts'

test('writes names, help, labels and values', (t) => {
  const samples = [
    { labels: { qmgr: 'QM1', queue: 'A' }, value: 3 },
    { labels: {}, value: 0.5 },
  ]
  t.is(
    renderMetric('depth', 'gauge', 'Messages', samples),
    '# HELP depth Messages\n# TYPE depth gauge\ndepth{qmgr="QM1",queue="A"} 3\ndepth 0.5\n',
  )
})

test('escapes what would end a label', (t) => {
  const labels = { a: 'x"y\\z\n' }
  t.regex(renderMetric('m', 'counter', 'h', [{ labels, value: 1 }]), /\{a="x\\"y\\\\z\\n"\} 1\n$/)
})

test('writes nothing for a metric without samples', (t) => {
  t.is(renderMetric('m', 'counter', 'h', []), '')
  t.is(renderHistogram('m', 'h', [1], []), '')
})

test('adds up the counts of a histogram', (t) => {
  t.is(
    renderHistogram('d', 'h', [0.1, 1], [{ labels: { q: 'A' }, counts: [2, 0, 3], sum: 9 }]),
    [
      '# HELP d h',
      '# TYPE d histogram',
      'd_bucket{q="A",le="0.1"} 2',
      'd_bucket{q="A",le="1"} 2',
      'd_bucket{q="A",le="+Inf"} 5',
      'd_sum{q="A"} 9',
      'd_count{q="A"} 5',
      '',
    ].join('\n'),
  )
})
