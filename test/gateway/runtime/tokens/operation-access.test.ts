import test from 'ava'
import type { Api, Operation, SecurityDefinition } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { AccessToken } from '../../../../src/gateway/contract/access/access-token.ts'
import type { AppliedTokenCeiling } from '../../../../src/gateway/oauth/index.ts'
import { listOperationAccess } from '../../../../src/gateway/runtime/tokens/operation-access.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  goldPlan,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../../data-plane/_support/documents.ts'

const at = (line: number) => ({ ...location, line })
const place = (line: number) => `${location.file}:${line}`
const key: SecurityDefinition = { key: 'key', type: 'apiKey', settings: oauth.settings, location }
const other = { ...oauth, key: 'other', settings: { 'x-ibm-oauth-provider': 'other' } }
const fresh = { ...oauth, settings: { 'x-ibm-oauth-provider': 'customer-oauth', 'x-max-age': 60 } }
const authorizationDetails = {
  demands: [{ type: 'payment', actions: ['pay'], identifier: 'account' }],
  location: at(50),
}
const noProvider = { ...oauth, key: 'vague', settings: {} }
const needs = (line: number, ...all: [SecurityDefinition, ...string[]][]) => ({
  all: all.map(([definition, ...scopes]) => ({ definition, scopes })),
  location: at(line),
})

interface Given {
  operation?: Partial<Operation>
  api?: Partial<Api>
  client?: string
  scopes?: string[]
  planCeiling?: string[]
  ceilings?: AppliedTokenCeiling[]
  token?: Partial<AccessToken>
}

/** Returns the access of a token with the scope `customer`, of an application with a plan, to an operation. */
function access({ client = 'shop', scopes = ['customer'], planCeiling, ceilings = [], token = {}, ...given }: Given) {
  const plan = { ...goldPlan, ...(planCeiling && { tokenCeiling: { scopes: planCeiling, location: at(90) } }) }
  const published = catalog(
    [api('http://upstream', { operations: [operation('GET', '/customers', given.operation)], ...given.api })],
    {
      products: [{ ...shopProduct, plans: new Map([['gold', plan]]) }],
      applications: [application('shop', { subscriptions: [goldSubscription] }), application('stranger')],
    },
  )
  return listOperationAccess(accessToken(client, { scopes: new Set(scopes), ...token }), 'customer-oauth', {
    catalog: published,
    consumers: openConsumers(published),
    ceilings,
    now: 1_000_000,
    baseUrl: 'https://g',
  })
}

const security = (...requirements: Operation['security']) => ({ operation: { security: requirements } })

