import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError, type UserTokenCeiling } from '../../../../src/shared/registries/index.ts'
import { ldapRegistryType } from '../../../../src/shared/registries/ldap/ldap-registry.ts'
import type { LdapConfiguration } from '../../../../src/shared/registries/ldap/ldap-settings.ts'
import { userAtAddress } from '../../../../src/shared/security/index.ts'
import { createSpellings } from '../../../_support/spellings.ts'
import { behavesAsRegistry } from '../conformance.ts'
import { admin, base, missing, type Slapd, startSlapd } from './_slapd.ts'

const test = missing ? (anyTest.skip as unknown as TestFn) : anyTest
if (missing) anyTest.skip(`the tests of the LDAP registry: ${missing}`, () => {})

const server = missing ? undefined : startSlapd()
anyTest.after.always(async () => (await server)?.stop())

const defaults: LdapConfiguration = {
  authentication_method: 'search_dn',
  authenticated_bind: false,
  search_dn_base: base,
  search_dn_scope: 'sub',
  search_dn_filter_prefix: '(uid=',
  search_dn_filter_suffix: ')',
  bind_prefix: 'uid=',
  bind_suffix: `,ou=people,${base}`,
  group_authentication_method: 'none',
  protocol_version: '3',
  directory_type: 'standard',
}

interface Options {
  configuration?: Partial<LdapConfiguration>
  url?: (slapd: Slapd) => string
  timeout?: number
  tls?: object
  caseSensitive?: boolean
}

async function open(t: ExecutionContext, options: Options = {}) {
  const slapd = (await server) as Slapd
  const { configuration = {}, url = ({ url }) => url, timeout = 10, tls, caseSensitive = false } = options
  const endpoint = { endpoint: url(slapd), timeout, ...(tls ? { tls_client_profile: 'own' } : {}) }
  const registry = ldapRegistryType.open(
    { endpoint, configuration: { ...defaults, ...configuration } },
    { name: 'staff', caseSensitive, log: silentLog, tls: () => ({ rejectUnauthorized: true, ...tls }) },
  )
  t.teardown(() => registry.close())
  return registry
}

const searching = { configuration: { authenticated_bind: 'true', ...admin } } as const
const composing = { configuration: { authentication_method: 'compose_dn' } } as const

behavesAsRegistry(test, async (t) => ({ registry: await open(t, searching), credential: (name) => name }))

for (const [title, options] of [
  ['an anonymous search', {}],
  ['a search as the administrator', searching],
  [
    'a search with several conditions',
    { configuration: { search_dn_filter_prefix: '(&(objectClass=person)(uid=', search_dn_filter_suffix: '))' } },
  ],
  ['a search of one level', { configuration: { search_dn_base: `ou=people,${base}`, search_dn_scope: 'one' } }],
  ['a composed DN', composing],
  [
    'a composed DN in the form of a filter',
    {
      configuration: {
        authentication_method: 'compose_dn',
        bind_prefix: '(uid=',
        bind_suffix: ')',
        search_dn_base: `ou=people,${base}`,
      },
    },
  ],
] as [string, Options][]) {
  test(`authenticates by ${title}`, async (t) => {
    const registry = await open(t, options)
    t.deepEqual(await registry.authenticate('alice', 'wonderland'), person('alice'))
    t.deepEqual(await registry.authenticate('zoë', 'pässwörd ☂ 🙂'), person('zoë'))
    t.is(await registry.authenticate('alice', 'builder'), undefined)
    t.is(await registry.authenticate('mallory', 'wonderland'), undefined)
    t.is(await registry.authenticate('*', 'wonderland'), undefined)
    t.is(await registry.authenticate(`alice,ou=people,${base}`, 'wonderland'), undefined)
  })
}

