import test from 'ava'
import {
  isSameDistinguishedName,
  parseDistinguishedName,
  renderDistinguishedName,
} from '../../../../src/shared/lib/text/distinguished-name.ts'

for (const [one, other] of [
  ['CN=orders,O=Acme', 'cn=Orders, o=ACME'],
  ['CN=orders,O=Acme', 'CN=orders;O=Acme'],
  ['CN=a + OU=b,O=c', 'OU=b+CN=a,O=c'],
  ['CN=Müller\\, Anna,O=c', 'CN=M\\C3\\BCller\\2C Anna,O=c'],
  ['CN="Acme, Inc.",C=DE', 'CN=Acme\\, Inc.,C=DE'],
  ['CN=a  b ,O=c', 'CN= a b,O=c'],
  ['CN=a,UserID=u,sp=Bavaria', 'CN=a,UID=u,ST=Bavaria'],
  ['emailAddress=a@b.example', 'E=A@b.example'],
  ['CN=a\\\\2Cb', 'CN=a\\5C2Cb'],
] as const)
  test(`${one} and ${other} are one name`, (t) => {
    t.true(isSameDistinguishedName(one, other))
  })

for (const [one, other] of [
  ['CN=orders,O=Acme', 'O=Acme,CN=orders'],
  ['CN=a,OU=b', 'CN=a+OU=b'],
  ['CN=a,O=b', 'CN=a'],
  ['CN=a\\,O=b', 'CN=a,O=b'],
  ['CN=a,CN=b', 'CN=b,CN=a'],
  ['CN=a', 'OU=a'],
  ['CN=ab', 'CN=a b'],
  ['CN=a', ''],
  ['', ' , '],
] as const)
  test(`${one} and ${other} are two names`, (t) => {
    t.false(isSameDistinguishedName(one, other))
  })

test('a name is rendered in reverse order', (t) => {
  t.is(renderDistinguishedName('C=DE\nCN=a\n'), 'CN=a,C=DE')
})

test('the parts of a name keep their order', (t) => {
  t.deepEqual(parseDistinguishedName('CN=a\\+b+S=x, O=c'), [
    [
      ['CN', 'a+b'],
      ['ST', 'x'],
    ],
    [['O', 'c']],
  ])
})
