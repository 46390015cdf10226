import test from 'ava'
import { convertJsonToXml, convertXmlToJson } from '../../../../../src/gateway/parts/transform/xml/badgerfish.ts'
import { redactText } from '../../../../../src/gateway/parts/transform/xml/redact.ts'
import { growsFaster } from '../../../../shared/lib/patterns/_growth.ts'

const strict = { isRelaxed: false }
const relaxed = { isRelaxed: true }
const options = { rootName: 'json', alwaysHasRoot: false, unnamedName: 'element' }

for (const [xml, expected, inRelaxedForm] of [
  ['<alice>bob</alice>', { alice: { $: 'bob' } }, { alice: 'bob' }],
  ['<a><b>1</b><c/></a>', { a: { b: { $: '1' }, c: {} } }, { a: { b: '1', c: '' } }],
  ['<a><b>1</b><b>2</b></a>', { a: { b: [{ $: '1' }, { $: '2' }] } }, { a: { b: ['1', '2'] } }],
  ['<a id="1">x &amp; &#x41;</a>', { a: { '@id': '1', $: 'x & A' } }, { a: { '@id': '1', $: 'x & A' } }],
  ['<a><![CDATA[<b>]]></a>', { a: { $: '<b>' } }, { a: '<b>' }],
  [
    '<a xmlns="urn:1" xmlns:p="urn:2"><p:b>x</p:b></a>',
    { a: { 'p:b': { $: 'x', '@xmlns': { $: 'urn:1', p: 'urn:2' } }, '@xmlns': { $: 'urn:1', p: 'urn:2' } } },
    { a: { 'p:b': { $: 'x', '@xmlns': { $: 'urn:1', p: 'urn:2' } }, '@xmlns': { $: 'urn:1', p: 'urn:2' } } },
  ],
] as const) {
  test(`${xml} is converted to JSON, and back`, (t) => {
    t.deepEqual(convertXmlToJson(xml, strict), expected as object)
    t.deepEqual(convertXmlToJson(xml, relaxed), inRelaxedForm as object)
    for (const form of [strict, relaxed])
      t.deepEqual(convertXmlToJson(convertJsonToXml(convertXmlToJson(xml, form), options), strict), expected as object)
  })
}

for (const text of [
  '<a>',
  '<a></b>',
  'text',
  '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  '<!doctype a [<!ENTITY b "c">]><a>&b;</a>',
]) {
  test(`${text} is refused`, (t) => {
    t.throws(() => convertXmlToJson(text, strict), { name: 'XmlError' })
  })
}

test('references that XML does not define stay as they are', (t) => {
  t.deepEqual(convertXmlToJson('<a>&b; &#xFFFFFFFF;</a>', relaxed), { a: '&b; &#xFFFFFFFF;' })
})

for (const [value, expected] of [
  [{ a: 1, b: true }, '<json><a>1</a><b>true</b></json>'],
  [[1, { c: 2 }], '<json><element>1</element><element><c>2</c></element></json>'],
  [{ a: null }, '<a/>'],
  [{ 'a b': '<&"\u0001' }, '<a_b>&lt;&amp;&quot;</a_b>'],
  [{ 1: 'x' }, '<_1>x</_1>'],
] as const) {
  test(`${JSON.stringify(value)} is converted to ${expected}`, (t) => {
    t.is(convertJsonToXml(value, options), expected)
  })
}

test('a name that could change the prototype of objects is refused', (t) => {
  t.throws(() => convertXmlToJson('<a><__proto__>x</__proto__></a>', relaxed), { name: 'XmlError' })
})

const redactions = [true, false].map((removes) => ({ steps: [{ name: 'a', isDeep: true }], removes }))

for (const [title, build] of [
  ['elements of one name', (length: number) => `<r>${'<a/>'.repeat(length / 4)}</r>`],
  ['elements of two names in turn', (length: number) => `<r>${'<a/><b/>'.repeat(length / 8)}</r>`],
  [
    'attributes',
    (length: number) => `<r ${Array.from({ length: length / 12 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  ],
  ['comments', (length: number) => `<r>${'<!--a-->'.repeat(length / 8)}</r>`],
  ['references', (length: number) => `<r>${'&#65;&amp;'.repeat(length / 10)}</r>`],
] as const) {
  test(`the time to convert and redact ${title} grows with the text`, (t) => {
    t.false(growsFaster((text) => convertXmlToJson(text, strict), build))
    t.false(growsFaster((text) => redactText(text, redactions), build))
    t.false(
      growsFaster(
        (json) => convertJsonToXml(JSON.parse(json), options),
        (length) => JSON.stringify(convertXmlToJson(build(length), strict)),
      ),
    )
  })
}
