import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSafRegistry } from '../../../../../../src/mq/web/security/registries/saf/saf.ts'
import { readSettings } from '../../../../../../src/mq/web/settings/read.ts'
import type { SafRegistrySettings } from '../../../../../../src/mq/web/settings/saf-registry.ts'
import { openLog } from '../../../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError } from '../../../../../../src/shared/registries/index.ts'
import { openServer } from '../../../_support/server.ts'
import { behavesAsMqUserRegistry } from '../conformance.ts'
import { openZosStandIn, type ZosStandIn } from './_zos-stand-in.ts'

const users = [
  { name: 'alice', password: 'wonderland' },
  { name: 'bob', password: 'pass:with:colons and spaces ' },
  { name: 'z#1', password: 'pässwörd phrase' },
] as const
const passwords = new Map<string, string>(users.map(({ name, password }) => [name.toUpperCase(), password]))
const admin = ['MQWEB.com.ibm.mq.console.MQWebAdmin', 'MQWEB.com.ibm.mq.rest.MQWebAdmin']
const profiles = new Map([
  ['ALICE', admin],
  ['BOB', ['MQWEB.com.ibm.mq.rest.MQWebAdminRO', 'MQWEB.unrelated']],
])

const shared = openZosStandIn(passwords, profiles)
test.after.always(async () => (await shared).close())

function xml(url: string, authorization = `<safAuthorization id="saf" profileUrl="${url}/saf-auth"/>`) {
  return `<server>
    <featureManager><feature>appSecurity-2.0</feature><feature>basicAuthenticationMQ-1.0</feature>
      <feature>zosSecurity-1.0</feature></featureManager>
    <safRegistry id="saf" realm="PLEX1" zosmfUrl="${url}"/>${authorization}
    <safCredentials unauthenticatedUser="WSGUEST" profilePrefix="MQWEB"/>
    <keyStore id="trusted" location="zos-ca.pem" type="PEM"/>
    <ssl id="tls" trustStoreRef="trusted"/>
  </server>`
}

interface Opening {
  authorization?: string
  timeoutMs?: number
  ca?: string
  readTrustedCas?: () => Promise<string | undefined>
  changes?: Partial<SafRegistrySettings>
}

function open(
  t: ExecutionContext,
  zos: ZosStandIn,
  { authorization, timeoutMs, ca, readTrustedCas, changes }: Opening = {},
) {
  const { settings } = readSettings(xml(zos.url, authorization), {
    file: 'mqwebuser.xml',
    folder: '/',
    environment: { MQWEB_LTPA_SUFFIX: '1' },
  })
  const time = { now: 0 }
  const logged: { msg: string; reason: string }[] = []
  const log = openLog({ write: (line) => logged.push(JSON.parse(line)) })
  const registry = openSafRegistry(
    { ...(settings.security.registry as SafRegistrySettings), ...(timeoutMs && { timeoutMs }), ...changes },
    { clock: () => time.now, log, readTrustedCas: readTrustedCas ?? (async () => ca ?? zos.ca) },
  )
  t.teardown(() => registry.close())
  return { registry, logged, time }
}

async function openOwn(t: ExecutionContext): Promise<ZosStandIn> {
  const zos = await openZosStandIn(passwords, profiles)
  t.teardown(() => zos.close())
  return zos
}

behavesAsMqUserRegistry(
  test,
  async (t) => ({
    registry: open(t, await shared).registry,
    realm: 'PLEX1',
    subjectOf: (commonName) => ({ commonName, distinguishedName: `CN=${commonName}` }),
  }),
  {
    users,
    groupsOf: (name) => (profiles.get(name.toUpperCase()) ?? []).filter((profile) => profile !== 'MQWEB.unrelated'),
    hasCertificates: false,
  },
)

test('logs the reason of a rejection, without the password', async (t) => {
  const { registry, logged } = open(t, await shared)
  t.is(await registry.authenticate('alice', 'guess99'), undefined)
  t.like(logged[0], {
    msg: 'z/OSMF rejected a sign-in',
    reason: 'status 401, return code 8, reason code 1: Login failed',
  })
  t.false(JSON.stringify(logged).includes('guess99'))
})

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

