import test from 'ava'
import { printDecodedToken, printTokenCheck } from '../../../../src/gateway/parts/tokens/render.ts'
import type { TokenInspection } from '../../../../src/gateway/runtime/tokens/inspect-token.ts'

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const text = `${segment({ alg: 'ES256' })}.${segment({ sub: 'ali\x1b[2Jce', exp: 1_760_000_000 })}.sig`

const base = { api: 'a:1', path: '/acme/sandbox/a', place: 'apis/a.yaml:3' }
const good: TokenInspection = {
  issuer: 'http://gateway/o',
  token: {
    id: 'j',
    clientId: 'c',
    subject: 's',
    grant: 'password',
    scopes: ['x'],
    issuedAt: 1,
    expiresAt: 1_760_000_000,
  },
  operations: [
    { ...base, operation: 'list', method: 'GET', opens: true },
    { ...base, operation: 'add', method: 'POST', opens: false, because: 'the token lacks the scope y' },
  ],
}
const expired: TokenInspection = { refused: 'expired', operations: [] }

function run(render: (write: (more: string) => void) => number) {
  let output = ''
  const status = render((more) => {
    output += more
  })
  return { status, output }
}

const check = (inspection: TokenInspection, options: { operation?: string; json?: boolean } = {}) =>
  run((write) => printTokenCheck(inspection, { json: false, ...options, write }))
const decode = (inspection: TokenInspection, json = false) =>
  run((write) => printDecodedToken(text, inspection, { json, write }))

test('check prints the result in one line', (t) => {
  t.deepEqual(check(good), { status: 0, output: 'good until 2025-10-09T08:53:20Z: opens 1 of 2 operations\n' })
  t.deepEqual(check(expired), { status: 1, output: 'refused: expired\n' })
})

test('check of an operation prints its result', (t) => {
  t.deepEqual(check(good, { operation: 'list' }), { status: 0, output: 'ok  GET    /acme/sandbox/a  a:1 list\n' })
  t.deepEqual(check(good, { operation: 'add' }), {
    status: 1,
    output: 'NO  POST   /acme/sandbox/a  a:1 add - the token lacks the scope y (apis/a.yaml:3)\n',
  })
  t.throws(() => check(good, { operation: 'lst' }), { message: /no operation "lst"/ })
})

test('decode prints the claims with control characters escaped', (t) => {
  const { status, output } = decode(good)
  t.is(status, 0)
  t.regex(output, /^good: signed by http:\/\/gateway\/o, not expired, not revoked\n/)
  t.regex(output, /\n {2}sub +ali\\u001b\[2Jce\n {2}exp +1760000000 {2}2025-10-09T08:53:20Z\n/)
  t.regex(output, /\nopens 1 of 2 operations\n {2}ok .*\n {2}NO /)
})

test('decode marks the claims of a rejected token as unverified', (t) => {
  const { status, output } = decode(expired)
  t.is(status, 1)
  t.regex(output, /^refused: expired\n[\s\S]*claims, of which nothing is certain/)
  t.false(output.includes('opens'))
})

test('scripts get everything', (t) => {
  t.like(JSON.parse(decode(good, true).output), { good: true, header: { alg: 'ES256' } })
  t.like(JSON.parse(check(expired, { json: true }).output), { good: false, refused: 'expired' })
})

test('text that is not a token is an error, not a crash', (t) => {
  const { output } = run((write) => printDecodedToken('nonsense', expired, { json: false, write }))
  t.regex(output, /header: cannot be read/)
})

test('decode names the ceilings of the token with their documents', (t) => {
  const ceilings = [{ whose: 'plan shop/gold', scopes: ['x'], accessTokenTtl: 60, place: 'shop.yaml:9' }]
  const { output } = decode({ ...good, ceilings })
  t.regex(
    output,
    /^ {2}plan shop\/gold: at most the scopes x; access tokens expire after 60 s at most \(shop\.yaml:9\)$/m,
  )
  t.deepEqual(JSON.parse(decode({ ...good, ceilings }, true).output).ceilings, ceilings)
})
