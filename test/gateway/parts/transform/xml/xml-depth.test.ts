import test from 'ava'
import { requireParsed } from '../../../../../src/gateway/parts/transform/xml/parse-limits.ts'
import { parseXmlTree } from '../../../../../src/gateway/parts/transform/xml/xml-tree.ts'

const nest = (levels: number, open: string, close = '</a>') => open.repeat(levels) + close.repeat(levels)

for (const [title, xml, isAccepted] of [
  ['256 levels', nest(256, '<a>'), true],
  ['257 levels', nest(257, '<a>'), false],
  ['an empty element below 256 levels', `${'<a>'.repeat(256)}<b/>${'</a>'.repeat(256)}`, false],
  ['40,000 levels whose attributes contain the end of a tag', nest(40_000, `<a b='/>' c="/>">`), false],
  ['levels that comments and texts only seem to end', nest(300, '<a><!--</a>--><![CDATA[</a>]]><?p </a>?>'), false],
  ['many elements side by side', `<r>${`<a x="<!--"/>`.replace('<!--', '>').repeat(5_000)}</r>`, true],
] as const) {
  for (const [name, parse] of [
    ['the tree', parseXmlTree],
    ['the policy parse', (text: string) => requireParsed(text, 'xml')],
    ['the policy parse with a limit', (text: string) => requireParsed(text, 'xml', { max_width: 10_000 })],
  ] as const) {
    test(`${name} ${isAccepted ? 'accepts' : 'rejects'} XML with ${title}`, (t) => {
      if (isAccepted) t.notThrows(() => parse(xml))
      else t.throws(() => parse(xml), { message: /at most 256 levels/ })
    })
  }
}
