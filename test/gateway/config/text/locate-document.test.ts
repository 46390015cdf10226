import test from 'ava'
import { locateDocument } from '../../../../src/gateway/config/text/find-documents.ts'

for (const [title, name] of [
  ['NUL', 'a\0b'],
  ['a line feed', 'a\nb'],
  ['300 characters', 'a'.repeat(300)],
  ['more than 200 bytes', 'ä'.repeat(120)],
] as const) {
  test(`a name with ${title} is the place of no document`, (t) => {
    t.is(locateDocument(`apis/${name}.yaml`), undefined)
  })
}

test('a long name that every file system accepts is the place of a document', (t) => {
  t.is(locateDocument(`apis/${'a'.repeat(195)}.yaml`)?.folder, 'api')
})
