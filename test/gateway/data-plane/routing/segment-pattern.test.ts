import test from 'ava'
import {
  compareSegmentPatterns,
  matchSegment,
  parseSegmentPattern,
} from '../../../../src/gateway/data-plane/routing/segment-pattern.ts'

for (const [segment, text, values] of [
  ['{id}.json', 'a.json', ['a']],
  ['{id}.json', 'a.json.json', ['a.json']],
  ['{id}.json', '.json', undefined],
  ['{id}.json', 'a.xml', undefined],
  ['{a}-{b}', '1-2', ['1', '2']],
  ['{a}-{b}', '1-2-3', ['1', '2-3']],
  ['{a}-{b}', '--', undefined],
  ['{a}-{b}', '---', ['-', '-']],
  ['{a}-{b}', '1-', undefined],
  ['{a}-{b}', '-1', undefined],
  ['Users({id})', 'Users(7)', ['7']],
  ['v{major}.{minor}', 'v1.2', ['1', '2']],
  ['v{major}.{minor}', '1.2', undefined],
  ['{a}..{b}.json', '1...json', undefined],
  ['{a}:{b}:{c}', '1:2:3', ['1', '2', '3']],
] as const) {
  test(`${segment} ${values ? 'matches' : 'does not match'} ${text}`, (t) => {
    t.deepEqual(matchSegment(parseSegmentPattern(segment), text), values as never)
  })
}

test('the pattern with more text is tried first', (t) => {
  const order = ['{a}.{b}', '{a}.json', '{a}.xml', 'x{a}.json'].map(parseSegmentPattern).sort(compareSegmentPatterns)
  t.deepEqual(
    order.map(({ shape }) => shape),
    ['x{}.json', '{}.json', '{}.xml', '{}.{}'],
  )
})

test('a long segment costs time in proportion to its length', (t) => {
  const pattern = parseSegmentPattern('{a}-{b}-{c}-{d}.json')
  t.is(matchSegment(pattern, '-'.repeat(1_000_000)), undefined)
})
