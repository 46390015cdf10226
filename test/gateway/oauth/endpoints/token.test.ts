import { request as httpRequest } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import test from 'ava'
import { clientRejectedText } from '../../../../src/gateway/oauth/errors/oauth-error.ts'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { answerOf, type Form, passwordForm, post, run, without } from '../_support/provider.ts'

test('the response of the password grant has its members in order', async (t) => {
  const { post } = await run(t)
  const { status, headers, body } = await post(passwordForm)

  t.is(status, 200)
  t.deepEqual(Object.keys(body), [
    'token_type',
    'access_token',
    'scope',
    'expires_in',
    'consented_on',
    'refresh_token',
    'refresh_token_expires_in',
  ])
  t.like(body, { token_type: 'Bearer', scope: 'customer', expires_in: 3600, refresh_token_expires_in: 2_682_000 })
  t.is(headers.get('cache-control'), 'no-store')
  t.is(headers.get('pragma'), 'no-cache')
  t.regex(headers.get('content-type') ?? '', /^application\/json/)
})

test('adds the metadata of the registry to the token and to the response', async (t) => {
  const { signIn, provider } = await run(t)
  const body = await signIn({ username: 'bob', password: 'bob-password' })

  t.is(body.metadata, 'hello bob')
  t.deepEqual(Object.keys(body).slice(0, 4), ['token_type', 'access_token', 'metadata', 'scope'])
  t.like(provider.verify(body.access_token), { subject: 'cn=bob', metadata: 'tier=gold' })
})

test('grants the scope that the registry selects', async (t) => {
  const { signIn } = await run(t)
  t.is((await signIn({ username: 'carol', password: 'carol-password' })).scope, 'orders')
})

test('grants each scope once, in the order of the provider', async (t) => {
  const { signIn } = await run(t)
  t.is((await signIn({ scope: 'orders customer orders' })).scope, 'customer orders')
})

test('grants the default scopes to a request without scopes', async (t) => {
  const { post } = await run(t, { settings: { defaultScopes: ['orders'] } })
  t.is((await post(without(passwordForm, 'scope'))).body.scope, 'orders')
})

for (const [title, form, headers] of [
  ['in the form', passwordForm, {}],
  [
    'in Basic',
    without(passwordForm, 'client_id', 'client_secret'),
    { authorization: renderBasicCredentials('app', 'app-secret') },
  ],
  [
    'in Basic, its id repeated',
    without(passwordForm, 'client_secret'),
    { authorization: renderBasicCredentials('app', 'app-secret') },
  ],
  [
    'in Basic, both halves form-encoded',
    without(passwordForm, 'client_id', 'client_secret'),
    { authorization: renderBasicCredentials('odd+app%2B%25%3A', 'odd+app%2B%25%3A-secret') },
  ],
  [
    'in two header fields',
    without(passwordForm, 'client_id', 'client_secret'),
    { 'x-ibm-client-id': 'app', 'x-ibm-client-secret': 'app-secret' },
  ],
  ['with an Origin', passwordForm, { origin: 'https://example.com' }],
  ['with an unknown parameter', { ...passwordForm, colour: 'red' }, {}],
  ['with a charset', passwordForm, { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }],
  ['of a public client, by its id alone', { ...without(passwordForm, 'client_secret'), client_id: 'public-app' }, {}],
] as const) {
  test(`accepts credentials ${title}`, async (t) => {
    const { post } = await run(t)
    t.is((await post(form, headers)).status, 200)
  })
}

const anonymous = without(passwordForm, 'client_id', 'client_secret')
const unclaimed = { status: 401, error: 'invalid_client', text: clientRejectedText }

