import test from 'ava'
import { findAdvice } from '../../../../../src/gateway/cli/check/advice/advice.ts'
import { findPlaintextHost } from '../../../../../src/gateway/cli/check/advice/plaintext-transport.ts'
import type { Application, Catalog, ProviderSettings } from '../../../../../src/gateway/config/types/index.ts'
import { api, application, catalog, location, provider, step } from '../../../data-plane/_support/documents.ts'

const sound: ProviderSettings = {
  ...provider,
  grants: new Set(['access_code']),
  pkce: { enabled: true, required: true, allowPlain: false },
}
const secure = api('https://upstream.example')

function messages(changed: Partial<Catalog>): string[] {
  const one = catalog([secure], { providers: new Map([['o', sound]]), ...changed })
  return findAdvice({ revision: 'r', catalogs: [one] }).map(({ message }) => message)
}

const withProvider = (changed: Partial<ProviderSettings>) => ({ providers: new Map([['o', { ...sound, ...changed }]]) })
const withApplication = (changed: Partial<Application>) => ({ applications: [application('shop', changed)] })
const credential = { name: 'default', clientId: 'shop', secretHashes: ['a', 'b'], hasWellKnownSecret: false }
const plan = { name: 'gold', title: 'Gold', approval: false, apis: new Set(['customers:1.0.0']), location }
const limit = { name: 'default', kind: 'rate', calls: 1, intervalSeconds: 1, hard: true, location } as const
const withPlan = (hard: boolean) => ({
  products: [
    {
      name: 'shop',
      title: 'Shop',
      version: '1',
      location,
      plans: new Map([['gold', { ...plan, limits: [{ ...limit, hard }] }]]),
    },
  ],
})
const registry = { name: 'users', title: '', displayName: '', caseSensitive: true, location, type: 'ldap' }
const key = { key: 'key', type: 'apiKey', settings: { in: 'query', name: 'client_id' }, location }

test('documents that are sound get none', (t) => {
  t.deepEqual(messages({}), [])
  t.deepEqual(messages(withPlan(true)), [])
})

for (const [title, changed, told] of [
  ['the password grant', withProvider({ grants: new Set(['password']) }), /RFC 9700 section 2\.4/],
  [
    'failed attempts that are not counted',
    withProvider({ failedAttempts: { ...provider.failedAttempts, user: { count: 0, window: 1 } } }),
    /no failed attempts of a user: .*RFC 6749/,
  ],
  [
    'codes without PKCE',
    withProvider({ pkce: { enabled: true, required: false, allowPlain: false } }),
    /PKCE.*RFC 9700 section 2\.1\.1/,
  ],
  ['plain PKCE', withProvider({ pkce: { enabled: true, required: true, allowPlain: true } }), /RFC 7636 section 7\.2/],
  [
    'refresh tokens of public clients that work twice',
    withProvider({ clientTypes: new Set(['public']), refreshToken: { ...provider.refreshToken, oneTimeUse: false } }),
    /RFC 9700 section 2\.2\.2/,
  ],
  ['tokens that live for days', withProvider({ accessToken: { ttl: 172_800 } }), /are valid for 48 hours/],
  ['debug headers', withProvider({ debug: true }), /debug header:/],
  ['a rotation without an end', withApplication({ credentials: [credential] }), /sluice apps retire-secret shop/],
  [
    'redirects in the clear',
    withApplication({ redirectEndpoints: ['http://shop.example/back'] }),
    /http:\/\/shop\.example\/back/,
  ],
  ['keys in the query', { apis: [{ ...secure, definitions: new Map([['key', key]]) }] }, /RFC 9110 section 17\.9/],
  [
    'users in the clear',
    { registries: new Map([['users', { ...registry, settings: { endpoint: 'ldap://dir:389' } }]]) },
    /users checks are sent to dir:389 without TLS/,
  ],
  [
    'upstreams in the clear',
    { apis: [api('http://me:secret@upstream.example:81')] },
    /sent to upstream\.example:81 without TLS: use https/,
  ],
  [
    'expressions of a contract that cannot run in linear time',
    {
      apis: [
        {
          ...secure,
          contract: {
            operations: new Map(),
            named: new Map(),
            schemas: [
              { schema: { properties: { a: { pattern: '^(a+)+(?!b)c$' }, b: { pattern: '(a+)+b' } } }, location },
            ],
          },
        },
      ],
    },
    /\^\(a\+\)\+\(\?!b\)c\$ cannot run in linear time.* OWASP API4:2023/,
  ],
  [
    'expressions of a filter that cannot run in linear time',
    {
      apis: [
        {
          ...secure,
          assembly: {
            execute: [step('invoke', { 'header-control': { type: 'blocklist', values: ['(x+)+\\1y'] } })],
            catch: [],
            finally: [],
          },
        },
      ],
    },
    /cannot run in linear time/,
  ],
  ['a plan without a limit that holds', withPlan(false), /shop\/gold rejects no call/],
] as const) {
  test(`advises about ${title}`, (t) => {
    const [message, ...others] = messages(changed as Partial<Catalog>)
    t.regex(message ?? '', told)
    t.deepEqual(others, [])
    t.false(message?.includes('secret@'))
  })
}

test('a target that is only known when it is called is not judged', (t) => {
  const assembly = {
    execute: [step('invoke', { 'target-url': 'http://$(request.headers.host)/x' })],
    catch: [],
    finally: [],
  }
  t.deepEqual(messages({ apis: [{ ...secure, assembly }] }), [])
})

test('ldap:// that is raised to TLS is safe, http:// with a TLS profile is not', (t) => {
  const users = (endpoint: string) => {
    const settings = { endpoint, tls_client_profile: 'p:1.0.0' }
    return messages({ registries: new Map([['users', { ...registry, settings }]]) }).length
  }
  t.deepEqual([users('ldap://dir'), users('http://dir')], [0, 1])
})

test('the same machine is no network', (t) => {
  for (const host of ['localhost', '127.0.0.1:80', '[::1]:80', '127.8.9.1'])
    t.is(findPlaintextHost(`http://${host}/x`), undefined)
  for (const host of ['10.0.0.1', 'localhost.example:80', '[::2]']) t.is(findPlaintextHost(`http://${host}/x`), host)
})

test('advice about shared parts is printed once', (t) => {
  const shared = { providers: new Map([['o', { ...sound, debug: true }]]) }
  t.is(findAdvice({ revision: 'r', catalogs: [catalog([], shared), catalog([], shared)] }).length, 1)
})

test('schemas that take long to check are one line for each family of an API, with a count', (t) => {
  const tree = { properties: { of: { items: { $ref: '#/$defs/0' } } } }
  const values = [
    { oneOf: [{ $ref: '#/$defs/1' }, { $ref: '#/$defs/2' }] },
    tree,
    tree,
    { uniqueItems: true, items: { type: 'object' } },
    { properties: { a: { uniqueItems: true, items: { type: 'array' } } } },
  ]
  const schemas = values.map((schema, line) => ({ schema, location: { ...location, line: line + 10 } }))
  const contract = { operations: new Map(), named: new Map(), schemas }
  const found = findAdvice({ revision: 'r', catalogs: [catalog([{ ...secure, contract }], { providers: new Map() })] })
  t.deepEqual(
    found.map(({ line, message }) => [line, message.split(' take')[0]]),
    [
      [10, 'customers:1.0.0: 1 schema'],
      [13, 'customers:1.0.0: 2 schemas'],
    ],
  )
})
