import { createServer } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { explainCall, openLastingState } from '../../../../src/gateway/data-plane/index.ts'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'
import { changed, type Files } from '../../config/_support/folder.ts'
import { findProblemLines, serve } from '../_support/loaded.ts'
import { bodyOf, startBackend } from '../_support/servers.ts'

const now = 1_700_000_000 // seconds

interface Setting {
  /** Members of `third_party_config`. */
  config: string
  requirement?: string
  clock?: () => number
  lasting?: ReturnType<typeof openLastingState> | undefined
}

function documents(backend: string, { config, requirement = '- oauth-1: [customer]' }: Setting): Files {
  const api = changed('apis/customers.yaml', 'x-ibm-oauth-provider: oauth', 'x-ibm-oauth-provider: partner')
  const keyed = String(api['apis/customers.yaml'])
    .replace(
      'securityDefinitions:\n',
      'securityDefinitions:\n  key: { type: apiKey, in: header, name: X-IBM-Client-Id }\n',
    )
    .replace('- oauth-1: [customer]', requirement)
  return {
    'apis/customers.yaml': keyed,
    ...changed('catalogs/sandbox/catalog.yaml', '[oauth]', '[oauth, partner]'),
    'catalogs/sandbox/catalog.yaml': String(
      changed('catalogs/sandbox/catalog.yaml', '[oauth]', '[oauth, partner]')['catalogs/sandbox/catalog.yaml'],
    ).replace('http://backend.example', backend),
    'providers/partner.yaml': `name: partner
provider_type: third_party
grants: [password]
scopes: { customer: Customers }
third_party_config:
${config.replaceAll(/^/gm, '  ')}
`,
  }
}

