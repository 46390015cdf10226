import test from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import { inspectToken, type TokenIssuer } from '../../../../src/gateway/runtime/tokens/inspect-token.ts'
import { api, application, catalog, location, oauth, operation } from '../../data-plane/_support/documents.ts'

const at = (line: number) => ({ ...location, line })
const needs = (scopes: string[], line: number, definition = oauth) => ({
  all: [{ definition, scopes }],
  location: at(line),
})
const key = { key: 'key', type: 'apiKey', settings: { in: 'header', name: 'X-IBM-Client-Id' }, location }
const operations = [
  operation('GET', '/customers', { security: [needs(['customer'], 20)] }),
  operation('POST', '/customers', { security: [needs(['customer', 'write'], 21)] }),
  operation('PUT', '/customers', { security: [needs([], 22, key)] }),
  operation('DELETE', '/customers', { security: [needs([], 23, key), needs(['customer'], 24)] }),
  operation('GET', '/health', { security: [], location: at(25) }),
]
const plan = { name: 'gold', title: 'Gold', approval: false, limits: [], apis: new Set(['customers:1.0.0']), location }
const product = { name: 'shop', title: 'Shop', version: '1.0.0', plans: new Map([['gold', plan]]), location }
const subscription = { product: 'shop', plan: 'gold', state: 'enabled', line: 1 } as const

const published = catalog(
  [api('http://upstream', { operations }), api('http://upstream', { reference: 'hidden:1.0.0', enforced: false })],
  {
    products: [product],
    applications: [application('shop', { subscriptions: [subscription] }), application('stranger')],
  },
)

const facts = { id: 'jti', subject: 'alice', issuedAt: 1, expiresAt: 2, grant: 'password' }
const good = (clientId: string) => ({ ...facts, clientId, scopes: new Set(['customer']), chain: 'inner' })

function tokenOf(issuer: string): string {
  return `e30.${Buffer.from(JSON.stringify({ iss: issuer })).toString('base64url')}.x`
}

function issuer(name: string, verdict: TokenVerificationResult): TokenIssuer {
  return {
    name,
    issuer: `http://gateway/${name}`,
    verify: () => verdict,
    catalog: published,
    consumers: openConsumers(published),
  }
}

const other = issuer('other', {
  refused: 'client_id_missing',
  reason: 'its header is not one that this provider issues',
})

test('lists the operations that a token allows, and the reason and location for each other one', async (t) => {
  const { token, operations, ...rest } = await inspectToken(tokenOf('http://gateway/customer-oauth'), [
    other,
    issuer('customer-oauth', good('shop')),
  ])
  t.deepEqual(rest, { issuer: 'http://gateway/customer-oauth', ceilings: undefined })
  const unbound = { resource: undefined, proof: undefined, details: undefined }
  t.deepEqual(token, { ...facts, ...unbound, clientId: 'shop', scopes: ['customer'] })
  t.deepEqual(
    operations.map(({ method, path, opens, because, place }) => [method, path, opens, because, place]),
    [
      ['GET', '/acme/sandbox/customerdb/v1/customers', true, undefined, 'apis/customers.yaml:20'],
      [
        'POST',
        '/acme/sandbox/customerdb/v1/customers',
        false,
        'the token lacks the scope write',
        'apis/customers.yaml:21',
      ],
      ['PUT', '/acme/sandbox/customerdb/v1/customers', false, 'it asks for key (apiKey)', 'apis/customers.yaml:22'],
      ['DELETE', '/acme/sandbox/customerdb/v1/customers', true, undefined, 'apis/customers.yaml:24'],
      ['GET', '/acme/sandbox/customerdb/v1/health', true, 'it is open to everyone', 'apis/customers.yaml:25'],
    ],
  )
})

test('an application without a subscription opens nothing', async (t) => {
  const { operations } = await inspectToken(tokenOf('http://gateway/customer-oauth'), [
    issuer('customer-oauth', good('stranger')),
  ])
  t.like(operations[0], { opens: false, because: 'stranger is not subscribed to a plan with this API' })
})

test('a token is refused in the words of the provider that it names', async (t) => {
  const refused = issuer('customer-oauth', { refused: 'invalid_token', reason: 'expired' })
  t.deepEqual(await inspectToken(tokenOf('http://gateway/customer-oauth'), [other, refused]), {
    issuer: 'http://gateway/customer-oauth',
    refused: 'expired',
    operations: [],
  })
})

for (const text of ['', 'nonsense', tokenOf('http://elsewhere'), 'a.b.c.d']) {
  test(`${JSON.stringify(text.slice(0, 12))} is of no provider`, async (t) => {
    t.deepEqual(await inspectToken(text, [other]), {
      issuer: undefined,
      refused: 'no provider of this gateway issued it',
      operations: [],
    })
  })
}

test('names the third-party provider that may have issued a token', async (t) => {
  const common = { title: '', grants: new Set<string>(), scopes: new Map(), tlsProfile: undefined, location }
  const rest = { timeoutMs: 1, passesAuthorization: false, allowsUnregisteredClients: false }
  const keys = {
    kind: 'jwks',
    uri: undefined,
    keys: [],
    audiences: [],
    allowsMissingAudience: false,
    algorithms: [],
  } as const
  const login = { ...common, ...rest, name: 'login', verification: { ...keys, issuer: 'https://login.example' } }
  const withLogin = { ...other, catalog: { ...other.catalog, thirdParties: new Map([['login', login]]) } }
  const said = async (text: string) => (await inspectToken(text, [withLogin])).refused
  t.is(
    await said(tokenOf('https://login.example')),
    'no provider of this gateway issued it; it names the third-party provider login as its issuer, and the gateway verifies such a token when a call uses it',
  )
  t.is(await said(tokenOf('https://elsewhere.example')), 'no provider of this gateway issued it')
})

test('names the ceilings of a token, and which of them keeps it from an operation', async (t) => {
  const ceilings = [
    { whose: 'application shop', scopes: ['customer'], place: 'shop.yaml:4' },
    { whose: 'user alice', accessTokenTtl: 60, place: 'user alice in users.json' },
  ]
  const limited = { ...issuer('customer-oauth', good('shop')), findTokenCeilings: async () => ceilings }
  const inspection = await inspectToken(tokenOf('http://gateway/customer-oauth'), [limited])
  t.deepEqual(inspection.ceilings, ceilings)
  t.is(
    inspection.operations.find(({ method }) => method === 'POST')?.because,
    'the token lacks the scope write, which the token ceiling of application shop does not allow',
  )
})

test('a plan closes its APIs to scopes above its ceiling, which the token has from elsewhere', async (t) => {
  const narrow = { ...plan, tokenCeiling: { scopes: ['other'], location: at(31) } }
  const limited = { ...published, products: [{ ...product, plans: new Map([['gold', narrow]]) }] }
  const given = { ...issuer('customer-oauth', good('shop')), catalog: limited, consumers: openConsumers(limited) }
  const { operations } = await inspectToken(tokenOf('http://gateway/customer-oauth'), [given])
  t.like(operations[0], {
    opens: false,
    because: 'the token ceiling of plan shop/gold does not allow the scope customer',
    place: 'apis/customers.yaml:31',
  })
})