for (const [title, respond, message] of [
  ['an error', (response) => json(response, 500, { returnCode: 12, message: 'abend' }), /status 500.*abend/],
  [
    'another success',
    (response) => json(response, 201, {}, { 'set-cookie': 'LtpaToken2=x' }),
    /status 201, return code/,
  ],
  ['no content and no token', (response) => response.writeHead(204).end(), /no cookie LtpaToken2 or jwtToken/],
  ['an overload', (response) => json(response, 503, ''), /status 503/],
  [
    'a redirect',
    (response) => json(response, 302, '', { location: '/zosmf/login', 'set-cookie': 'LtpaToken2=x' }),
    /status 302/,
  ],
  ['success without a token', (response) => json(response, 200, {}), /no cookie LtpaToken2 or jwtToken/],
  [
    'an expired token',
    (response) => json(response, 200, {}, { 'set-cookie': 'LtpaToken2=; Max-Age=0' }),
    /no cookie LtpaToken2/,
  ],
  [
    'a huge body',
    (response) => json(response, 200, 'x'.repeat(1_000_000), { 'set-cookie': 'LtpaToken2=x' }),
    /did not respond/,
  ],
  ['the end of the connection', (response) => response.destroy(), /did not respond/],
  ['nothing', () => {}, /did not respond.*(timeout|aborted)/],
  ['half a response', (response) => void response.writeHead(200).write('x'), /did not respond/],
] as readonly [string, (response: ServerResponse) => unknown, RegExp][]) {
  test(`accepts no user when z/OSMF responds with ${title}`, async (t) => {
    const zos = await openOwn(t)
    zos.respond = (_, response) => respond(response)
    const isSilent = /nothing|half/.test(title)
    const { registry } = open(t, zos, isSilent ? { timeoutMs: 500 } : {})
    const error = await t.throwsAsync(registry.authenticate('alice', 'wonderland'))
    t.true(error instanceof RegistryUnavailableError)
    t.regex(error?.message ?? '', message)
    t.true(zos.requests.length <= 1, 'no request is repeated and no redirect followed')
    t.is(await registry.find('alice'), undefined)
  })
}

test('accepts status 204 with a token', async (t) => {
  const zos = await openOwn(t)
  zos.respond = (_, response) => response.writeHead(204, { 'set-cookie': 'jwtToken=a.b.c; Secure' }).end()
  const { registry } = open(t, zos, { authorization: '' })
  t.deepEqual(await registry.authenticate('alice', 'any'), { name: 'alice', groups: [] })
})

for (const [title, name, password] of [
  ['an empty name', '', 'wonderland'],
  ['a name that begins with a digit', '1alice', 'wonderland'],
  ['a name of nine characters', 'alice6789', 'wonderland'],
  ['a name with a slash', 'ali/ce', 'wonderland'],
  ['an empty password', 'alice', ''],
  ['a password of 101 characters', 'alice', 'x'.repeat(101)],
  ['a password with a control character', 'alice', 'wonder\nland'],
] as const) {
  test(`rejects ${title} without a request to z/OSMF`, async (t) => {
    const zos = await openOwn(t)
    t.is(await open(t, zos).registry.authenticate(name, password), undefined)
    t.deepEqual(zos.requests, [])
  })
}

test('sends a password of 100 characters', async (t) => {
  const zos = await openOwn(t)
  t.is(await open(t, zos).registry.authenticate('alice', 'x'.repeat(100)), undefined)
  t.deepEqual(zos.requests, ['POST /zosmf/services/authenticate'])
})

test('sends no password to a server whose certificate is not trusted', async (t) => {
  const zos = await openOwn(t)
  const { registry } = open(t, zos, { ca: (await shared).ca })
  const error = await t.throwsAsync(registry.authenticate('alice', 'wonderland'))
  t.true(error instanceof RegistryUnavailableError)
  t.regex(error?.message ?? '', /certificate/)
  t.deepEqual(zos.requests, [])
})

for (const [title, respond] of [
  ['an error', (response) => json(response, 500, {})],
  ['an error that permits access', (response) => json(response, 500, { authorized: true, error: false })],
  ['another success', (response) => json(response, 201, { authorized: true, error: false })],
  ['a result with an error', (response) => json(response, 200, { authorized: true, error: true })],
  ['a list', (response) => json(response, 200, [])],
  ['null', (response) => json(response, 200, null)],
  ['a text', (response) => json(response, 200, 'authorized')],
  ['no JSON', (response) => response.end('authorized')],
] as readonly [string, (response: ServerResponse) => unknown][]) {
  test(`accepts no user when the profile service responds with ${title}`, async (t) => {
    const zos = await openOwn(t)
    zos.respond = (request, response) => {
      if (request.url?.startsWith('/zosmf')) json(response, 200, {}, { 'set-cookie': 'LtpaToken2=x' })
      else respond(response)
    }
    const error = await t.throwsAsync(open(t, zos).registry.authenticate('alice', 'wonderland'))
    t.true(error instanceof RegistryUnavailableError)
    t.regex(error?.message ?? '', /the profile service could not check \/ALICE\/EJBROLE\/MQWEB\.com/)
  })
}