async function gatewayWith(t: ExecutionContext, setting: Setting) {
  const met: (string | undefined)[] = []
  const backend = await startBackend((request, response) => {
    met.push(request.headers.authorization)
    response.end('ok')
  })
  t.teardown(backend.close)
  const gateway = await serve(t, documents(backend.url, setting), {
    clock: setting.clock ?? (() => now * 1_000),
    lasting: setting.lasting ?? openLastingState(),
  })
  const call = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/acme/sandbox/customers/v1/customers`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  return { call, met, gateway }
}

/** A provider that knows tokens by their text, and counts how often it is asked. */
async function introspector(t: ExecutionContext, tokens: Record<string, object>, headers: Record<string, string> = {}) {
  const asked: { authorization: string | undefined; body: string }[] = []
  const server = await startBackend(async (request, response) => {
    const body = await bodyOf(request)
    asked.push({ authorization: request.headers.authorization, body })
    const token = new URLSearchParams(body).get('token') ?? ''
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(tokens[token] ?? { active: false }))
  })
  t.teardown(server.close)
  return { asked, config: `introspection_endpoint: { endpoint: "${server.url}/introspect?x=1" }` }
}

const good = { active: true, client_id: 'app-id', scope: 'customer mail', sub: 'anna', exp: now + 60 }

test('an introspected token belongs to the application with its client id', async (t) => {
  const { asked, config } = await introspector(t, { good })
  const basic = 'security: [basic-auth]\nbasic_auth: { username: gate, password: open, request_headername: x-any }'
  const { call, met, gateway } = await gatewayWith(t, { config: `${config}\n${basic}` })

  const answer = await call('good')
  t.is(answer.status, 200)
  t.is(answer.headers.get('x-ratelimit-limit'), 'name=default,100;', 'the plan of the application holds')
  t.deepEqual(asked, [{ authorization: `Basic ${btoa('gate:open')}`, body: 'token=good&token_type_hint=access_token' }])
  t.deepEqual(met, [undefined], 'the token goes no further')
  const [record] = await gateway.recorded()
  t.like(record?.client, { application: { name: 'app' }, clientId: 'app-id' })
})

for (const [title, token, status, text, detail] of [
  ['unknown', 'other', 401, /Cannot pass/, 'the provider says that the token is not active (provider "partner")'],
  ['expired', 'expired', 401, /Cannot pass/, 'the token has expired (provider "partner")'],
  ['not valid yet', 'early', 401, /Cannot pass/, 'the token is not valid yet (provider "partner")'],
  ['without the scope', 'poor', 403, /Cannot pass/, 'the token lacks the scope "customer"'],
  [
    'of a client that is not registered',
    'stranger',
    403,
    /Not registered to plan/,
    'the client "nobody" of the token is not an application of the catalog',
  ],
] as const) {
  test(`a token that is ${title} is rejected with the reason in the record`, async (t) => {
    const { config } = await introspector(t, {
      expired: { ...good, exp: now - 31 },
      early: { ...good, nbf: now + 31 },
      poor: { ...good, scope: 'mail' },
      stranger: { ...good, client_id: 'nobody' },
    })
    const { call, met, gateway } = await gatewayWith(t, { config })
    const answer = await call(token)
    t.is(answer.status, status)
    t.regex(((await answer.json()) as { moreInformation: string }).moreInformation, text)
    t.is((await gateway.recordOf(answer)).detail, detail)
    t.deepEqual(met, [])
  })
}

test('the result of an introspection outlives other documents, and not another endpoint', async (t) => {
  const { asked, config } = await introspector(t, { good })
  const cached = `${config}\nintrospect_cache_type: time-to-live`
  const lasting = openLastingState()
  for (const [setting, times] of [
    [cached, 1],
    [`${cached}\nauth_header_pass_thru: true`, 1],
    [cached.replace('x=1', 'x=2'), 2],
  ] as const) {
    const { call } = await gatewayWith(t, { config: setting, lasting })
    t.is((await call('good')).status, 200)
    t.is(asked.length, times, setting)
  }
})

test('clients that are not registered may be allowed, and have no plan', async (t) => {
  const { config } = await introspector(t, { stranger: { ...good, client_id: 'nobody' } })
  const { call } = await gatewayWith(t, { config: `${config}\nunregistered_clients: allow` })
  const answer = await call('stranger')
  t.is(answer.status, 200)
  t.is(answer.headers.get('x-ratelimit-limit'), null)
})

test('an API key beside the token says which application calls', async (t) => {
  const { config } = await introspector(t, { stranger: { ...good, client_id: 'nobody' } })
  const { call } = await gatewayWith(t, { config, requirement: '- { oauth-1: [customer], key: [] }' })
  t.is((await call('stranger', { 'x-ibm-client-id': 'app-id' })).status, 200)
  t.is((await call('stranger', { 'x-ibm-client-id': 'guess' })).status, 401)
  t.is((await call('other', { 'x-ibm-client-id': 'app-id' })).status, 401)
})

test('the Authorization header is forwarded if the provider allows it', async (t) => {
  const { config } = await introspector(t, { good })
  const { call, met } = await gatewayWith(t, { config: `${config}\nauth_header_pass_thru: true` })
  await call('good')
  t.deepEqual(met, ['Bearer good'])
})

for (const [title, cache, headers, times] of [
  ['each time', 'introspect_cache_type: no-cache', {}, 2],
  ['once within the cache time of the document', 'introspect_cache_type: time-to-live', {}, 1],
  [
    'once within the freshness of the response',
    'introspect_cache_type: protocol',
    { 'cache-control': 'private, max-age=30' },
    1,
  ],
  [
    'again when the response must not be cached',
    'introspect_cache_type: protocol',
    { 'cache-control': 'no-store, max-age=30' },
    2,
  ],
] as const) {
  test(`the provider is called ${title}`, async (t) => {
    const { asked, config } = await introspector(t, { good }, headers)
    const { call } = await gatewayWith(t, { config: `${config}\n${cache}` })
    t.is((await call('good')).status, 200)
    t.is((await call('good')).status, 200)
    t.is(asked.length, times)
  })
}

test('an introspection result is not cached after the token has expired', async (t) => {
  let time = now
  const { asked, config } = await introspector(t, { good })
  const { call } = await gatewayWith(t, {
    config: `${config}\nintrospect_cache_type: time-to-live`,
    clock: () => time * 1_000,
  })
  t.is((await call('good')).status, 200)
  time = now + 90
  t.is((await call('good')).status, 401)
  t.is(asked.length, 2)
})

for (const [title, claims, wrongTime, rightTime] of [
  ['had expired by a wrong clock', {}, now + 3600, now],
  ['was not valid yet', { nbf: now + 60 }, now, now + 30],
] as const) {
  test(`a token that ${title} is accepted as soon as it is valid`, async (t) => {
    let time: number = wrongTime
    const { config } = await introspector(t, { good: { ...good, ...claims } })
    const { call } = await gatewayWith(t, {
      config: `${config}\nintrospect_cache_type: time-to-live`,
      clock: () => time * 1_000,
    })
    t.is((await call('good')).status, 401)
    time = rightTime
    t.is((await call('good')).status, 200)
  })
}

for (const [title, answer] of [
  ['responds with an error', (response: import('node:http').ServerResponse) => response.writeHead(500).end()],
  ['rejects the gateway', (response: import('node:http').ServerResponse) => response.writeHead(401).end()],
  ['responds with HTML', (response: import('node:http').ServerResponse) => response.end('<html>')],
  ['sends nothing', () => {}],
] as const) {
  test(`a provider that ${title} is a 503, not a wrong token`, async (t) => {
    const server = await startBackend((_, response) => void answer(response))
    t.teardown(server.close)
    const { call, gateway } = await gatewayWith(t, {
      config: `introspection_endpoint: { endpoint: "${server.url}/" }\ntimeout: 0.2`,
    })
    const refused = await call('good')
    t.regex((await gateway.recordOf(refused)).detail ?? '', /^the provider is not available: ./)
    t.is(refused.status, 503)
    t.is(refused.headers.get('retry-after'), '5')
    t.is(refused.headers.get('www-authenticate'), null)
  })
}

test('an unreachable provider is a 503, not a wrong token', async (t) => {
  const server = createServer()
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  await new Promise((resolve) => server.close(resolve))
  const { call, gateway } = await gatewayWith(t, {
    config: `introspection_endpoint: { endpoint: "http://127.0.0.1:${port}/" }`,
  })
  t.is((await call('good')).status, 503)

  const [record] = await gateway.recorded()
  const failed = explainCall(record as CallRecord)?.checks.find(({ outcome }) => outcome === 'failed')
  t.is(failed?.check, 'the credentials are valid and identify an application')
})

/** An issuer with keys that can be changed. */
async function issuer(t: ExecutionContext) {
  const keys: object[] = []
  let fetched = 0
  const server = await startBackend((_, response) => {
    fetched += 1
    response.end(JSON.stringify({ keys }))
  })
  t.teardown(server.close)
  return {
    fetched: () => fetched,
    config: `jwks: { uri: "${server.url}/keys", issuer: "https://issuer.example", audience: gateway }`,
    async addKey(kid: string, alg = 'ES256') {
      const pair = await generateKeyPair(alg)
      keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg })
      return (claims: Record<string, unknown> = {}, header: Record<string, string> = {}) =>
        new SignJWT({
          iss: 'https://issuer.example',
          aud: 'gateway',
          azp: 'app-id',
          sub: 'anna',
          scp: ['customer'],
          exp: now + 60,
          ...claims,
        })
          .setProtectedHeader({ alg, kid, ...header })
          .sign(pair.privateKey)
    },
  }
}

test('a token signed with a key of the issuer is accepted, and keys are fetched once', async (t) => {
  const { addKey, fetched, config } = await issuer(t)
  const sign = await addKey('one')
  const { call } = await gatewayWith(t, { config })
  t.is((await call(await sign())).status, 200)
  t.is((await call(await sign({ jti: 'other' }))).status, 200)
  t.is(fetched(), 1)
})

for (const [title, claims] of [
  ['of another issuer', { iss: 'https://other.example' }],
  ['for somebody else', { aud: 'other' }],
  ['that has expired', { exp: now - 30 }],
  ['that does not end', { exp: undefined }],
  ['that is not valid yet', { nbf: now + 60 }],
] as const) {
  test(`a signed token ${title} is rejected`, async (t) => {
    const { addKey, config } = await issuer(t)
    const sign = await addKey('one')
    t.is((await (await gatewayWith(t, { config })).call(await sign(claims))).status, 401)
  })
}

test('a token without a signature or signed with a public key is rejected', async (t) => {
  const { addKey, config } = await issuer(t)
  const sign = await addKey('one')
  const { call } = await gatewayWith(t, { config })
  const [, payload, signature] = (await sign()).split('.')
  const head = (alg: string) => Buffer.from(JSON.stringify({ alg, kid: 'one' })).toString('base64url')
  t.is((await call(`${head('none')}.${payload}.`)).status, 401)
  t.is((await call(`${head('HS256')}.${payload}.${signature}`)).status, 401)
})

test('a token in non-canonical base64url is rejected', async (t) => {
  const { addKey, config } = await issuer(t)
  const token = await (await addKey('one'))()
  const { call } = await gatewayWith(t, { config })
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = token.at(-1) as string
  const answers = await Promise.all(
    [...alphabet].filter((each) => each !== last).map((each) => call(token.slice(0, -1) + each)),
  )
  t.deepEqual([...new Set(answers.map(({ status }) => status))], [401])
})

test('keys that cannot be fetched are a 503, not a wrong token', async (t) => {
  const { addKey } = await issuer(t)
  const token = await (await addKey('one'))()
  const server = await startBackend((_, response) => response.writeHead(500).end())
  t.teardown(server.close)
  const { call } = await gatewayWith(t, {
    config: `jwks: { uri: "${server.url}", issuer: "https://issuer.example", audience: gateway }`,
  })
  t.is((await call(token)).status, 503)
})

for (const [title, config, expected] of [
  [
    'has no method of verification',
    'timeout: 5',
    'providers/partner.yaml:6:3 third_party_config says how tokens are verified: by either "introspection_endpoint" or "jwks"',
  ],
  [
    'trusts shared secrets',
    'jwks: { uri: "https://a.example", issuer: a, audience: b, algorithms: [HS256] }',
    /algorithms\[0\] must be one of RS256, .* - found "HS256"/,
  ],
  [
    'names a TLS profile that is not enabled',
    'introspection_endpoint: { endpoint: "https://a.example", tls_client_profile: web }',
    /introspection_endpoint.tls_client_profile names a TLS client profile that .* does not enable: "web"/,
  ],
] as const) {
  test(`a third-party provider that ${title} is an error of the document`, async (t) => {
    const lines = (await findProblemLines(t, documents('http://backend.example', { config }))).filter(
      (each) => !each.includes('warning'),
    )
    if (typeof expected === 'string') t.deepEqual(lines, [expected])
    else t.regex(lines.join('\n'), expected)
  })
}

test('a third-party provider without the name for its introspection endpoint is a warning', async (t) => {
  const config = 'introspection_endpoint: { endpoint: "https://a.example" }\nsecurity: [basic-auth]'
  const lines = await findProblemLines(t, documents('http://backend.example', { config }))
  t.true(
    lines.includes(
      'providers/partner.yaml:7:13 warning: third_party_config.basic_auth.username is missing, so the endpoint is asked without credentials',
    ),
    lines.join('\n'),
  )
})

for (const [title, claims] of [
  ['whose issuer is a little ahead', { nbf: now + 29, iat: now + 29 }],
  ['that ended a moment ago', { exp: now - 29 }],
  ['with an empty scope beside scp', { scope: '', scp: 'customer' }],
  ['with blanks in scope beside a list', { scope: ' ', scp: ['mail', 'customer'] }],
  ['that names its client in appid', { client_id: undefined, appid: 'app-id' }],
  ['that names its client in azp', { client_id: '', azp: 'app-id', appid: 'nobody' }],
] as [string, object][])
  test(`an introspected token ${title} is accepted`, async (t) => {
    const { config } = await introspector(t, { good: { ...good, ...claims } })
    const { call } = await gatewayWith(t, { config })
    t.is((await call('good')).status, 200)
  })

async function signer(claims: object, { kid }: { kid?: string } = {}) {
  const pairs = await Promise.all([1, 2, 3].map(() => generateKeyPair('ES256', { extractable: true })))
  const keys = await Promise.all(pairs.map(async ({ publicKey }) => ({ ...(await exportJWK(publicKey)), kid })))
  const [{ privateKey } = {}] = pairs.slice(1)
  if (!privateKey) throw new Error('no key')
  const jwt = new SignJWT({ iss: 'https://issuer.example', client_id: 'app-id', scope: 'customer', ...claims })
  const token = await jwt
    .setProtectedHeader({ alg: 'ES256', ...(kid !== undefined && { kid }) })
    .setExpirationTime(now + 60)
    .sign(privateKey)
  const config = (more: string) =>
    `jwks: { issuer: "https://issuer.example", audience: [a, b], keys: ${JSON.stringify(keys)}${more} }`
  return { token, config }
}

for (const kid of [undefined, 'same'])
  test(`of several keys ${kid ? 'with one id' : 'without an id'}, that of the signature verifies the token`, async (t) => {
    const { token, config } = await signer({ aud: ['x', 'b'] }, kid === undefined ? {} : { kid })
    const { call } = await gatewayWith(t, { config: config('') })
    t.is((await call(token)).status, 200)
    t.is((await call(`${token.slice(0, -8)}AAAAAAAA`)).status, 401)
  })

for (const [title, claims, more, status] of [
  ['without aud', {}, '', 401],
  ['without aud, where the document allows it', {}, ', missing_audience: allow', 200],
  ['for another audience, also there', { aud: 'other' }, ', missing_audience: allow', 401],
  ['with an empty list of audiences', { aud: [] }, ', missing_audience: allow', 401],
] as [string, object, string, number][])
  test(`a signed token ${title} gets ${status}`, async (t) => {
    const { token, config } = await signer(claims)
    const { call } = await gatewayWith(t, { config: config(more) })
    t.is((await call(token)).status, status)
  })
