import test from 'ava'

import { compileNamePattern } from '../../../src/mft/monitors/name-patterns.ts'

test('a wildcard pattern includes, and another one excludes', (t) => {
  const matches = compileNamePattern({ syntax: 'wildcard', include: '*.csv', exclude: 'tmp*' })
  t.deepEqual(matches(['a.csv', 'tmp.csv', 'a.txt']), [true, false, false])
})

test('a regular expression must match the whole name', (t) => {
  const matches = compileNamePattern({ syntax: 'regularExpression', include: 'a\\d+', exclude: '' })
  t.deepEqual(matches(['a1', 'a1b', 'ba1']), [true, false, false])
})

test('an expression that is not valid is rejected with the reason', (t) => {
  const error = t.throws(() => compileNamePattern({ syntax: 'regularExpression', include: '(', exclude: '' }))
  t.regex(error?.message ?? '', /the regular expression "\(" is not valid/)
})

test('an expression that would need years is stopped', (t) => {
  const matches = compileNamePattern({ syntax: 'regularExpression', include: '(a+)+b', exclude: '' })
  t.throws(() => matches([`${'a'.repeat(60)}c`]), { message: /takes longer than 200 ms/ })
})