for (const options of [searching, composing]) {
  const { authentication_method: method = 'search_dn' } = options.configuration as Partial<LdapConfiguration>

  test(`rejects an empty password (${method})`, async (t) => {
    const registry = await open(t, options)
    t.is(await registry.authenticate('alice', ''), undefined)
    t.is(await registry.authenticate('nopass', ''), undefined)
    t.is(await registry.authenticate('nopass', 'x'), undefined)
  })

  test(`accepts one spelling of a name only (${method})`, async (t) => {
    const registry = await open(t, options)
    for (const name of [' alice', 'alice ', 'al\u00adice', 'al\u200bice']) {
      t.is(await registry.authenticate(name, 'wonderland'), undefined, JSON.stringify(name))
    }
    t.like(await registry.authenticate('ＡＬＩＣＥ', 'wonderland'), { credential: 'alice' })
  })
}

const odd = ['alice\u034f', 'alice\ufe0f', 'ali\u1806ce', 'alicé', 'alıce', 'ali\ufffcce', 'alice\u00a0', 'alice\u3000']

for (const [title, options] of [
  ['a search', searching],
  ['a composed DN', composing],
] as const) {
  test(`every spelling that the directory accepts has the same credential and counts as the same name: ${title}`, async (t) => {
    const registry = await open(t, options)
    const spellings = [...createSpellings('alice', 150, 6), ...odd]
    const accepted: string[] = []
    for (const name of spellings) {
      const user = await registry.authenticate(name, 'wonderland')
      if (!user) continue
      accepted.push(name)
      t.is(user.credential, 'alice', JSON.stringify(name))
      t.is(registry.foldName(name), 'alice', JSON.stringify(name))
      t.is(userAtAddress(registry.foldName(name), 'a').countedAs, 'alice', JSON.stringify(name))
    }
    t.true(accepted.length >= 100, `${accepted.length} accepted`)
  })
}

test('a principal name has the same credential with its suffix and without', async (t) => {
  const configuration = { authentication_method: 'compose_upn', bind_suffix: '@example.com' } as const
  const registry = await open(t, { configuration })
  const spellings = ['dora', 'Dora@Example.com', 'ｄora@example.com']
  t.deepEqual(spellings.map(registry.foldName), ['dora', 'dora', 'dora'])
})

test('names that differ in case are different where the registry compares case', async (t) => {
  const registry = await open(t, { caseSensitive: true })
  t.deepEqual(['Ａlice', 'alice'].map(registry.foldName), ['Alice', 'alice'])
})

test('accepts names with special characters of filters and DNs', async (t) => {
  const name = 'Smith, Ann (+ *)'
  const byName = { search_dn_filter_prefix: '(cn=' }
  const searched = await open(t, { configuration: byName, caseSensitive: true })
  t.deepEqual(await searched.authenticate(name, 'odd'), person(name))
  const composed = await open(t, {
    configuration: { authentication_method: 'compose_dn', bind_prefix: 'cn=' },
    caseSensitive: true,
  })
  t.deepEqual(await composed.authenticate(name, 'odd'), person(name))
})

test('the credential is the DN when the filter has no attribute', async (t) => {
  const registry = await open(t, { configuration: { search_dn_filter_prefix: '(uid:caseExactMatch:=' } })
  t.like(await registry.authenticate('alice', 'wonderland'), { credential: `uid=alice,ou=people,${base}` })
})

test('rejects a name that matches two entries', async (t) => {
  const registry = await open(t)
  t.is(await registry.authenticate('twin', 'one'), undefined)
  t.is(await registry.authenticate('twin', 'two'), undefined)
})

test('finds only entries that the search account can read', async (t) => {
  t.is(await (await open(t)).authenticate('ghost', 'boo'), undefined)
  t.like(await (await open(t, searching)).authenticate('ghost', 'boo'), { credential: 'ghost' })
})

for (const name of ['alice', 'alice@EXAMPLE.com']) {
  test(`binds with one principal name for ${name}`, async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.teardown(() => other.close())
    const gone = new AbortController()
    const asked = new Promise<string>((resolve) => {
      other.on('connection', (socket) =>
        socket.once('data', (bytes) => {
          resolve(bytes.toString('latin1'))
          gone.abort()
        }),
      )
    })

    const { port } = other.address() as AddressInfo
    const registry = await open(t, {
      url: () => `ldap://127.0.0.1:${port}`,
      configuration: { authentication_method: 'compose_upn', bind_suffix: '@example.com' },
    })
    await t.throwsAsync(registry.authenticate(name, 'secret', { signal: gone.signal }))
    // RFC 4511 section 4.2: the version, the name with its length, the password of a simple bind with its length
    t.true((await asked).toLowerCase().includes('\x02\x01\x03\x04\x11alice@example.com\x80\x06secret'))
  })
}

