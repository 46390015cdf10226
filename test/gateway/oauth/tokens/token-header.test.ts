import test from 'ava'
import { parseTokenHeader } from '../../../../src/gateway/oauth/tokens/token-header.ts'

const encode = (header: unknown) => Buffer.from(JSON.stringify(header)).toString('base64url')
const fixed = { alg: 'ES256', typ: 'at+jwt' }

test('parses the header of a token', (t) => {
  for (const clientId of ['app', 'odd app+%:"é', ''])
    t.deepEqual(parseTokenHeader(encode({ ...fixed, kid: 'key-1', client_id: clientId })), { kid: 'key-1', clientId })
})

for (const [title, header] of [
  ['a key id that is no text', { ...fixed, kid: 7, client_id: 'app' }],
  ['a client id that is no text', { ...fixed, kid: 'key-1', client_id: 7 }],
  ['a key id and a client id that are no texts', { ...fixed, kid: 7, client_id: 7 }],
  ['no key id', { ...fixed, client_id: 'app' }],
  ['no client id', { ...fixed, kid: 'key-1' }],
  ['null', null],
  ['a list', ['key-1', 'app']],
] as const) {
  test(`rejects a header with ${title}`, (t) => {
    t.is(parseTokenHeader(encode(header)), undefined)
  })
}
