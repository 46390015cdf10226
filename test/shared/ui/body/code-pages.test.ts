import test from 'ava'
import { detectFormat, renderBody, renderHexDump } from '../../../../src/shared/ui/body/body-formats.ts'
import { decodeText, findCodePage } from '../../../../src/shared/ui/body/code-pages.ts'

const hex = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (each) => Number.parseInt(each, 16))

for (const [ccsid, digits, text] of [
  [37, 'c88593939640e69699938461', 'Hello World/'],
  [500, '4ac1ff', undefined],
  [273, '43c143', '{A{'],
  [1047, 'adbd', '[]'],
  [1140, '9f', '€'],
  [819, 'fc', 'ü'],
  [1200, '00410042', 'AB'],
  [4711, 'c3bc', 'ü'],
] as const) {
  test(`${digits} in the character set ${ccsid}`, (t) => {
    const decoded = decodeText(hex(digits), findCodePage(ccsid))
    if (text === undefined) t.true(decoded?.startsWith('[A'))
    else t.is(decoded, text)
  })
}

test('JSON in EBCDIC is seen as JSON, and its hex dump has its characters', (t) => {
  const body = hex('c07f817f7af1d0') // {"a":1}
  t.is(detectFormat(body, '37'), 'json')
  t.is(renderBody(body, 'json', '37'), '{\n  "a": 1\n}')
  t.true(renderHexDump(body, '37').endsWith('{"a":1}'))
})
