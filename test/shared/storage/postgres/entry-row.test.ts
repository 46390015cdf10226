import test from 'ava'
import { decodeEntry, encodeSaveOptions, encodeText } from '../../../../src/shared/storage/postgres/entry-row.ts'

for (const [text, encoded] of [
  ['plain', 'plain'],
  ['', ''],
  ['a\0b', 'a\\0b'],
  ['back\\slash', 'back\\\\slash'],
  ['\\0', '\\\\0'],
  ['\0\\\0', '\\0\\\\\\0'],
] as const) {
  test(`the key ${JSON.stringify(text)} is stored without U+0000, and is read as it was`, (t) => {
    t.is(encodeText(text), encoded)
    t.is(decodeEntry({ key: encoded, value: '1' }).key, text)
  })
}

test('the options of a write are the columns of its row', (t) => {
  t.deepEqual(encodeSaveOptions(), { expiresAt: null, family: null, wakesWatchers: false })
  t.deepEqual(encodeSaveOptions({ expiresAt: 5, group: 'a\0', wakesWatchers: true }), {
    expiresAt: 5,
    family: 'a\\0',
    wakesWatchers: true,
  })
  t.is(encodeSaveOptions({ group: '' }).family, '')
  t.throws(() => encodeSaveOptions({ expiresAt: Number.NaN }), { instanceOf: TypeError })
})

test('the times of a row are those of the entry, and NULL is none', (t) => {
  t.deepEqual(decodeEntry({ key: 'k', value: '{"a":1}', consumed_at: 3, expires_at: 5 }).entry, {
    value: { a: 1 },
    consumedAt: 3,
    expiresAt: 5,
  })
  t.deepEqual(decodeEntry({ key: 'k', value: 'null', consumed_at: null, expires_at: null }).entry, {
    value: null,
    consumedAt: undefined,
    expiresAt: undefined,
  })
})
