import test from 'ava'
import { compareTexts } from '../../../../../../src/gateway/parts/portal/host/documents/compare-texts.ts'

const place = { folder: '/srv/documents', environment: {} }

const referencesIn = (after: string | undefined) =>
  compareTexts([{ file: 'a.yaml', before: undefined, after }], place).references.flatMap(({ references }) => references)

test('the patch has the differences of all files in their order', (t) => {
  const { patch } = compareTexts(
    [
      { file: 'b.yaml', before: 'one\n', after: 'two\n' },
      { file: 'a.yaml', before: undefined, after: 'new\n' },
    ],
    place,
  )
  t.regex(patch, /b\.yaml\n@@.*\n-one\n\+two\n[\s\S]*a\.yaml\n@@.*\n\+new\n$/)
})

test('the references of each file that has some are listed, each once', (t) => {
  const { references } = compareTexts(
    [
      { file: 'a.yaml', before: '$env{OLD}', after: 'x: $env{A}\ny: $file{/b c}, $env{A}' },
      { file: 'b.yaml', before: 'x', after: 'no $reference{X}' },
      { file: 'c.yaml', before: '$env{OLD}', after: undefined },
    ],
    place,
  )
  t.deepEqual(references, [{ file: 'a.yaml', references: ['$env{A}', '$file{/b c}'] }])
})

test('no way to write a reference hides it', (t) => {
  t.deepEqual(referencesIn('$file{/run/$env{NAME}}'), ['$file{/run/', '$env{NAME}'])
  t.deepEqual(referencesIn('$env{open, $file{/etc/passwd}'), ['$env{open, ', '$file{/etc/passwd}'])
  t.deepEqual(referencesIn('$file{/a\nb}'), ['$file{/a'])
  const long = '/'.repeat(300)
  t.deepEqual(referencesIn(`$file{${long}etc/passwd}`), [`$file{${long.slice(0, 200)}`])
  t.deepEqual(referencesIn(`$file{${long.slice(0, 200)}}`), [`$file{${long.slice(0, 200)}}`])
})

test('of a text with many references the first 50 are listed', (t) => {
  const names = Array.from({ length: 60 }, (_, index) => `$env{V${index}}`)
  t.deepEqual(referencesIn(names.join(' ')), names.slice(0, 50))
})