/** What is sent, and the answer: status, error, description. */
const refusals: readonly [string, Form, Record<string, string>, { status: number; error: string; text?: string }][] = [
  ['no client at all', anonymous, {}, unclaimed],
  ['an unknown client', { ...passwordForm, client_id: 'nobody' }, {}, unclaimed],
  ['a wrong secret', { ...passwordForm, client_secret: 'guess' }, {}, unclaimed],
  ['a confidential client without its secret', without(passwordForm, 'client_secret'), {}, unclaimed],
  ['an empty secret', { ...passwordForm, client_secret: '' }, {}, unclaimed],
  [
    'a disabled application',
    { ...passwordForm, client_id: 'disabled-app', client_secret: 'disabled-app-secret' },
    {},
    unclaimed,
  ],
  [
    'an application without subscription',
    { ...passwordForm, client_id: 'lonely-app', client_secret: 'lonely-app-secret' },
    {},
    unclaimed,
  ],
  ['another scheme', anonymous, { authorization: 'Bearer abc' }, unclaimed],
  ['an unknown grant of an unknown client', { grant_type: 'magic', client_id: 'x' }, {}, unclaimed],
  [
    'another secret in Basic than in the form',
    passwordForm,
    { authorization: renderBasicCredentials('app', 'guess') },
    {
      status: 400,
      error: 'invalid_request',
      text: 'Multiple OAuth client credentials are provided: the client secret in the Authorization header differs from the one in the form parameter client_secret. Send the credentials in one place',
    },
  ],
  [
    'two clients at once',
    { ...anonymous, client_id: 'other-app' },
    { authorization: renderBasicCredentials('app', 'app-secret') },
    { status: 400, error: 'invalid_request' },
  ],
  ['no grant_type', without(passwordForm, 'grant_type'), {}, { status: 400, error: 'invalid_request' }],
  ['an unknown grant', { ...passwordForm, grant_type: 'magic' }, {}, { status: 400, error: 'unsupported_grant_type' }],
  [
    'the implicit grant',
    { ...passwordForm, grant_type: 'implicit' },
    {},
    { status: 400, error: 'unsupported_grant_type' },
  ],
  [
    'a grant that the client may not use',
    { ...passwordForm, client_id: 'machine-app', client_secret: 'machine-app-secret' },
    {},
    { status: 400, error: 'unauthorized_client' },
  ],
  [
    'the code grant of a client without a redirect URI',
    {
      grant_type: 'authorization_code',
      client_id: 'app',
      client_secret: 'app-secret',
      code: 'x',
      redirect_uri: 'https://web.example/callback',
    },
    {},
    { status: 400, error: 'unauthorized_client' },
  ],
  [
    'no username',
    without(passwordForm, 'username'),
    {},
    { status: 400, error: 'invalid_request', text: "Missing required parameter 'username'" },
  ],
  ['an empty password', { ...passwordForm, password: '' }, {}, { status: 400, error: 'invalid_request' }],
  ['a wrong password', { ...passwordForm, password: 'guess' }, {}, { status: 400, error: 'invalid_grant' }],
  ['an unknown user', { ...passwordForm, username: 'mallory' }, {}, { status: 400, error: 'invalid_grant' }],
  [
    'no scope',
    without(passwordForm, 'scope'),
    {},
    { status: 400, error: 'invalid_scope', text: 'Missing scope in the request' },
  ],
  [
    'an unknown scope',
    { ...passwordForm, scope: 'customer admin' },
    {},
    { status: 400, error: 'invalid_scope', text: "Scope 'admin' is not allowed" },
  ],
  ['a scope of odd characters', { ...passwordForm, scope: 'cust"omer' }, {}, { status: 400, error: 'invalid_scope' }],
  [
    'scopes two blanks apart',
    { ...passwordForm, scope: 'customer  orders' },
    {},
    { status: 400, error: 'invalid_scope' },
  ],
  [
    'a repeated parameter',
    `${new URLSearchParams(passwordForm)}&scope=orders`,
    {},
    { status: 400, error: 'invalid_request' },
  ],
  [
    'a repeated empty parameter',
    `${new URLSearchParams(passwordForm)}&a=&a=`,
    {},
    { status: 400, error: 'invalid_request' },
  ],
  [
    'broken percent-encoding',
    `${new URLSearchParams(passwordForm)}&a=%zz`,
    {},
    { status: 400, error: 'invalid_request' },
  ],
  [
    'encoded bytes that are not UTF-8',
    `${new URLSearchParams(passwordForm)}&a=%ff`,
    {},
    { status: 400, error: 'invalid_request' },
  ],
  ['a NUL', { ...passwordForm, username: 'alice\0' }, {}, { status: 400, error: 'invalid_request' }],
  [
    'JSON',
    JSON.stringify(passwordForm),
    { 'content-type': 'application/json' },
    { status: 400, error: 'invalid_request' },
  ],
  [
    'another charset',
    passwordForm,
    { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' },
    { status: 400, error: 'invalid_request' },
  ],
  ['a body that is too large', `a=${'x'.repeat(70_000)}`, {}, { status: 400, error: 'invalid_request' }],
  ['a compressed body', passwordForm, { 'content-encoding': 'gzip' }, { status: 400, error: 'invalid_request' }],
  [
    'a registry that cannot be asked',
    { ...passwordForm, username: 'down' },
    {},
    { status: 503, error: 'temporarily_unavailable' },
  ],
  ['a fault', { ...passwordForm, username: 'bug' }, {}, { status: 500, error: 'server_error' }],
]

for (const [title, form, headers, expected] of refusals) {
  test(`rejects ${title}`, async (t) => {
    const answer = await (await run(t)).post(form, { accept: 'text/html', ...headers })

    t.is(answer.status, expected.status)
    t.is(answer.body.error, expected.error)
    if (expected.text) t.is(answer.body.error_description, expected.text)
    t.regex(answer.body.error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
    t.regex(answer.headers.get('content-type') ?? '', /^application\/json/)
    t.is(answer.headers.get('cache-control'), 'no-store')
    t.is(answer.headers.get('pragma'), 'no-cache')
    t.is(answer.headers.get('www-authenticate') !== null, expected.status === 401 && 'authorization' in headers)
  })
}

for (const [title, form] of [
  ['an unknown client', { ...passwordForm, client_id: 'nobody' }],
  ['no client at all', anonymous],
  [
    'an application without subscription',
    { ...passwordForm, client_id: 'lonely-app', client_secret: 'lonely-app-secret' },
  ],
] as const) {
  test(`responds with unauthorized_client to ${title} with compat: apic`, async (t) => {
    const { status, body } = await (await run(t, { settings: { compat: 'apic' } })).post(form)
    t.is(status, 401)
    t.deepEqual(body, { error: 'unauthorized_client', error_description: clientRejectedText } as never)
  })
}

test('accepts only the client types of the provider', async (t) => {
  const { post } = await run(t, { settings: { clientTypes: new Set(['confidential'] as const) } })
  const { status, body } = await post({ ...without(passwordForm, 'client_secret'), client_id: 'public-app' })
  t.is(status, 401)
  t.is(body.error, 'invalid_client')
})

test('sends a challenge to a client that used Basic', async (t) => {
  const { post, issuer } = await run(t)
  const { headers } = await post(anonymous, { authorization: renderBasicCredentials('app', 'guess') })
  t.is(headers.get('www-authenticate'), `Basic realm="${issuer}", charset="UTF-8"`)
})

test('an unavailable registry is a 503 with Retry-After, without its reason', async (t) => {
  const { post, lines } = await run(t)
  const { headers, text } = await post({ ...passwordForm, username: 'down' })
  t.is(headers.get('retry-after'), '7')
  t.notRegex(text, /10\.0\.0\.1/)
  t.regex(lines.join(''), /10\.0\.0\.1/)
})

test('only the log contains the reason of an internal error', async (t) => {
  const { post, lines } = await run(t)
  t.notRegex((await post({ ...passwordForm, username: 'bug' })).text, /internals/)
  t.regex(lines.join(''), /secret internals/)
})

test('writes no secret, password or token into the log', async (t) => {
  const { post, signIn, refresh, lines } = await run(t)
  const tokens = await signIn()
  await refresh(tokens.refresh_token)
  await refresh(tokens.refresh_token)
  await post({ ...passwordForm, password: 'guess-of-mine' })

  for (const secret of ['app-secret', 'alice-password', 'guess-of-mine', tokens.access_token, tokens.refresh_token]) {
    t.false(lines.join('').includes(secret))
  }
})

for (const name of ['client_id', 'client_secret', 'password', 'device_code', 'subject_token', 'client_assertion']) {
  test(`rejects ${name} in the query, whatever the body has`, async (t) => {
    const { tokenUrl } = await run(t)
    const { status, body } = await post(`${tokenUrl}?${name}=app`, passwordForm)
    t.is(status, 400)
    t.is(body.error, 'invalid_request')
    t.regex(body.error_description, new RegExp(`The location of '${name}' is wrong`))
  })
}

for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`rejects ${method} and lists the allowed methods`, async (t) => {
    const { tokenUrl } = await run(t)
    const { status, headers, body } = await answerOf(await fetch(tokenUrl, { method }))
    t.is(status, 405)
    t.is(headers.get('allow'), 'POST')
    if (method !== 'HEAD') t.is(body.error, 'invalid_request')
  })
}

