import test from 'ava'
import { normalisePath } from '../../../../src/gateway/data-plane/request/path.ts'

for (const [raw, path] of [
  ['/', '/'],
  ['/a/b', '/a/b'],
  ['/a/b/', '/a/b/'],
  ['/a//b', '/a/b'],
  ['//a', '/a'],
  ['/a/./b', '/a/b'],
  ['/a/%2e/b', '/a/b'],
  ['/a/.', '/a/'],
  ['/a/.hidden', '/a/.hidden'],
  ['/a/...', '/a/...'],
  ['/%61%7E%2d', '/a~-'],
  ['/%e2%82%ac', '/%E2%82%AC'],
  ['/%20', '/%20'],
  ['/%25', '/%25'],
  ['/a;b=1', '/a;b=1'],
  ['/{x}', '/%7Bx%7D'],
  ['/a|b', '/a%7Cb'],
  [`/a:b@c!$&'()*+,;=`, `/a:b@c!$&'()*+,;=`],
] as const) {
  test(`${raw} becomes ${path}`, (t) => {
    t.deepEqual(normalisePath(raw), { path, hasEncodedSlash: false })
    t.deepEqual(normalisePath(path), { path, hasEncodedSlash: false }, 'and stays as it is from then on')
  })
}

for (const raw of [
  '',
  'a',
  '/..',
  '/a/../b',
  '/a/..',
  '/a/%2e%2e/b',
  '/a/.%2E/b',
  '/a/%2e./b',
  '/a/..;/b',
  '/a/..;x=1/b',
  '/a/%2e%2e;/b',
  '/a/.;/b',
  '/a\\b',
  '/a%5cb',
  '/a%5Cb',
  '/a%00',
  '/a%0a',
  '/a%0D',
  '/a%7f',
  '/a%c2%80',
  '/a b',
  '/a\tb',
  '/é',
  '/a#b',
  '/a?b',
  '/%',
  '/%1',
  '/%zz',
  '/%ff',
  '/%c0%af',
  '/%e0%80%af',
  '/%ed%a0%80',
  '/%f8%80%80%80%af',
  '/a%2f../b',
  '/a%2f..%2fb',
]) {
  test(`${JSON.stringify(raw)} is rejected`, (t) => {
    t.is(normalisePath(raw), undefined)
  })
}

test('an encoded slash is not a slash', (t) => {
  t.deepEqual(normalisePath('/a%2fb'), { path: '/a%2Fb', hasEncodedSlash: true })
})
