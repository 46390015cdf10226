import { globSync, readFileSync } from 'node:fs'
import test from 'ava'
import { findMarks, isMarked } from '../../mutation/marks.ts'
import { findMutants } from '../../mutation/mutants.ts'

const source = `
// mutant condition false, operator >=: only faster
if (size > 0) clear()
// mutant: a cache
cache.set(1, 2)
// mutant operator
const count = 1
`

/** The kinds and replacements of the mutants of `source` that a comment marks. */
const marked = findMutants(source)
  .filter((mutant) => findMarks(source).some((mark) => isMarked(mark, mutant)))
  .map(({ kind, replacement }) => `${kind} ${replacement}`)

test('a comment marks the kinds and replacements that it names, and without them all mutants of the next line', (t) => {
  t.deepEqual(marked, ['condition false', 'operator >=', 'statement {}', 'constant 2', 'constant 3'])
})

test('a comment without a reason marks nothing', (t) => {
  t.is(findMarks('// mutant operator\nconst count = 1\n').length, 0)
})

test('every comment in the source marks a mutant of each kind that it names', (t) => {
  const stale = globSync('src/**/*.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const marks = text.includes('// mutant') ? findMarks(text) : []
    const mutants = marks.length > 0 ? findMutants(text) : []
    return marks
      .flatMap((mark) =>
        mark.mutants.length === 0 ? [mark] : mark.mutants.map((each) => ({ ...mark, mutants: [each] })),
      )
      .filter((mark) => !mutants.some((mutant) => isMarked(mark, mutant)))
      .map(({ line, mutants: [named] }) => `${file}:${line} ${named?.kind ?? ''} ${named?.replacement ?? ''}`.trim())
  })
  t.deepEqual(stale, [])
})
