import test from 'ava'

import { maskHeaders } from '../../../src/gateway/activity/mask-headers.ts'
import { renderBody } from '../../../src/gateway/activity/render-body.ts'
import { BodyStart, maxKeptBodyBytes } from '../../../src/gateway/call/message-observer.ts'

const webToken = `eyJhbGciOiJFUzI1NiJ9.${btoa('{"sub":"a"}')}.c2lnbmF0dXJl`

for (const [name, value, shown] of [
  ['Authorization', 'Bearer abc', '***'],
  ['Proxy-Authorization', 'Basic abc', '***'],
  ['Cookie', 'a=b', '***'],
  ['Set-Cookie', 'session=1', '***'],
  ['X-IBM-Client-Secret', 's', '***'],
  ['X-Api-Key', 's', '***'],
  ['X-Shop-Key', 's', '***'],
  ['vendor-mq-rest-csrf-token', 's', '***'],
  ['Location', '/login?code=1#x', '/login?***'],
  ['X-Forwarded-Jar', `a ${webToken}`, 'a ***'],
  ['WWW-Authenticate', 'Bearer realm="x"', 'Bearer realm="x"'],
  ['Content-Type', 'text/plain', 'text/plain'],
] as const)
  test(`header ${name}: ${value.slice(0, 12)}`, (t) => {
    t.deepEqual(maskHeaders([name, value], ['x-shop-key']), [name, shown])
  })

function render(text: string | Buffer, type: string, ...more: string[]) {
  const body = new BodyStart()
  body.add(text)
  return renderBody(body, ['Content-Type', type, ...more])
}

for (const [type, text, shown] of [
  [
    'application/json',
    '{"a":{"client_secret":"s","b":[{"Password":1}]},"c":2}',
    '{"a":{"client_secret":"***","b":[{"Password":"***"}]},"c":2}',
  ],
  ['application/problem+json', '{"access_token":"a","n":1', '{"access_token":"***","n":1'],
  ['application/json', '{"n":1,"password":"cut of', '{"n":1,"password":"***"'],
  ['application/x-www-form-urlencoded', 'user=a&pass%77ord=s&n=1', 'user=a&pass%77ord=***&n=1'],
  [
    'application/xml',
    '<a><userPassword x="1">s</userPassword><b token=\'t\'/></a>',
    '<a><userPassword x="1">***</userPassword><b token="***"/></a>',
  ],
  ['text/plain', `see ${webToken} and Bearer abc.def`, 'see *** and Bearer ***'],
  ['text/plain; charset=utf-8', 'grüße', 'grüße'],
] as const)
  test(`body ${type}: ${text.slice(0, 20)}`, (t) => {
    t.is(render(text, type).text, shown)
  })

test('bytes that are no text, and encoded bodies, are only counted', (t) => {
  t.deepEqual(render(Buffer.from([1, 2]), 'image/png'), { bytes: 2, isCut: false })
  t.deepEqual(render('{}', 'application/json', 'Content-Encoding', 'gzip'), { bytes: 2, isCut: false })
})

test('a body is cut off at its limit, and its whole length is counted', (t) => {
  const body = new BodyStart()
  for (let part = 0; part < 3; part += 1) body.add(Buffer.alloc(maxKeptBodyBytes / 2, 'a'))
  const { text, ...size } = renderBody(body, ['content-type', 'text/plain'])
  t.deepEqual(size, { bytes: 1.5 * maxKeptBodyBytes, isCut: true })
  t.is(text?.length, maxKeptBodyBytes)
})
