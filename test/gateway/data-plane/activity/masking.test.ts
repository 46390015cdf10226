import test from 'ava'
import { maskHeaders } from '../../../../src/gateway/data-plane/activity/mask-text.ts'
import { renderBody } from '../../../../src/gateway/data-plane/activity/render-body.ts'
import { BodyStart, maxKeptBodyBytes } from '../../../../src/gateway/data-plane/call/message-observer.ts'

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
  ['Location', 'https://a:s@host/cb', 'https://***@host/cb'],
  ['X-Upstream', 'amqp://a:s@host', 'amqp://***@host'],
  ['X-Pass', 's', '***'],
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
  ['application/problem+json', '{"n":1,"access_token":"a","m":1', '{"n":1,"access_***'],
  ['application/json', '{"n":1,"password":"cut of', '{"n":1,"***'],
  ['application/x-www-form-urlencoded', 'user=a&pass%77ord=s&n=1', 'user=a&pass%77ord=***&n=1'],
  [
    'application/xml',
    '<a><userPassword x="1">s</userPassword><b token=\'t\'/></a>',
    '<a><userPassword x="***">***</userPassword><b token="***"/></a>',
  ],
  ['text/plain', `see ${webToken} and Bearer abc.def`, 'see *** and ***'],
  [
    'application/xml',
    '<a><password><![CDATA[s]]><part>s</part></password><b>1</b></a>',
    '<a><password>***</password><b>1</b></a>',
  ],
  ['application/xml', '<a><b>1</b><secret><c>s', '<a><b>1</b><secret>***'],
  ['text/xml', '<a><b>1</c><password>s</password>', '<a><b>1</c><***'],
  ['application/xml', '<e><key>password</key><value>s</value></e>', '<e><key>password</key></e>'],
  ['application/xml', '<e><f name="pass">s</f><f name="n">1</f></e>', '<e><f name="***">***</f><f name="n">1</f></e>'],
  ['text/plain', '{"n":1,"passcode":"s"}', '{"n":1,"passcode":"***"}'],
  ['text/plain', 'user=a\npassword=s\nn=1', 'user=a\n***'],
  ['text/csv', 'n,pincode\n1,s', 'n,***'],
  ['application/json', '{"n":1,"p\\u0061ss":"s"', '{"n":1,"p***'],
  ['application/json', "{n: 1, auth: 's'}", '{n: 1, ***'],
  ['application/json', '[{"name":"pwd","value":"s"}]', '[{"name":"pwd","value":"***"}]'],
  ['application/json', '{"m":"user a, password: s"}', '{"m":"user a, ***"}'],
  ['application/json', '{"m":"The access token is expired","code":7}', '{"m":"The access token is expired","code":7}'],
  ['application/json', '{"next":"https://a:s@host/x?page=2"}', '{"next":"https://***@host/x?page=2"}'],
  ['application/json', '{"next":"https://host/cb?code=s&page=2"}', '{"next":"https://host/cb?code=***&page=2"}'],
  [
    'application/x-www-form-urlencoded',
    'grant_type=x&code=s&code_verifier=s&device_code=s&pass=s&auth=s&bearer=s&author=a',
    'grant_type=x&code=***&code_verifier=***&device_code=***&pass=***&auth=***&bearer=***&author=a',
  ],
  ['application/x-www-form-urlencoded', 'n=1&{"password":"s"}', 'n=1&***'],
  ['application/x-www-form-urlencoded', 'p%2561ss=s&n=%7B%22pin%22%3A1%7D&%zz=s', 'p%2561ss=***&n=***&%zz=***'],
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

test('a body without a media type, and one in UTF-16, are only counted', (t) => {
  const body = new BodyStart()
  body.add('{"password":"s"}')
  t.deepEqual(renderBody(body, []), { bytes: 16, isCut: false })
  t.deepEqual(render(Buffer.from('{"password":"s"}', 'utf16le'), 'application/json'), { bytes: 32, isCut: false })
})

test('the time of masking grows with the length of hostile bodies, and deep ones are no error', (t) => {
  for (const [type, piece] of [
    ['application/json', '['],
    ['application/xml', '<a '],
    ['application/xml', '<a>'],
    ['text/plain', 'a.'],
    ['text/plain', '://'],
    ['text/plain', '?a'],
    ['application/x-www-form-urlencoded', '%25'],
  ] as const)
    t.is(typeof render(piece.repeat(maxKeptBodyBytes / piece.length), type).text, 'string')
})

