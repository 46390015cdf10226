import test, { type ExecutionContext } from 'ava'
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { openLastingState } from '../../../../src/gateway/data-plane/index.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import { api, catalog, config, operation, step } from '../../data-plane/_support/documents.ts'
import { startBackend, startGateway } from '../../data-plane/_support/servers.ts'

const secret = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url'), kid: 'shared' }
const set = (name: string, value: unknown) => ({
  set: name,
  value: typeof value === 'string' ? value : JSON.stringify(value),
})
const setAll = (...actions: object[]) => step('set-variable', { actions })
const showClaims = setAll(set('message.body', '$(decoded.claims.sub) $(decoded.claims.role)'))

async function serve(
  t: ExecutionContext,
  execute: ReturnType<typeof step>[],
  properties: [string, string][] = [],
  lasting = openLastingState(),
) {
  const operations = [operation('GET', '/customers')]
  const assembly = { execute, catch: [], finally: [] }
  const gateway = await startGateway(
    config(catalog([api('http://127.0.0.1:9', { operations, assembly, properties: new Map(properties) })])),
    { lasting },
  )
  t.teardown(() => gateway.close())
  const call = (token: string) =>
    fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })
  return { call, recordOf: gateway.recordOf }
}

function signed(claims: JWTPayload, key: CryptoKey | Uint8Array = Buffer.alloc(32, 7), alg = 'HS256', kid?: string) {
  return new SignJWT(claims).setProtectedHeader({ alg, ...(kid && { kid }) }).sign(key)
}
const future = () => Math.floor(Date.now() / 1_000) + 600

const validate = (settings: object) => step('jwt-validate', settings)
const rules = { 'jws-jwk': 'key', 'iss-claim': '^https://issuer\\.example$', 'aud-claim': 'orders|stock' }

test('a valid token passes, and its claims are variables', async (t) => {
  const { call } = await serve(t, [setAll(set('key', secret)), validate(rules), showClaims])
  const token = await signed({
    sub: 'ada',
    role: 'admin',
    iss: 'https://issuer.example',
    aud: ['x', 'orders'],
    exp: future(),
  })
  const response = await call(token)
  t.deepEqual([response.status, await response.text()], [200, 'ada admin'])
})

const good = { iss: 'https://issuer.example', aud: 'orders', exp: future() }
for (const [title, make, detail] of [
  ['with another signature', () => signed(good, Buffer.alloc(32, 8)), /signature/],
  ['that has expired', () => signed({ ...good, exp: 1 }), /"exp"/],
  ['that is not valid yet', () => signed({ ...good, nbf: future() }), /"nbf"/],
  ['of another issuer', () => signed({ ...good, iss: 'https://issuer.example.evil' }), /claim iss/],
  ['for another audience', () => signed({ ...good, aud: 'shop' }), /claim aud/],
  ['without a signature', async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, /"none"/],
  ['that is no JWT', async () => 'abc', /not a JWT/],
  ['that is missing', async () => '', /no token/],
] as const) {
  test(`a token ${title} is 401`, async (t) => {
    const { call, recordOf } = await serve(t, [setAll(set('key', secret)), validate(rules), showClaims])
    const response = await call(await make())
    t.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer error="invalid_token"'])
    const record = await recordOf(response)
    t.is(record.reason, 'jwt_invalid')
    t.regex(record.detail ?? '', detail)
  })
}

for (const alg of ['RS256', 'PS384', 'ES256', 'ES512'] as const) {
  test(`a signature with ${alg} is verified with a JWK, a JWK set, and PEM of a property`, async (t) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' }
    const token = await signed({ sub: 'ada', exp: future() }, privateKey, alg, 'k1')
    for (const key of [jwk, { keys: [{ ...secret, kid: 'other' }, jwk] }]) {
      const { call } = await serve(t, [setAll(set('key', key)), validate({ 'jws-jwk': 'key' }), showClaims])
      t.is((await call(token)).status, 200)
    }
    const { call } = await serve(
      t,
      [validate({ 'jws-crypto': 'issuer-key' })],
      [['issuer-key', await exportSPKI(publicKey)]],
    )
    t.is((await call(token)).status, 200)
  })
}

