import test from 'ava'
import type { SecurityDefinition, ThirdPartyProvider } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { DocumentError, UndefinedValueError } from '../../../../src/gateway/data-plane/errors/document-error.ts'
import type { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { buildSecurityCheck } from '../../../../src/gateway/data-plane/security/requirements.ts'
import type { SecurityDefinitionContext } from '../../../../src/gateway/data-plane/security/security-type.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { basic, definition, idInHeader, idInQuery, secretInHeader } from '../_support/protected.ts'
import { securedCall } from '../_support/secured-call.ts'

const partner = definition('partner', 'oauth2', { 'x-ibm-oauth-provider': 'partner' })

/** The check of an operation that demands all of these definitions. */
function build(...all: SecurityDefinition[]) {
  const requirement = { all: all.map((definition) => ({ definition, scopes: [] })), location }
  const provider = { name: 'partner', allowsUnregisteredClients: true } as ThirdPartyProvider
  const context = {
    catalog: catalog([], {
      thirdParties: new Map([['partner', provider]]),
      registries: new Map([['users', {} as never]]),
    }),
    thirdPartyVerifiers: { find: () => async () => accessToken('elsewhere') },
    deps: {
      registry: () => ({ authenticate: async (name: string) => ({ name, credential: name }) }),
      attemptLimits: () => ({
        attempt: async (_who: object, _secret: string, run: () => Promise<object>) => ({ value: await run() }),
      }),
    },
    api: api(''),
    consumers: openConsumers({ applications: [], products: [] }),
  } as unknown as SecurityDefinitionContext
  return buildSecurityCheck(operation('GET', '/customers', { security: [requirement] }), context)
}

for (const [title, definitions, message, isReportedByLoader] of [
  ['an unknown type', [definition('x', 'magic', {})], 'there is no security type "magic"', false],
  [
    'an API key with an unusual name and no role',
    [definition('x', 'apiKey', { in: 'header', name: 'X-Key' })],
    'the key "X-Key" needs an x-key-type: client_id or client_secret',
    false,
  ],
  [
    'a client id and a secret in different places',
    [idInQuery, secretInHeader],
    'a client id and its secret must both be in the header or both in the query',
    false,
  ],
  [
    'a user registry that the catalog does not enable',
    [definition('x', 'basic', { 'x-ibm-authentication-registry': 'absent' })],
    'the user registry "absent" is not enabled in the catalog',
    true,
  ],
  [
    'an OAuth provider that the catalog does not enable',
    [definition('x', 'oauth2', { 'x-ibm-oauth-provider': 'absent' })],
    'the OAuth provider "absent" is not enabled in the catalog',
    true,
  ],
] as const) {
  test(`${title} is an error of the document`, (t) => {
    const error = t.throws(() => build(...definitions), { instanceOf: DocumentError, message })
    t.is(error instanceof UndefinedValueError && error.isAlreadyReported, isReportedByLoader)
  })
}

test('a client that may be unknown passes, and the other definitions are checked, in any order', async (t) => {
  for (const [definitions, reason] of [
    [[partner], undefined],
    [[partner, partner], undefined],
    [[partner, basic], 'user_missing'],
    [[basic, partner], 'user_missing'],
  ] as const) {
    const outcome = await build(...definitions)(securedCall({ authorization: 'Bearer any' }))
    t.is((outcome as GatewayError | undefined)?.reason, reason)
  }
})

test('an operation without a requirement, or with an empty one, lets every call pass', async (t) => {
  t.is(await build()(securedCall()), undefined)
})

for (const [title, refusing] of [
  ['the gateway issued', oauth],
  ['is let through to the upstream', partner],
] as const) {
  test(`an alternative whose token ${title} leaves nothing when another one holds`, async (t) => {
    const security = [refusing, idInHeader].map((definition) => ({ all: [{ definition, scopes: [] }], location }))
    const provider = { name: 'partner', passesAuthorization: true } as ThirdPartyProvider
    const refused = () => ({ refused: 'invalid_token', reason: 'revoked' })
    const check = buildSecurityCheck(operation('GET', '/customers', { security }), {
      catalog: catalog([], { thirdParties: new Map([['partner', provider]]) }),
      thirdPartyVerifiers: { find: () => async () => refused() },
      deps: { verifyToken: () => refused },
      api: api('', { reference: 'customers:1.0.0' }),
      consumers: openConsumers({
        applications: [application('shop', { subscriptions: [goldSubscription] })],
        products: [shopProduct],
      }),
    } as unknown as SecurityDefinitionContext)
    const call = securedCall({ authorization: 'Bearer any', 'x-ibm-client-id': 'shop' })
    Object.assign(call.head, { accept: 'text/event-stream' })
    t.is(await check(call), undefined)
    t.is(call.caller.client?.clientId, 'shop')
    t.is(call.caller.checkToken, undefined)
    t.false(call.caller.passesAuthorization)
  })
}
