import test from 'ava'
import { findBacktrackingLimit } from '../../../../src/shared/lib/patterns/backtracking-bound.ts'
import { compilePattern, describeTimedPattern } from '../../../../src/shared/lib/patterns/compile-pattern.ts'
import { compileLinearExpression } from '../../../../src/shared/lib/patterns/linear-expression.ts'
import { PatternTimeoutError } from '../../../../src/shared/lib/patterns/timed-expression.ts'

const email =
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$'

for (const source of [email, '(a+)+b', '^(a|aa)+$', '(x+x+)+y', '^(.*a){12}$', '\\s+$']) {
  test(`${source} needs no more than one pass over a hostile text`, (t) => {
    const pattern = compilePattern(source)
    for (const text of ['a'.repeat(1000), ' '.repeat(1000), 'x'.repeat(1000)]) {
      t.notThrows(() => pattern.test(`${text}!`)) // V8 alone would need years
    }
  })
}

/** One expression for each kind of token, with texts that tell its meaning from that of RE2's own syntax. */
const characters = ['', 'a', 'b', 'Z', '0', '9', '_', '-', '.', ']', '[', '\\', '/', '{', '}', '^', '$', '|', ' ', '\t']
const further = [
  '\n',
  '\r',
  '\v',
  '\b',
  '\0',
  '\x07',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'é',
  'ſ',
  'K',
  'ab',
  'a]',
  ':]',
  'a\n',
  'ba',
  'b-a',
  'aab',
  'u{2}',
  'uu',
  'pL',
  'x4',
]
const sources = [
  ...['\\s', '\\S', '\\d', '\\D', '\\w', '\\W', '.', '[^]', '[\\s]', '[\\S]', '[^\\s]', '[^\\S]', '[\\d\\D]', '[\\b]'],
  ...[
    '\\a',
    '\\z',
    '\\A',
    '\\Q',
    '\\E',
    '\\C',
    '\\pL',
    '\\p{L}',
    '\\u{2}',
    '\\x4',
    '\\x41',
    '\\u0041',
    '\\cA',
    '\\0',
    '\\v',
  ],
  ...[
    '[[:alpha:]]',
    '[\\w-z]',
    '[a-]',
    '[-a]',
    '[a\\-b]',
    '[\\]]',
    '[^\\]]',
    '[a-z&&b]',
    '[.]',
    '[\\.]',
    '[\\/]',
    '\\/',
    '/',
    '\\-',
    '\\_',
    '[\\x41-\\x5a]',
  ],
  ...[
    'a{,3}',
    'a{1',
    '{',
    '}',
    ']',
    'a{2}',
    'a{1,}?',
    '(?:a|b)',
    '(a)|b',
    '(?<n>a)',
    'a|',
    '(?:)',
    'a*',
    'a+?b',
    'a??',
  ],
  ...[
    '\\ba',
    'a\\b',
    '\\Ba',
    '$',
    '^',
    'a$',
    '(?:a|^)b',
    '[^a]',
    '[^a-z]',
    '[é]',
    '\\u00e9',
    '[\\0-\\x1f]',
    '\\t',
    '[\\t\\n]',
  ],
]

for (const source of sources) {
  test(`RE2 reads ${source} as V8 does`, (t) => {
    for (const whole of [source, `^(?:${source})$`]) {
      const linear = compileLinearExpression(new RegExp(whole))
      t.truthy(linear, `${whole} cannot be translated`)
      for (const text of [...characters, ...further]) {
        t.is(linear?.test(text), new RegExp(whole).test(text), `${whole} ${JSON.stringify(text)}`)
      }
    }
  })
}

test('RE2 ignores the case of ASCII as V8 does', (t) => {
  for (const source of ['[a-z]', 'k', 's', '[^k]', '\\w', '[^\\w]', 'x-\\w+']) {
    const expression = new RegExp(`^${source}$`, 'i')
    const linear = compileLinearExpression(expression)
    for (const text of ['a', 'A', 'k', 'K', 's', 'S', '_', '-', 'X-Id']) t.is(linear?.test(text), expression.test(text))
  }
})

test('half of a surrogate pair is one character, whatever the length of the text', (t) => {
  const pattern = compilePattern('^(?:.+)+$')
  const counted = compilePattern('^(?:(?:a|b)*..)$')
  t.true(pattern.test('😀'))
  t.true(counted.test('a😀'))
  t.false(compilePattern('^(?:(?:a|b)*.)$').test('😀'))
})

for (const source of ['^(?=.*a).(?=(?:a+)+b).{8,}$', '^(a+)+\\1$', '^(?!(?:a+)+b)a{2,2000}$']) {
  test(`${source}, which RE2 cannot run, is stopped and says so`, (t) => {
    const pattern = compilePattern(source)
    t.throws(() => pattern.test(`${'a'.repeat(60)}!`), { instanceOf: PatternTimeoutError })
    t.regex(describeTimedPattern(source) ?? '', /cannot run in linear time/)
  })
}

for (const [source, limit] of [
  ['^[A-Z]{3}$', Number.POSITIVE_INFINITY],
  ['^\\d{4}-\\d\\d-\\d\\d$', Number.POSITIVE_INFINITY],
  ['^(?:\\d{1,3}\\.){3}\\d{1,3}$', Number.POSITIVE_INFINITY],
  ['^[\\w-]{1,64}$', Number.POSITIVE_INFINITY],
  ['^(?!-)[a-z]{1,63}$', Number.POSITIVE_INFINITY],
  ['(a+)+b', 0],
  ['^(?:a|ab)*$', 0],
] as const) {
  test(`V8 itself tests texts of up to ${limit} characters with ${source}`, (t) => {
    t.is(findBacktrackingLimit(source), limit)
    t.is(describeTimedPattern(source), undefined)
  })
}

test('look-around without nested choices is tested by V8 for the lengths of passwords', (t) => {
  t.true(findBacktrackingLimit('^(?=.*[A-Z])(?=.*\\d)(?=.*[!?]).{8,}$') > 64)
})

test('an expression with several starting points counts each of them', (t) => {
  t.true(findBacktrackingLimit('a+b') < findBacktrackingLimit('^a+b'))
  t.true(findBacktrackingLimit('^a|a+b') < findBacktrackingLimit('^a+b'))
})

test('an invalid expression is refused when it is compiled', (t) => {
  t.throws(() => compilePattern('('), { instanceOf: SyntaxError })
})
