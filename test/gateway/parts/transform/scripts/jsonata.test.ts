import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import test from 'ava'
import { findUnknownFunction } from '../../../../../src/gateway/parts/transform/scripts/jsonata.ts'

const library = readFileSync(createRequire(import.meta.url).resolve('jsonata/jsonata.js'), 'utf8')

test('every function of the library is known', (t) => {
  const names = [...library.matchAll(/staticFrame\.bind\(['"](\w+)['"]/g)].map(([, name]) => name)
  t.true(names.length > 50)
  t.deepEqual(
    names.filter((name) => findUnknownFunction(`$${name}(1)`, []) !== undefined),
    [],
  )
})

for (const [text, expected] of [
  ['$nofunction()', 'nofunction'],
  ['$count(items) > $size (items)', 'size'],
  ['($f := function($x) { $x + 1 }; $f(1))', undefined],
  ['"$nofunction()" = name', undefined],
  ['$header("a") = "b"', undefined],
] as const) {
  test(`the unknown function of ${text} is ${expected}`, (t) => {
    t.is(findUnknownFunction(text, ['header']), expected)
  })
}
