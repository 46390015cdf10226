import test from 'ava'
import { parseXml, XmlError } from '../../../../src/mq/web/settings/xml.ts'

test('reads elements with their attributes, texts and lines', (t) => {
  const root = parseXml(
    '<?xml version="1.0"?>\n<server>\n  <!-- no -->\n  <feature>a-1.0</feature>\n  <x y="1"/>\n</server>',
  )
  t.is(root.name, 'server')
  t.deepEqual(
    root.children.map(({ name, text, line, attributes }) => [name, text, line, Object.fromEntries(attributes)]),
    [
      ['feature', 'a-1.0', 4, {}],
      ['x', '', 5, { y: '1' }],
    ],
  )
})

test('understands the entities of XML itself and characters by number', (t) => {
  const [child] = parseXml('<s><x filter="(&amp;(a=&#x41;)(b=&#66;&lt;))"/></s>').children
  t.is(child?.attributes.get('filter'), '(&(a=A)(b=B<))')
})

for (const [title, text, line, message] of [
  ['a DOCTYPE', '<?xml version="1.0"?>\n<!DOCTYPE s SYSTEM "file:///etc/passwd"><s/>', 2, /DOCTYPE/],
  ['an entity of its own', '<s>\n<x a="&lol;"/></s>', 2, /"&lol;" is not an entity/],
  ['a bare ampersand', '<s a="b & c"/>', 1, /ampersand is written &amp;/],
  ['an element that is not closed', '<s>\n<x>\n</s>', 3, /closing tag/],
  ['an attribute that is there twice', '<s x="1" x="2"/>', 1, /repeated/],
  ['two outer elements', '<s/>\n<s/>', 2, /more than one root element/],
  ['nothing', '', 1, /./],
  ['no XML', 'hello', 1, /./],
] as const) {
  test(`refuses ${title} with its line`, (t) => {
    const problem = t.throws(() => parseXml(text), { instanceOf: XmlError, message })
    t.is(problem.line, line)
  })
}