for (const [title, given, opens, because, line] of [
  ['needs its scope', security(needs(20, [oauth, 'customer'])), true, undefined, 20],
  ['needs no scope', security(needs(20, [oauth])), true, undefined, 20],
  ['needs nothing', security(), true, 'it is open to everyone', 7],
  ['needs nothing or a key', security(needs(20, [key]), needs(21)), true, 'it is open to everyone', 7],
  ['needs a key', security(needs(20, [key])), false, 'it asks for key (apiKey)', 20],
  ['needs its scope and a key', security(needs(20, [oauth, 'customer'], [key])), false, 'it asks for key (apiKey)', 20],
  ['needs a token of no provider', security(needs(20, [noProvider])), false, 'it asks for vague (oauth2)', 20],
  ['needs the token of another provider', security(needs(20, [other])), false, 'it asks for a token of other', 20],
  ['needs tokens of two providers', security(needs(20, [oauth], [other])), false, 'it asks for a token of other', 20],
  [
    'needs a key, or its scope',
    security(needs(20, [key]), needs(21, [oauth, 'customer']), needs(22, [other])),
    true,
    undefined,
    21,
  ],
  [
    'needs a key, or another scope',
    security(needs(20, [key]), needs(21, [oauth, 'customer', 'write'])),
    false,
    'the token lacks the scope write',
    21,
  ],
  [
    'needs a key and a token, or another scope',
    security(needs(20, [oauth], [key]), needs(21, [oauth, 'write'])),
    false,
    'the token lacks the scope write',
    21,
  ],
  [
    'needs a key, or the token of another provider',
    security(needs(20, [key]), needs(21, [other])),
    false,
    'it asks for key (apiKey)',
    20,
  ],
  ['is of an API that is offline', { ...security(), api: { offline: at(30) } }, false, 'the API is offline', 30],
  [
    'needs its scope, without a plan',
    { ...security(needs(20, [oauth, 'customer'])), client: 'stranger' },
    false,
    'stranger is not subscribed to a plan with this API',
    20,
  ],
  [
    'needs its scope, for an unknown application',
    { ...security(needs(20, [oauth, 'customer'])), client: 'removed' },
    false,
    'removed is not subscribed to a plan with this API',
    20,
  ],
  [
    'needs a scope beyond its plan',
    { ...security(needs(20, [oauth, 'customer', 'write'])), scopes: ['customer', 'write'], planCeiling: ['customer'] },
    false,
    'the token ceiling of plan shop/gold does not allow the scope write',
    90,
  ],
  [
    'needs a scope that its plan allows',
    { ...security(needs(20, [oauth, 'customer'])), planCeiling: ['customer'] },
    true,
    undefined,
    20,
  ],
  [
    'is of another API than that of the token',
    { ...security(needs(20, [oauth])), token: { resource: 'https://g/acme/sandbox/other' } },
    false,
    'the token is for https://g/acme/sandbox/other',
    20,
  ],
  [
    'is of the API of the token',
    { ...security(needs(20, [oauth])), token: { resource: 'https://g/acme/sandbox/customerdb/v1' } },
    true,
    undefined,
    20,
  ],
  [
    'needs a newer sign-in',
    { ...security(needs(20, [fresh])), token: { authTime: 900 } },
    false,
    'the owner signed in 100 seconds ago, the API demands at most 60',
    20,
  ],
  [
    'needs authorization details',
    { operation: { security: [needs(20, [oauth])], authorizationDetails } },
    false,
    'the token lacks the authorization details payment (actions pay)',
    50,
  ],
  [
    'needs authorization details that the token has',
    {
      operation: { security: [needs(20, [oauth])], authorizationDetails },
      token: { authorizationDetails: [{ type: 'payment', actions: ['pay'], identifier: 'DE02' }] },
    },
    true,
    undefined,
    20,
  ],
] as [string, Given, boolean, string | undefined, number][])
  test(`a token ${opens ? 'opens' : 'does not open'} an operation that ${title}`, (t) => {
    t.deepEqual(access(given), [
      {
        api: 'customers:1.0.0',
        operation: 'GET /customers',
        method: 'GET',
        path: '/acme/sandbox/customerdb/v1/customers',
        opens,
        ...(because !== undefined && { because }),
        place: place(line),
      },
    ])
  })

test('the ceilings that do not allow a missing scope are named, and no others', (t) => {
  const given = { ...security(needs(20, [oauth, 'write', 'read'])), scopes: [] }
  const ceiling = (whose: string, scopes?: string[]) => ({ whose, place: 'x', ...(scopes && { scopes }) })
  const because = (...ceilings: AppliedTokenCeiling[]) => access({ ...given, ceilings })[0]?.because
  t.is(because(ceiling('user anna'), ceiling('plan gold', ['read', 'write'])), 'the token lacks the scope write read')
  t.is(
    because(ceiling('user anna', ['read']), ceiling('plan gold', ['read', 'write']), ceiling('client shop', [])),
    'the token lacks the scope write read, which the token ceiling of user anna and of client shop does not allow',
  )
})

test('APIs that are not enforced are left out', (t) => {
  t.deepEqual(access({ api: { enforced: false } }), [])
})

test('an API at the root of its catalog adds nothing to the path', (t) => {
  t.is(access({ api: { basePath: '/' } })[0]?.path, '/acme/sandbox/customers')
})
