import test from 'ava'
import {
  decodeBase64,
  detectFormat,
  indentXml,
  renderBody,
  renderHexDump,
} from '../../../../src/shared/ui/body/body-formats.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

for (const [body, format] of [
  ['hello', 'text'],
  ['', 'text'],
  [' {"a": [1]}', 'json'],
  ['{not json', 'text'],
  ['42', 'text'],
  ['<a><b/>x</a>', 'xml'],
  ['<a><b></a>', 'text'],
  ['<!doctype html><p>', 'text'],
] as const) {
  test(`${JSON.stringify(body)} is best seen as ${format}`, (t) => {
    t.is(detectFormat(bytes(body)), format)
  })
}

test('bytes that are no text are seen as hex, and neither as JSON nor as XML', (t) => {
  const binary = decodeBase64('/wD+QQ==')
  t.is(detectFormat(binary), 'hex')
  t.is(renderHexDump(binary), `00000000  ff 00 fe 41${' '.repeat(36)}  ...A`)
  t.is(renderBody(binary, 'json'), undefined)
  t.is(renderBody(binary, 'xml'), undefined)
})

test('XML is indented by its elements; comments and CDATA stay whole', (t) => {
  t.is(
    indentXml('<?xml version="1.0"?><a x="1"><!-- <b> --><b>1</b><c/><![CDATA[<d>]]></a>'),
    ['<?xml version="1.0"?>', '<a x="1">', '  <!-- <b> -->', '  <b>1</b>', '  <c/>', '  <![CDATA[<d>]]>', '</a>'].join(
      '\n',
    ),
  )
})

for (const hostile of ['<', '<!--', '<![CDATA[', '<a>', '<a ', '</a>', '<a/>x', '<!-- --><']) {
  test(`half a million times ${hostile} is looked at quickly`, (t) => {
    t.timeout(5_000)
    const text = hostile.repeat(500_000)
    t.is(indentXml(text), undefined)
  })
}