test('responds to a preflight request of any origin', async (t) => {
  const { tokenUrl } = await run(t)
  const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' }
  const response = await fetch(tokenUrl, { method: 'OPTIONS', headers })
  t.is(response.status, 204)
  t.is(response.headers.get('access-control-allow-origin'), '*')
})

for (const [title, form] of [
  ['tokens', passwordForm],
  ['an error', { ...passwordForm, password: 'guess' }],
] as const) {
  test(`scripts of any origin can read ${title}`, async (t) => {
    const { post } = await run(t)
    const { headers } = await post(form, { origin: 'https://example.com' })
    t.is(headers.get('access-control-allow-origin'), '*')
    t.is(headers.get('access-control-expose-headers'), 'WWW-Authenticate, Retry-After, DPoP-Nonce')
  })
}

const [right, wrong] = [renderBasicCredentials('app', 'app-secret'), renderBasicCredentials('app', 'guess')] as const

for (const [title, repeated] of [
  ['Authorization', ['authorization', right, 'authorization', wrong]],
  ['X-IBM-Client-Id', ['x-ibm-client-id', 'app', 'x-ibm-client-id', 'web-app', 'x-ibm-client-secret', 'app-secret']],
  [
    'X-IBM-Client-Secret',
    ['x-ibm-client-id', 'app', 'x-ibm-client-secret', 'app-secret', 'x-ibm-client-secret', 'guess'],
  ],
] as const) {
  test(`rejects a repeated ${title} header`, async (t) => {
    const { tokenUrl } = await run(t)
    const body = new URLSearchParams(anonymous).toString()
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const headers = [
        ...[
          'host',
          new URL(tokenUrl).host,
          'content-type',
          'application/x-www-form-urlencoded',
          'content-length',
          String(body.length),
        ],
        ...repeated,
      ]
      const request = httpRequest(tokenUrl, { method: 'POST', headers }, async (response) =>
        resolve({ status: response.statusCode as number, text: await readText(response) }),
      )
      request.on('error', reject).end(body)
    })
    t.is(status, 400)
    t.like(JSON.parse(text), {
      error: 'invalid_request',
      error_description: `Header '${title.toLowerCase()}' must not be repeated`,
    })
  })
}

