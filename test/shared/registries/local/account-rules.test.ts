import test from 'ava'
import { AccountError, checkNewPassword, checkUserName } from '../../../../src/shared/registries/local/account-rules.ts'
import { findPasswordWeakness } from '../../../../src/shared/registries/local/common-passwords.ts'

for (const [title, passwords] of [
  ['common', ['password', 'iloveyou', 'princess', 'football', 'sunshine', 'baseball', 'qwertyuiop', 'letmeinnow']],
  [
    'common with decoration',
    ['password1', 'Password123!', 'Password2024!', 'welcome1', 'dragon12', '123monkey', '!Summer24'],
  ],
  ['common with digits for letters', ['P@ssw0rd', 'passw0rd', 'p4ssw0rd!', '1l0vey0u', 'Adm1n1strator', 'W3lc0me2']],
  ['common in pieces', ['pass-word', 'i.love.you', 'correct-horse-battery-staple']],
  ['a common code', ['11223344', '147258369', 'q1w2e3r4', '4815162342']],
  ['repeated', ['aaaaaaaa', '12121212', 'abcabcabc', '        ', 'äöäöäöäö']],
  [
    'in order',
    ['12345678', '0123456789', '87654321', 'abcdefgh', 'asdfghjkl', 'qwer1234', '1qaz2wsx', 'poiuytre', 'abc123xyz'],
  ],
  [
    'the name of the user',
    ['annabelle', 'AnnaBelle', 'annabelle42!', 'ellebanna', 'annabelle@example.com', '4nn4b3ll3'],
  ],
] as const) {
  test(`rejects a password that is ${title}`, (t) => {
    for (const password of passwords) {
      const name = password.includes('@e') ? 'annabelle@example.com' : 'annabelle'
      const error = t.throws(() => checkNewPassword(password, name), { instanceOf: AccountError }, password)
      t.regex(String(error?.message), /easy to guess: it .*several words/, password)
      t.is(error?.field, 'password')
    }
  })
}

test('a password of megabytes is compared as a short one', (t) => {
  t.regex(String(findPasswordWeakness(' '.repeat(4 * 1024 * 1024), 'anna')), /repeats one short part/)
  t.is(findPasswordWeakness(`${'x'.repeat(4 * 1024 * 1024)}y`, 'anna'), undefined)
})

test('accepts passwords that match no rule', (t) => {
  for (const password of [
    'a long password',
    'correct horse',
    'secret words',
    'password of Anna',
    'xK9-vQ2mLp',
    'vier kleine Hasen',
    'тринадцать сов',
    'qwer-zuse-1234',
    'x'.repeat(9) + 'y'.repeat(9),
    `${'longer than a common one '.repeat(40)}`,
  ])
    t.notThrows(() => checkNewPassword(password, 'annabelle'), password)
})

test('reports the accepted length of passwords', (t) => {
  for (const password of ['', 'short', 'x'.repeat(1025)]) {
    const refused = { instanceOf: AccountError, message: /8 to 1024 characters/ }
    t.throws(() => checkNewPassword(password, 'anna'), refused)
  }
})

test('accepts a long password that is almost a repetition', (t) => {
  t.notThrows(() => checkNewPassword(`${'ab1'.repeat(340)}-`, 'anna'))
  t.notThrows(() => checkNewPassword(`${'1'.repeat(1023)}a`, 'anna'))
})

for (const name of [
  '<b>dev</b>',
  ...[
    'a<b',
    'a"b',
    'a&b',
    'a/b',
    'a\\b',
    'a;b',
    'a=b',
    'a$b',
    'a%41',
    'a#b',
    'a*b',
    'a(b)',
    'a{b}',
    'a,b',
    'a|b',
    'a`b',
  ],
  ...[
    '',
    ' anna',
    'anna ',
    'an:na',
    'an\nna',
    'an\tna',
    'an\0na',
    'an\u200bna',
    'an\u202ena',
    'an  na',
    'x'.repeat(257),
  ],
  ...['.anna', '-anna', '@anna', '_anna', "anna'", 'anna@', '\u0301anna', 'ａｎｎａ', 'ﬁnn', 'anna😀', '..', '-'],
]) {
  test(`rejects the name ${JSON.stringify(name).slice(0, 30)}`, (t) => {
    const error = t.throws(() => checkUserName(name), { instanceOf: AccountError, message: /letters and digits/ })
    t.is(error?.field, 'name')
  })
}

test('accepts names of persons and machines, and mail addresses, in any script', (t) => {
  for (const name of [
    'anna',
    'Ålice',
    'zoe\u0308',
    "Miles O'Brien",
    'Jean-Luc',
    'a.b_c+d@example.com',
    'svc-01',
    '7',
    '山田太郎',
    'Μαρία',
    'x'.repeat(256),
  ])
    t.notThrows(() => checkUserName(name), name)
})
