import test from 'ava'
import { drawCall, type SvgNode } from '../../../../src/gateway/contract/access/draw-call.ts'

const texts = { label: 'stages', noResponse: 'no response' }
const course = {
  totalMs: 100,
  stages: [
    { stage: 'routing', startMs: 0, tookMs: 1, changes: [] },
    { stage: 'invoke', place: 'apis/a.yaml:3', startMs: 10, tookMs: 80, changes: ['response 200'] },
  ],
  attempts: [
    { target: 'http://a', why: 'round-robin', startMs: 11, tookMs: 20, result: 'ECONNRESET' },
    { target: 'http://b', why: 'round-robin, a retry', startMs: 31, tookMs: 59, result: '200' },
    { target: 'http://c', why: 'the only target', startMs: 99 },
  ],
}

function bars(node: SvgNode): Record<string, unknown>[] {
  const own = node.tag === 'rect' ? [node.attributes] : []
  return [...own, ...node.children.flatMap((each) => (typeof each === 'string' ? [] : bars(each)))]
}

const titles = (node: SvgNode): string[] =>
  node.children.flatMap((each) => {
    if (typeof each === 'string') return []
    return each.tag === 'title' ? [String(each.children[0])] : titles(each)
  })

test('draws a bar for each stage, policy and request in the order of their start, at the scale of the call', (t) => {
  const drawn = drawCall(course, texts)
  t.deepEqual(titles(drawn), [
    'routing: 1.00 ms',
    'invoke: 80 ms, apis/a.yaml:3, response 200',
    'upstream: 20 ms, http://a: ECONNRESET, round-robin',
    'upstream: 59 ms, http://b: 200, round-robin, a retry',
    'upstream: 1.00 ms, http://c: no response, the only target',
  ])
  const [routing, invoke, , retry] = bars(drawn)
  t.is(Number(invoke?.width) / Number(routing?.width), 80)
  t.is(Math.round(Number(retry?.x) - Number(routing?.x)), Math.round(31 * Number(routing?.width)))
  t.is(new Set(bars(drawn).map(({ fill }) => fill)).size, 4)
})

test('a call that took no time has bars that are seen', (t) => {
  const drawn = drawCall({ ...course, totalMs: 0, attempts: [] }, texts)
  t.true(bars(drawn).every(({ width }) => Number(width) > 0))
})
