import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { generate } from 'selfsigned'
import { parseBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { authUrlRegistryType } from '../../../../src/shared/registries/auth-url/auth-url-registry.ts'
import { RegistryUnavailableError } from '../../../../src/shared/registries/index.ts'
import { behavesAsRegistry, users } from '../conformance.ts'

/** Opens a registry that asks this server. */
async function registryOf(
  t: ExecutionContext,
  server: Server,
  { path = '/check', timeout = 10, scheme = 'http', caseSensitive = false, tls = {} } = {},
) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = { endpoint: `${scheme}://localhost:${port}${path}`, timeout, tls_client_profile: 'own' }
  const registry = authUrlRegistryType.open(
    { endpoint },
    { name: 'people', caseSensitive, log: silentLog, tls: () => ({ rejectUnauthorized: true, ...tls }) },
  )
  t.teardown(async () => {
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections()
    server.close()
    await registry.close()
  })
  return registry
}

const answering = (t: ExecutionContext, handler: RequestListener, options = {}) =>
  registryOf(t, createServer(handler), options)

const signIn: RequestListener = (request, response) => {
  const given = parseBasicCredentials(request.headers.authorization)
  const user = users.find(({ name }) => name === given?.name.toLowerCase())
  response.writeHead(user && user.password === given?.password ? 200 : 401).end()
}

behavesAsRegistry(test, async (t) => ({ registry: await answering(t, signIn), credential: (name) => name }))

test('sends GET with Basic credentials and no body to the URL with its query', async (t) => {
  let asked: IncomingMessage | undefined
  const registry = await answering(
    t,
    (request, response) => {
      asked = request
      response.end()
    },
    { path: '/a/b?realm=x%20y' },
  )
  await registry.authenticate('zoë', '')
  t.is(asked?.method, 'GET')
  t.is(asked?.url, '/a/b?realm=x%20y')
  t.is(asked?.headers.authorization, `Basic ${Buffer.from('zoë:').toString('base64')}`)
  t.is(asked?.headers['content-length'], undefined)
  t.is(asked?.headers['transfer-encoding'], undefined)
  t.false(Object.keys(asked?.headers ?? {}).some((name) => name.startsWith('x-')))
})

test('sends the facts of the request, without control characters', async (t) => {
  let asked: IncomingMessage | undefined
  const registry = await answering(t, (request, response) => {
    asked = request
    response.end()
  })
  await registry.authenticate('alice', 'x', { scope: 'a ä', uri: '/p?q', requestId: 'r1' })
  t.is(Buffer.from(asked?.headers['x-requested-scope'] as string, 'latin1').toString(), 'a ä')
  t.like(asked?.headers, { 'x-uri-in': '/p?q', 'x-request-id': 'r1' })

  t.truthy(await registry.authenticate('alice', 'x', { scope: 'a\r\nx-evil: 1' }))
  t.is(asked?.headers['x-requested-scope'], undefined)
  t.is(asked?.headers['x-evil'], undefined)
})

for (const name of ['a:b', 'a\nb', '\0', '']) {
  test(`sends no request for the name ${JSON.stringify(name)}`, async (t) => {
    const registry = await answering(t, () => t.fail('was asked'))
    t.is(await registry.authenticate(name, 'x'), undefined)
  })
}

