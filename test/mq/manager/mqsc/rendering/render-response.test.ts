import test from 'ava'
import { renderJsonParameters } from '../../../../../src/mq/manager/mqsc/index.ts'

const response = { completionCode: 0, reasonCode: 0, messages: [] } as const

for (const [title, value] of [
  ['a plain text', 'DEV.QUEUE.1'],
  ['no text', ''],
  ['quotes', 'say "hello"'],
  ['a backslash', 'C:\\mq'],
  ['letters beyond ASCII', 'Grüße, 世界 \u{1f600}'],
  ['control characters', 'a\n\t\u0000b\u007f'],
  ['half of a pair', '\ud83d'],
  ['a number', 999_999_999],
  ['a list', ['A', 'say "B"']],
  ['an empty list', []],
] as const) {
  test(`${title} is written as JSON would`, (t) => {
    const text = renderJsonParameters({ ...response, attributes: [['DESCR', value]] })
    t.is(text, JSON.stringify({ descr: value }))
  })
}

test('handles stand below their object', (t) => {
  const handles = [[['HSTATE', 'ACTIVE']], [['HSTATE', 'INACTIVE']]] as const
  const text = renderJsonParameters({ ...response, attributes: [['QUEUE', 'A']], objects: handles })
  t.deepEqual(JSON.parse(text ?? ''), { queue: 'A', objects: [{ hstate: 'ACTIVE' }, { hstate: 'INACTIVE' }] })
})

test('what displays nothing has no members', (t) => {
  t.is(renderJsonParameters(response), undefined)
  t.is(renderJsonParameters({ ...response, attributes: [] }), '{}')
})