test('the error of a profile that cannot be checked has the message of the profile service', async (t) => {
  const zos = await openOwn(t)
  zos.respond = (request, response) => {
    if (request.url?.startsWith('/zosmf')) json(response, 200, {}, { 'set-cookie': 'LtpaToken2=x' })
    else json(response, 200, { error: true, message: 'class EJBROLE is not active' })
  }
  await t.throwsAsync(open(t, zos).registry.authenticate('alice', 'wonderland'), {
    message: /READ: status 200, class EJBROLE is not active$/,
  })
  zos.respond = (request, response) => {
    if (request.url?.startsWith('/zosmf')) json(response, 200, {}, { 'set-cookie': 'LtpaToken2=x' })
    else json(response, 200, { error: true })
  }
  await t.throwsAsync(open(t, zos).registry.authenticate('alice', 'wonderland'), { message: /READ: status 200$/ })
})

test('the profiles of a user are kept for 30 seconds after the sign-in', async (t) => {
  const zos = await openOwn(t)
  const { registry, time } = open(t, zos)
  const alice = await registry.authenticate('alice', 'wonderland')
  const asked = zos.requests.length
  time.now = 2_499
  t.is(await registry.find('alice'), alice)
  t.is(zos.requests.length, asked)
  time.now = 2_500
  t.deepEqual(await registry.find('alice'), alice)
  t.is(zos.requests.length, 2 * asked - 1) // without the sign-in
  t.is(await registry.find('bob'), undefined)
})

test('without a profile service a user has no groups, and no profile is checked', async (t) => {
  const zos = await openOwn(t)
  const { registry } = open(t, zos, { changes: { profileUrl: undefined, profiles: admin } })
  t.deepEqual(await registry.authenticate('alice', 'wonderland'), { name: 'alice', groups: [] })
  t.is(zos.requests.length, 1)
})

for (const [length, isAccepted] of [
  [65_536, true],
  [65_537, false],
] as const) {
  test(`${isAccepted ? 'accepts' : 'rejects'} a response of ${length} bytes`, async (t) => {
    const zos = await openOwn(t)
    zos.respond = (_, response) => response.writeHead(200, { 'set-cookie': 'LtpaToken2=x' }).end(' '.repeat(length))
    const signIn = open(t, zos, { authorization: '' }).registry.authenticate('alice', 'any')
    if (isAccepted) t.like(await signIn, { name: 'alice' })
    else await t.throwsAsync(signIn, { instanceOf: RegistryUnavailableError })
  })
}

test('closes its connections', async (t) => {
  const zos = await openOwn(t)
  const closed = Promise.withResolvers<void>()
  zos.respond = ({ socket }, response) => {
    socket.once('close', closed.resolve)
    response.writeHead(204, { 'set-cookie': 'jwtToken=a.b.c' }).end()
  }
  const { registry } = open(t, zos, { authorization: '' })
  t.like(await registry.authenticate('alice', 'any'), { name: 'alice' })
  await registry.close()
  await closed.promise
})

test('reads the trusted CA certificates again after it could not read them', async (t) => {
  const zos = await shared
  let attempts = 0
  const readTrustedCas = async () => {
    attempts += 1
    if (attempts === 1) throw new Error('zos-ca.pem cannot be read')
    return zos.ca
  }
  const { registry } = open(t, zos, { readTrustedCas })
  await t.throwsAsync(registry.authenticate('alice', 'wonderland'), {
    instanceOf: RegistryUnavailableError,
    message: /zos-ca\.pem cannot be read/,
  })
  t.like(await registry.authenticate('alice', 'wonderland'), { name: 'alice' })
  t.is(attempts, 3) // one for each service
})

test('EJBROLE profiles are the roles of users, for each application', async (t) => {
  const zos = await shared
  const server = await openServer(t)
  await writeFile(join(server.folder, 'zos-ca.pem'), zos.ca)
  await server.configure(xml(zos.url))
  const roles = async (user: string) =>
    (await server.call('GET', '/ibmmq/rest/v2/login', { user })).json?.user?.[0]?.role
  t.deepEqual(await roles('alice:wonderland'), ['MQWebAdmin'])
  t.is((await server.call('GET', '/ibmmq/rest/v2/login', { user: 'alice:guess' })).status, 401)
})
