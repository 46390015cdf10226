import test from 'ava'
import type { OauthError } from '../../../../src/gateway/oauth/index.ts'
import { parseForm, requireParameter } from '../../../../src/gateway/oauth/request/form.ts'

for (const [text, expected] of [
  ['a=1&b=2', { a: '1', b: '2' }],
  ['', {}],
  ['a=1&&&b=2&&', { a: '1', b: '2' }],
  ['a=1=2', { a: '1=2' }],
  ['=x&a=1', { '': 'x', a: '1' }],
  ['a&b=&c=1', { c: '1' }],
  ['a+b=c+d%2B', { 'a b': 'c d+' }],
  ['resource=x&resource=y&a=1', { resource: 'y', a: '1' }],
] as const) {
  test(`parses "${text}"`, (t) => {
    t.deepEqual(Object.fromEntries(parseForm(text)), expected as Record<string, string>)
  })
}

for (const [text, name] of [
  ['a=1&a=2', 'a'],
  ['a=1&a', 'a'],
  ['a&a', 'a'],
  ['a=&a=1', 'a'],
  ['b=1&%62=2', 'b'],
  ['code&code=x', 'code'],
  ['=x&=y', ''],
] as const) {
  test(`rejects the repeated parameter of "${text}"`, (t) => {
    t.regex(t.throws<OauthError>(() => parseForm(text)).reason, new RegExp(`Parameter '${name}' must not be repeated`))
  })
}

test('returns the value of a required parameter', (t) => {
  t.is(requireParameter(parseForm('a=1&token=x'), 'token'), 'x')
})

for (const text of ['token=', 'token', '']) {
  test(`a required parameter is missing in "${text}"`, (t) => {
    t.regex(
      t.throws<OauthError>(() => requireParameter(parseForm(text), 'token')).reason,
      /Missing required parameter 'token'/,
    )
  })
}
