import test from 'ava'
import { decodeHeaderText, encodeHeaderText } from '../../../../src/shared/lib/headers/header-text.ts'

for (const text of ['', 'plain', 'José', 'José€', '😀', '\ufeffmarked']) {
  test(`"${text}" is the same after a header`, (t) => {
    const value = encodeHeaderText(text)
    t.notRegex(value, /[^\0-\xff]/)
    t.is(Buffer.from(value, 'latin1').toString('utf8'), text)
    t.is(decodeHeaderText(value), text)
  })
}

test('bytes that are not UTF-8 are latin1', (t) => {
  for (const value of ['caf\xe9', '\xff', '\xc3', '\xed\xa0\x80']) t.is(decodeHeaderText(value), value)
})