for (const status of [401, 403]) {
  test(`status ${status} rejects the user`, async (t) => {
    let calls = 0
    const registry = await answering(t, (_, response) => {
      calls += 1
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    t.is(await registry.authenticate('alice', 'wonderland'), undefined)
    t.is(calls, 1)
  })
}

for (const status of [201, 204, 301, 302, 307, 308, 400, 404, 405, 408, 418, 429, 431, 500, 502, 503, 504]) {
  test(`status ${status} means that the registry is unavailable; redirects are not followed`, async (t) => {
    const registry = await answering(t, (_, response) =>
      response.writeHead(status, { location: '/elsewhere' }).end('down'),
    )
    const error = await t.throwsAsync(registry.authenticate('alice', 'wonderland'), {
      instanceOf: RegistryUnavailableError,
    })
    t.true(error.message.startsWith(`registry people: the authentication URL responded with status ${status}`))
    t.is(error.retryAfter, 5)
  })
}

for (const [field, seconds] of [
  ['30', 30],
  ['0', 1],
  ['999999', 3600],
  ['soon', 5],
] as const) {
  test(`suggests a retry after ${seconds} s for Retry-After: ${field}`, async (t) => {
    const registry = await answering(t, (_, response) => response.writeHead(503, { 'retry-after': field }).end())
    const error = await t.throwsAsync(registry.authenticate('alice', 'x'), { instanceOf: RegistryUnavailableError })
    t.is(error.retryAfter, seconds)
  })
}

const refusing: [string, (server: Server) => void][] = [
  ['closes the connection', (server) => server.on('connection', (socket) => socket.destroy())],
  ['speaks something else', (server) => server.on('connection', (socket) => socket.end('220 smtp\r\n'))],
  ['says nothing', (server) => server.on('connection', () => {})],
  [
    'says yes and never ends its body',
    (server) => server.on('connection', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')),
  ],
  [
    'breaks off in its body',
    (server) => server.on('connection', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')),
  ],
]

for (const [title, prepare] of refusing) {
  test(`is unavailable with a server that ${title}`, async (t) => {
    const server = createTcpServer()
    prepare(server)
    server.on('connection', (socket) => {
      socket.on('error', () => {})
      t.teardown(() => socket.destroy())
    })
    const registry = await registryOf(t, server, { timeout: 0.2 })
    await t.throwsAsync(registry.authenticate('alice', 'wonderland'), { instanceOf: RegistryUnavailableError })
  })
}

test('is unavailable when nothing listens, and reports the address', async (t) => {
  const server = createTcpServer()
  const registry = await registryOf(t, server)
  server.close()
  await once(server, 'close')
  await t.throwsAsync(registry.authenticate('alice', 'x'), {
    instanceOf: RegistryUnavailableError,
    message: /^registry people: the request to the authentication URL failed: .*ECONNREFUSED/,
  })
})

test('aborts the request when the caller disconnects', async (t) => {
  const gone = new AbortController()
  const registry = await answering(t, (_, response) => {
    response.on('close', () => left.resolve())
    gone.abort()
  })
  const left = Promise.withResolvers<void>()
  await t.throwsAsync(registry.authenticate('alice', 'x', { signal: gone.signal }), {
    instanceOf: RegistryUnavailableError,
    message: /the caller disconnected/,
  })
  await left.promise
})

test('accepts a 200 whose body is too long to read', async (t) => {
  const registry = await answering(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    }
    response.on('drain', more)
    more()
  })
  t.like(await registry.authenticate('alice', 'x'), { credential: 'alice' })
})

test('reuses connections for consecutive sign-ins', async (t) => {
  const server = createServer(signIn)
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  const registry = await registryOf(t, server)
  for (let n = 0; n < 20; n += 1) await registry.authenticate('alice', n % 2 ? 'wonderland' : 'no')
  t.is(connections, 1)
})

test('repeats the request when the server has just closed an idle connection', async (t) => {
  let calls = 0
  const registry = await answering(t, (request, response) => {
    calls += 1
    if (calls === 2) request.socket.destroy()
    else signIn(request, response)
  })
  t.truthy(await registry.authenticate('alice', 'wonderland'))
  t.truthy(await registry.authenticate('alice', 'wonderland'))
  t.is(calls, 3)
})

test('returns the user and metadata of the response headers', async (t) => {
  const registry = await answering(t, (_, response) =>
    response
      .writeHead(200, {
        'API-Authenticated-Credential': 'old',
        'X-API-Authenticated-Credential': Buffer.from('cn=Anna Ö,o=shop').toString('latin1'),
        'api-oauth-metadata-for-accesstoken': 'inside',
        'X-API-OAuth-Metadata-For-Payload': 'beside',
        'API-OAUTH-METADATA-FOR-PAYLOAD': 'old',
        'X-Selected-Scope': 'customer:read',
        'X-API-OAuth-Scope-Ceiling': 'customer:read customer:write',
      })
      .end('{"authenticatedUser": "ignored"}'),
  )
  t.deepEqual(await registry.authenticate('Anna', 'x'), {
    name: 'Anna',
    credential: 'cn=Anna Ö,o=shop',
    attributes: undefined,
    metadata: { accessToken: 'inside', payload: 'beside' },
    selectedScope: 'customer:read',
    tokenCeiling: {
      scopes: ['customer:read', 'customer:write'],
      place: 'x-api-oauth-scope-ceiling of the registry people',
    },
  })
})

test('distinguishes names by case only with case_sensitive', async (t) => {
  const registry = await answering(t, (_, response) => response.end(), { caseSensitive: true })
  t.deepEqual(await registry.authenticate('Anna', 'x'), {
    name: 'Anna',
    credential: 'Anna',
    attributes: undefined,
    metadata: undefined,
    selectedScope: undefined,
    tokenCeiling: undefined,
  })
})

for (const [title, field] of [
  ['control characters', 'a\tb'],
  ['bytes that are no UTF-8', 'a\xff'],
] as const) {
  test(`is unavailable for a credential with ${title}`, async (t) => {
    const registry = await answering(t, (_, response) =>
      response.writeHead(200, { 'X-API-Authenticated-Credential': field }).end(),
    )
    await t.throwsAsync(registry.authenticate('alice', 'x'), { instanceOf: RegistryUnavailableError })
  })
}

test('trusts only certificates of the TLS profile', async (t) => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const open = (tls: object) => registryOf(t, createTlsServer({ key, cert }, signIn), { scheme: 'https', tls })

  const trusting = await open({ ca: cert })
  t.truthy(await trusting.authenticate('alice', 'wonderland'))

  const strict = await open({})
  await t.throwsAsync(strict.authenticate('alice', 'wonderland'), {
    instanceOf: RegistryUnavailableError,
    message: /self-signed/,
  })

  const careless = await open({ rejectUnauthorized: false })
  t.truthy(await careless.authenticate('alice', 'wonderland'))
})
