import test from 'ava'
import { readRequestTarget } from '../../../../src/gateway/data-plane/request/target.ts'

function read(url: string, method = 'GET') {
  const target = { path: '', search: '', receivedSearch: '', hasEncodedSlash: false }
  const call = { request: { url }, method, target } as unknown as Parameters<typeof readRequestTarget>[0]
  return { error: readRequestTarget(call) as { reason: string } | undefined, target }
}

for (const [url, path, search] of [
  ['/', '/', ''],
  ['/a', '/a', ''],
  ['/a?', '/a', ''],
  ['/a?x', '/a', '?x'],
  ['/?x=1?y', '/', '?x=1?y'],
  ['/a??', '/a', '??'],
  ['//a?x', '/a', '?x'],
  ['http://host', '/', ''],
  ['http://host/', '/', ''],
  ['http://host/a/', '/a/', ''],
  ['http://host/a?x', '/a', '?x'],
  ['http://host?x', '/', '?x'],
  ['HTTPS://host:8443/a', '/a', ''],
] as const) {
  test(`the target ${url} has the path ${path} and the query "${search}"`, (t) => {
    const { error, target } = read(url)
    t.is(error, undefined)
    t.like(target, { path, search, receivedSearch: search, hasEncodedSlash: false })
  })
}

for (const [url, reason, method] of [
  ['*', 'target_unsupported', 'OPTIONS'],
  ['', 'target_unsupported', 'GET'],
  ['a/b', 'target_unsupported', 'GET'],
  ['host:443', 'target_unsupported', 'CONNECT'],
  ['/a', 'target_unsupported', 'CONNECT'],
  ['ftp://host/a', 'target_unsupported', 'GET'],
  ['http://user@host/a', 'target_unsupported', 'GET'],
  ['http://host#/a', 'target_unsupported', 'GET'],
  ['/a/../b', 'path_ambiguous', 'GET'],
  ['http://host/a/../b', 'path_ambiguous', 'GET'],
  ['/a?x#y', 'path_ambiguous', 'GET'],
  ['/a?x y', 'path_ambiguous', 'GET'],
  ['/a?é', 'path_ambiguous', 'GET'],
] as const) {
  test(`rejects ${method} ${url || 'nothing'} as ${reason}`, (t) => {
    t.is(read(url, method).error?.reason, reason)
  })
}

test('notices an encoded slash', (t) => {
  t.like(read('/a%2fb?x').target, { path: '/a%2Fb', hasEncodedSlash: true })
})