test('serves the next request after an incomplete one', async (t) => {
  const { tokenUrl, signIn } = await run(t)
  await new Promise<void>((resolve) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '500' }
    const request = httpRequest(tokenUrl, { method: 'POST', headers })
    request.on('error', () => resolve())
    request.write('grant_type=password', () => request.destroy(new Error('gone')))
  })
  t.truthy((await signIn()).access_token)
})

test('a client id alone in the Authorization header is accepted from a public client, and with the secret in the form', async (t) => {
  const { post } = await run(t)
  const basic = (id: string) => ({ authorization: `Basic ${Buffer.from(`${id}:`).toString('base64')}` })
  const open = { ...passwordForm, client_id: 'public-app', client_secret: '' }
  t.is((await post(open, basic('public-app'))).status, 200)
  t.is((await post(passwordForm, basic('app'))).status, 200)
  const refused = await post({ ...passwordForm, client_secret: '' }, basic('app'))
  t.is(refused.status, 401)
  t.regex(String(refused.headers.get('www-authenticate')), /^Basic /)
})

test('scopes of OpenID Connect that the provider does not have are left out, and others are errors', async (t) => {
  const running = await run(t)
  const ask = (scope: string) => running.post({ ...passwordForm, scope })
  for (const scope of ['openid profile email customer', 'customer offline_access', 'address customer phone']) {
    const { status, body } = await ask(scope)
    t.deepEqual([status, body.scope], [200, 'customer'], scope)
  }
  for (const scope of [
    'openid',
    'offline_access email',
    'customer openid2',
    'Profile customer',
    'customer admin openid',
  ])
    t.is((await ask(scope)).body.error, 'invalid_scope', scope)
})

for (const format of ['jwt', 'opaque'] as const) {
  test(`a token that would be too long for the gateway (${format}) is refused`, async (t) => {
    const scopes = new Map([['mq.put', 'Put messages']])
    const { post, signIn, refresh, provider } = await run(t, { settings: { scopes, accessToken: { ttl: 60, format } } })
    const scopesOf = (count: number) => Array.from({ length: count }, (_, index) => `mq.put:QM1/Q${index}`).join(' ')
    const { status, body } = await post({ ...passwordForm, scope: scopesOf(600) })
    t.is(status, 400)
    t.is(body.error, 'invalid_scope')
    t.regex(body.error_description, /longer than the accepted 8192 characters/)
    const fits = await signIn({ scope: scopesOf(200) })
    t.like(await provider.verify(fits.access_token), { subject: 'alice' })
    t.is((await refresh(fits.refresh_token)).status, 200)
  })
}