test('a claim that its expression cannot test in time does not match', async (t) => {
  const hostile = { ...rules, 'iss-claim': '^(?=(a+)+$)(a+)+$' }
  const { call } = await serve(t, [setAll(set('key', secret)), validate(hostile)])
  t.is((await call(await signed({ ...good, iss: `${'a'.repeat(60)}!` }))).status, 401)
})

test('the public key of an issuer is no secret of HMAC', async (t) => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const pem = await exportSPKI(publicKey)
  const { call } = await serve(t, [validate({ 'jws-crypto': 'issuer-key' })], [['issuer-key', pem]])
  t.is((await call(await signed({ exp: future() }, Buffer.from(pem)))).status, 401)
})

test('the keys of a URL are fetched once, also when documents change while the issuer is away', async (t) => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1' }
  let count = 0
  const issuer = await startBackend((_, response) => {
    count += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  const steps = [validate({ 'jws-jwks-url': '$(issuer)/keys' }), showClaims]
  const lasting = openLastingState()
  const { call } = await serve(t, steps, [['issuer', issuer.url]], lasting)
  const token = await signed({ sub: 'ada', exp: future() }, privateKey, 'ES256', 'k1')
  t.deepEqual([(await call(token)).status, (await call(token)).status, count], [200, 200, 1])
  await issuer.close()
  const next = await serve(t, steps, [['issuer', issuer.url]], lasting)
  t.is((await next.call(token)).status, 200)
  const other = await serve(t, steps, [['issuer', issuer.url]])
  t.is((await other.call(token)).status, 503, 'another gateway of the process, such as that of another document test')
})

test('while the keys of a URL cannot be fetched, no token is called invalid: 503 with Retry-After', async (t) => {
  const { privateKey } = await generateKeyPair('ES256')
  const token = await signed({ sub: 'ada', exp: future() }, privateKey, 'ES256', 'k1')
  for (const [status, text] of [
    [500, '{}'],
    [200, 'no JSON'],
    [200, '{"keys":1}'],
  ] as const) {
    const issuer = await startBackend((_, response) => void response.writeHead(status).end(text))
    t.teardown(() => issuer.close())
    const keys = validate({ 'jws-jwks-url': '$(issuer)/keys' })
    const { call } = await serve(t, [keys, showClaims], [['issuer', issuer.url]])
    const response = await call(token)
    t.is(response.status, 503, text)
    t.is(response.headers.get('retry-after'), '5')
  }
})

test('a generated token is verified, with its claims', async (t) => {
  const { call } = await serve(t, [
    setAll(
      set('key', secret),
      set('my.iss', 'https://gateway.example'),
      set('my.sub', 'ada'),
      set('my.aud', 'orders, stock'),
      set('my.claims', { role: 'admin' }),
    ),
    step('jwt-generate', {
      jwt: 'generated.jwt',
      'jti-claim': true,
      'iss-claim': 'my.iss',
      'sub-claim': 'my.sub',
      'aud-claim': 'my.aud',
      'exp-claim': 60,
      'private-claims': 'my.claims',
      'jws-jwk': 'key',
      'jws-alg': 'HS256',
    }),
    validate({ ...rules, jwt: 'generated.jwt', 'iss-claim': 'gateway', 'aud-claim': '^stock$' }),
    setAll(set('message.headers.X-Token', '$(generated.jwt)'), set('message.body', '$(decoded.claims)')),
  ])
  const response = await call('')
  const claims = (await response.json()) as Record<string, unknown>
  t.like(claims, { iss: 'https://gateway.example', sub: 'ada', aud: ['orders', 'stock'], role: 'admin' })
  t.is(Number(claims.exp) - Number(claims.iat), 60)
  t.truthy(claims.jti)
  const [header = ''] = response.headers.get('x-token')?.split('.') ?? []
  t.deepEqual(JSON.parse(Buffer.from(header, 'base64url').toString()), { alg: 'HS256', typ: 'JWT', kid: 'shared' })
})

test('a token whose algorithm is for another kind of key is 401, and no fault of the gateway', async (t) => {
  const { publicKey } = await generateKeyPair('RS256', { extractable: true })
  const { privateKey: other } = await generateKeyPair('ES256')
  const key = await exportSPKI(publicKey as CryptoKey)
  const { call, recordOf } = await serve(t, [validate({ 'jws-jwk': 'key' })], [['key', key]])
  const response = await call(await signed({ sub: 'ada' }, other as CryptoKey, 'ES256'))
  t.is(response.status, 401)
  t.is((await recordOf(response)).reason, 'jwt_invalid')
})

for (const [title, written, expected] of [
  [
    'a claim of private-claims counts unless a member sets it',
    { sub: 'ada', iss: 'other', n: 1 },
    { sub: 'ada', n: 1 },
  ],
  ['private-claims that are no object are none', 'text', {}],
] as const)
  test(title, async (t) => {
    const generate = { 'iss-claim': 'my.iss', 'private-claims': 'my.claims', 'jws-jwk': 'key', 'jws-alg': 'HS256' }
    const { call } = await serve(t, [
      setAll(set('key', secret), set('my.iss', 'gateway'), set('my.claims', written)),
      step('jwt-generate', { ...generate, jwt: 'generated.jwt' }),
      validate({ 'jws-jwk': 'key', jwt: 'generated.jwt' }),
      setAll(set('message.body', '$(decoded.claims)')),
    ])
    const { exp, iat, ...claims } = (await (await call('')).json()) as Record<string, unknown>
    t.true(Number(exp) > Number(iat))
    t.deepEqual(claims, { ...expected, iss: 'gateway' })
  })

test('a token that is signed and encrypted is decrypted and verified', async (t) => {
  const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true })
  const { call } = await serve(t, [
    setAll(
      set('key', secret),
      set('enc', await exportJWK(publicKey)),
      set('dec', await exportJWK(privateKey)),
      set('s', 'ada'),
    ),
    step('jwt-generate', {
      jwt: 'nested',
      'sub-claim': 's',
      'jws-jwk': 'key',
      'jws-alg': 'HS256',
      'jwe-jwk': 'enc',
      'jwe-alg': 'RSA-OAEP-256',
      'jwe-enc': 'A256GCM',
    }),
    validate({ jwt: 'nested', 'jws-jwk': 'key', 'jwe-jwk': 'dec' }),
    setAll(set('message.body', '$(decoded.claims.sub)')),
  ])
  t.is(await (await call('')).text(), 'ada')
})

