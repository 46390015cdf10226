import test from 'ava'
import { compileNamePattern } from '../../../../../../src/mq/parts/file-transfer/engine/monitors/name-patterns.ts'

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

test('an expression that would need years is decided at once, or stopped', (t) => {
  const compile = (include: string) => compileNamePattern({ syntax: 'regularExpression', include, exclude: '' })
  t.deepEqual(compile('(a+)+b')([`${'a'.repeat(60)}c`]), [false])
  t.throws(() => compile('(a+)+(?!b)c')([`${'a'.repeat(60)}d`]), { message: /takes longer than 25 ms/ })
})