const planted = 'PLANTED-SECRET'
const secretNames = [
  ...['password', 'userPassword', 'pass', 'passcode', 'pincode', 'auth', 'bearer', 'client_secret', 'device_code'],
  ...['code_verifier', 'x-api-key', 'apiKey', 'ACCESS_TOKEN', 'private.key', 'ｐassword', 'session-id', 'Cookie'],
]
const plainNames = ['a', 'user', 'author', 'items', 'n1', 'größe', 'title']

test('a planted secret never survives, in random bodies of any type, whole, cut off or damaged', (t) => {
  let seed = 20_261_123
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
  /** A value under the name of a secret has the secret somewhere within. */
  const value = (depth: number, isSecret: boolean): unknown => {
    if (depth > 3 || random(3) === 0) return isSecret ? `x${planted}y` : pick(['text', 7, null, 'a "quoted" one', ''])
    if (random(3) === 0) return Array.from({ length: 1 + random(2) }, () => value(depth + 1, isSecret))
    const names = isSecret ? plainNames : [...plainNames, ...secretNames]
    return Object.fromEntries(
      Array.from({ length: 1 + random(3) }, () => {
        const name = pick(names)
        return [name, value(depth + 1, isSecret || secretNames.includes(name))]
      }),
    )
  }
  const nameOf = (name: string) => name.replaceAll(/[^\w.-]/gu, 'p')
  const xml = (name: string, content: unknown): string => {
    const text =
      typeof content === 'object' && content !== null
        ? Object.entries(content)
            .map(([inner, each]) => xml(Array.isArray(content) ? 'item' : nameOf(inner), each))
            .join(pick(['', '\n  ', '<!-- note -->']))
        : pick([(each: string) => each, (each: string) => `<![CDATA[${each}]]>`])(String(content).replaceAll('"', ''))
    return pick([`<${name}>${text}</${name}>`, `<${name} a="1" b='2'>${text}</${name}>`])
  }
  const form = (content: unknown): string =>
    Object.entries((content ?? {}) as object)
      .map(
        ([name, each]) =>
          `${encodeURIComponent(name)}=${encodeURIComponent(typeof each === 'string' ? each : JSON.stringify(each))}`,
      )
      .join('&')
  const damage = (text: string): string => {
    let at = random(text.length + 1)
    // A damaged name is no longer the name of a secret.
    while (at < text.length && /[\w.%\\-]|[^ -~]/.test(text[at] ?? '')) at += 1
    return pick([
      text,
      text.slice(0, at),
      text.slice(0, at) + pick(['"', '<', '}', '&', ',', '\\']) + text.slice(at),
      `${text}}`,
    ])
  }
  const escapeLetters = (text: string) => text.replaceAll(/"p(?=\w+":)/g, () => pick(['"\\u0070', '"p']))
  for (let round = 0; round < 6_000; round += 1) {
    const content = { [pick([...plainNames, ...secretNames])]: value(0, false), [pick(secretNames)]: value(1, true) }
    const [text, types] = pick<readonly [string, readonly string[]]>([
      [escapeLetters(JSON.stringify(content, null, pick([0, 2]))), ['application/json', 'text/plain', 'text/html']],
      [JSON.stringify({ inner: JSON.stringify(content) }), ['application/json']],
      [xml('root', content), ['application/xml', 'text/xml', 'text/plain', 'application/soap+xml']],
      [form(content), ['application/x-www-form-urlencoded', 'text/plain']],
      [`see https://user:${planted}@host/x?code=${planted}&n=1`, ['text/plain', 'application/json', 'text/xml']],
      [`{"link":"https://user:${planted}@host"}`, ['application/json', 'text/plain']],
    ])
    const type = pick(types)
    const cutAt = pick([text.length, random(text.length + 1)])
    const body = text.includes('://') ? text.slice(0, cutAt) : damage(text)
    const shown = render(body, type).text ?? ''
    if (shown.includes(planted)) t.fail(`${type}\n${body}\n${shown}`)
  }
  t.pass()
})