test('without a variable, the token replaces the Authorization header of the message', async (t) => {
  const backend = await startBackend((request, response) => void response.end(request.headers.authorization))
  t.teardown(() => backend.close())
  const { call } = await serve(
    t,
    [
      setAll(set('key', secret)),
      step('jwt-generate', { 'jws-jwk': 'key', 'jws-alg': 'HS256' }),
      step('invoke', { 'target-url': '$(upstream)/' }),
    ],
    [['upstream', backend.url]],
  )
  t.regex(await (await call('of-the-caller')).text(), /^Bearer ey[^,]+$/)
})

for (const [title, policy, settings, pattern] of [
  ['validates without a key', 'jwt-validate', {}, /needs a key: jws-jwk, jws-crypto or jws-jwks-url/],
  ['generates without a key', 'jwt-generate', {}, /needs a key/],
  ['generates without an algorithm', 'jwt-generate', { 'jws-jwk': 'k' }, /needs jws-alg/],
  ['has a pattern that is none', 'jwt-validate', { 'jws-jwk': 'k', 'iss-claim': '(' }, /not a regular expression/],
] as const) {
  test(`a policy that ${title} is an error of the document`, (t) => {
    const assembly = { execute: [step(policy, settings)], catch: [], finally: [] }
    const [problem] = findGatewayProblems(config(catalog([api('http://127.0.0.1:9', { assembly })])))
    t.regex(problem?.message ?? '', pattern)
  })
}