for (const [title, configuration, message] of [
  [
    'a wrong administrator',
    { authenticated_bind: 'true', ...admin, admin_password: 'x' },
    /the password of the search account cn=admin,dc=example,dc=com is rejected/,
  ],
  ['a base that does not exist', { search_dn_base: 'dc=elsewhere' }, /the search below "dc=elsewhere"/],
  ['a filter that is none', { search_dn_filter_prefix: '((uid=' }, /failed/],
] as [string, Partial<LdapConfiguration>, RegExp][]) {
  test(`is unavailable with ${title}`, async (t) => {
    const registry = await open(t, { configuration })
    await t.throwsAsync(registry.authenticate('alice', 'wonderland'), { instanceOf: RegistryUnavailableError, message })
  })
}

for (const [configuration, message] of [
  [{ authenticated_bind: 'true' }, /needs admin_dn and admin_password/],
  [{ authentication_method: 'compose_dn', bind_prefix: 'uid' }, /bind_prefix must end in "="/],
  [{ authentication_method: 'compose_dn', bind_suffix: '', search_dn_base: '' }, /needs a bind_suffix/],
  [{ authentication_method: 'compose_upn', bind_suffix: '' }, /bind_suffix must be like "@example.com"/],
] as [Partial<LdapConfiguration>, RegExp][]) {
  test(`does not open with ${JSON.stringify(configuration)}`, async (t) => {
    await t.throwsAsync(open(t, { configuration }), { message })
  })
}

for (const [title, url] of [
  ['ldaps', ({ secureUrl }: Slapd) => secureUrl],
  ['ldap raised to TLS', ({ url }: Slapd) => url],
] as const) {
  test(`trusts only certificates of the TLS profile (${title})`, async (t) => {
    const { ca } = (await server) as Slapd
    const trusting = await open(t, { url, tls: { ca } })
    t.truthy(await trusting.authenticate('alice', 'wonderland'))
    t.is(await trusting.authenticate('alice', 'x'), undefined)

    const strict = await open(t, { url, tls: {} })
    await t.throwsAsync(strict.authenticate('alice', 'wonderland'), {
      instanceOf: RegistryUnavailableError,
      message: /self-signed/,
    })

    const elsewhere = (slapd: Slapd) => url(slapd).replace('localhost', '127.0.0.1')
    const other = await open(t, { url: elsewhere, tls: { ca } })
    await t.throwsAsync(other.authenticate('alice', 'wonderland'), {
      instanceOf: RegistryUnavailableError,
      message: /127\.0\.0\.1/,
    })
  })
}

for (const [title, prepare, message, timeout] of [
  ['nobody listens', (server) => server.close(), /ECONNREFUSED/, 10],
  [
    'the connection is closed',
    (server) => server.on('connection', (each) => each.destroy()),
    /the request to the directory failed/,
    10,
  ],
  ['nothing is answered', () => {}, /did not respond within 0.2 s/, 0.2],
  [
    'something else answers',
    (server) => server.on('connection', (each) => each.write('220 smtp\r\n')),
    /registry staff/,
    0.2,
  ],
] as [string, (server: ReturnType<typeof createServer>) => void, RegExp, number][]) {
  test(`is unavailable when ${title}`, async (t) => {
    const other = createServer().listen(0, '127.0.0.1')
    other.on('connection', (socket) => {
      socket.on('error', () => {})
      t.teardown(() => socket.destroy())
    })
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    t.teardown(() => other.close())
    prepare(other)

    const registry = await open(t, { url: () => `ldap://127.0.0.1:${port}`, timeout })
    await t.throwsAsync(registry.authenticate('alice', 'wonderland'), { instanceOf: RegistryUnavailableError, message })
  })
}

const limiting = {
  configuration: { token_ceiling_attributes: { scopes: 'businessCategory', access_token_ttl: 'employeeNumber' } },
}

test('returns the token ceiling in the entry of the user, at the sign-in and later', async (t) => {
  const registry = await open(t, limiting)
  const ceiling = {
    scopes: ['customer', 'mq.get', 'orders'],
    accessTokenTtl: 900,
    refreshTokenTtl: undefined,
    place: `the entry uid=limited,ou=people,${base}`,
  }
  const user = await registry.authenticate('limited', 'limited')
  t.deepEqual(sorted(user?.tokenCeiling), ceiling)
  t.deepEqual(sorted(await registry.findTokenCeiling?.('limited')), ceiling)
})

test('a user without the attributes has no token ceiling', async (t) => {
  const registry = await open(t, limiting)
  t.deepEqual(await registry.authenticate('alice', 'wonderland'), person('alice'))
  t.is(await registry.findTokenCeiling?.('alice'), undefined)
  t.is(await registry.findTokenCeiling?.('mallory'), undefined)
})

test('is unavailable when a life is not a number of seconds', async (t) => {
  const registry = await open(t, limiting)
  const error = {
    instanceOf: RegistryUnavailableError,
    message:
      /employeeNumber of the entry uid=wrongly-limited.* must be one whole number of seconds above 0, found "soon"/,
  }
  await t.throwsAsync(registry.authenticate('wrongly-limited', 'limited'), error)
  await t.throwsAsync(async () => registry.findTokenCeiling?.('wrongly-limited'), error)
})

test('does not look up token ceilings after the sign-in without the attributes', async (t) => {
  t.is((await open(t)).findTokenCeiling, undefined)
})

for (const [title, configuration] of [
  ['compose_dn', { authentication_method: 'compose_dn' }],
  ['compose_upn', { authentication_method: 'compose_upn', bind_suffix: '@example.com' }],
  ['a filter without an attribute', { search_dn_filter_prefix: '(uid:caseExactMatch:=' }],
] as [string, Partial<LdapConfiguration>][]) {
  test(`token ceilings of users are not possible with ${title}`, (t) => {
    const whole = { ...defaults, ...configuration, ...limiting.configuration }
    const settings = { endpoint: { endpoint: 'ldap://localhost', timeout: 1 }, configuration: whole }
    t.deepEqual(
      ldapRegistryType.faults?.(settings).map(({ path }) => path.join('.')),
      ['configuration.token_ceiling_attributes'],
    )
  })
}

/** The directory returns values in any order. */
function sorted(ceiling: UserTokenCeiling | undefined) {
  return ceiling && { ...ceiling, scopes: ceiling.scopes?.toSorted() }
}

test('closes the connection when the caller disconnects', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const gone = new AbortController()
  const closed = new Promise((resolve) => {
    other.on('connection', (socket) => {
      socket.on('close', resolve).on('error', () => {})
      socket.resume()
      gone.abort()
    })
  })
  const { port } = other.address() as AddressInfo
  const registry = await open(t, { url: () => `ldap://127.0.0.1:${port}` })
  await t.throwsAsync(registry.authenticate('alice', 'wonderland', { signal: gone.signal }), {
    instanceOf: RegistryUnavailableError,
    message: /disconnected/,
  })
  await closed
  t.pass()
})

test('reports the steps of a sign-in, without the password', async (t) => {
  const dn = `uid=alice,ou=people,${base}`
  for (const [name, password, options, expected] of [
    ['alice', 'wonderland', {}, [`The search found ${dn}.`, `The directory accepted the password of ${dn}.`]],
    ['alice', 'builder', {}, [`The search found ${dn}.`, `The directory rejected the password of ${dn}.`]],
    ['mallory', 'wonderland', {}, ['The search found no entry, or several.']],
    ['alice', 'builder', composing, [`The directory rejected the password of ${dn}.`]],
  ] as [string, string, Options, string[]][]) {
    const registry = await open(t, options)
    const steps: string[] = []
    await registry.authenticate(name, password, { onStep: (step) => void steps.push(step) })
    t.deepEqual(steps, expected)
  }
})

/** Returns a user of whom the directory says nothing but the name. */
function person(name: string) {
  return { name, credential: name, attributes: undefined, tokenCeiling: undefined }
}
