import test from 'ava'
import type { SecurityDefinition, ThirdPartyProvider } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { buildSecurityCheck } from '../../../../src/gateway/data-plane/security/requirements.ts'
import type { SecurityDefinitionContext } from '../../../../src/gateway/data-plane/security/security-type.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  goldSubscription,
  location,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { definition, idInHeader } from '../_support/protected.ts'
import { securedCall } from '../_support/secured-call.ts'

const consumers = openConsumers({
  applications: [
    application('shop', { subscriptions: [goldSubscription] }),
    application('other-shop', { subscriptions: [goldSubscription] }),
    application('stranger'),
    application('asleep', { state: 'disabled', subscriptions: [goldSubscription] }),
  ],
  products: [shopProduct],
})

/** The results of the verification by the text of the token. */
const results: Record<string, unknown> = {
  good: accessToken('shop', { scopes: new Set(['customer']) }),
  scopeless: accessToken('shop', { scopes: new Set(['other']) }),
  unsubscribed: accessToken('stranger', { scopes: new Set(['customer']) }),
  disabled: accessToken('asleep', { scopes: new Set(['customer']) }),
  unknown: accessToken('elsewhere', { scopes: new Set(['customer']) }),
  'unknown-scopeless': accessToken('elsewhere'),
  old: { refused: 'invalid_token', reason: 'the token has expired' },
  outage: { unavailable: 'the provider is not available: no response' },
}

const partner = definition('partner', 'oauth2', { 'x-ibm-oauth-provider': 'partner' })

interface Setting {
  all?: readonly SecurityDefinition[]
  allowsUnregisteredClients?: boolean
  passesAuthorization?: boolean
  headers?: Record<string, string>
}

/** Checks a call with a token; returns the error, undefined for none, and the call. */
async function check(token: string, setting: Setting = {}) {
  const { all = [partner], allowsUnregisteredClients = false, passesAuthorization = false } = setting
  const provider = { name: 'partner', allowsUnregisteredClients, passesAuthorization } as ThirdPartyProvider
  const requirement = {
    all: all.map((each) => ({ definition: each, scopes: each.type === 'oauth2' ? ['customer'] : [] })),
    location,
  }
  const context = {
    catalog: catalog([], { thirdParties: new Map([['partner', provider]]) }),
    thirdPartyVerifiers: { find: () => async (text: string) => results[text] },
    api: api(''),
    consumers,
    deps: {},
  } as unknown as SecurityDefinitionContext
  const run = buildSecurityCheck(operation('GET', '/customers', { security: [requirement] }), context)
  const call = securedCall({ ...(token && { authorization: token }), ...setting.headers })
  const error = await run(call)
  return { error: error instanceof GatewayError ? error : undefined, call }
}

test('a token that the provider accepts belongs to the application with its client id', async (t) => {
  const { error, call } = await check('Bearer good')
  t.is(error, undefined)
  t.is(call.caller.client?.clientId, 'shop')
  t.is(call.caller.token, results.good as typeof call.caller.token)
  t.is(call.caller.entitlement?.plan.name, 'gold')
})

for (const [token, reason, status, detail] of [
  ['', 'token_missing', 401, undefined],
  ['Basic YTpi', 'token_missing', 401, undefined],
  ['Bearer', 'token_invalid', 401, undefined],
  ['Bearer good good', 'token_invalid', 401, undefined],
  ['Bearer old', 'token_invalid', 401, 'the token has expired (provider "partner")'],
  ['Bearer outage', 'provider_unavailable', 503, 'the provider is not available: no response (provider "partner")'],
  ['Bearer unknown', 'not_subscribed', 403, 'the client "elsewhere" of the token is not an application of the catalog'],
  ['Bearer unsubscribed', 'not_subscribed', 403, undefined],
  ['Bearer disabled', 'application_disabled', 403, undefined],
  ['Bearer scopeless', 'scope_insufficient', 403, 'the token lacks the scope "customer"'],
] as const) {
  test(`rejects "${token}" as ${reason}`, async (t) => {
    const { error, call } = await check(token)
    t.like(error, { reason, status })
    t.is(call.outcome.detail, detail)
  })
}

test('the Authorization header is consumed unless the provider passes it on', async (t) => {
  for (const passesAuthorization of [true, false]) {
    const { call } = await check('Bearer good', { passesAuthorization })
    t.is(call.caller.isAuthorizationConsumed, !passesAuthorization)
  }
})

test('clients that are not registered may be allowed: without a plan, but with the scopes', async (t) => {
  const setting = { allowsUnregisteredClients: true }
  const { error, call } = await check('Bearer unknown', setting)
  t.is(error, undefined)
  t.is(call.caller.client, undefined)
  t.is(call.caller.entitlement, undefined)

  t.like((await check('Bearer unknown-scopeless', setting)).error, { reason: 'scope_insufficient' })
  t.like((await check('Bearer old', setting)).error, { reason: 'token_invalid' })
  t.like((await check('Bearer unsubscribed', setting)).error, { reason: 'not_subscribed' })
  t.like((await check('Bearer disabled', setting)).error, { reason: 'application_disabled' })
})

for (const all of [
  [partner, idInHeader],
  [idInHeader, partner],
]) {
  const order = all.map(({ key }) => key).join(' and ')

  test(`an API key beside the token identifies the application, with ${order}`, async (t) => {
    const headers = { 'x-ibm-client-id': 'other-shop' }
    const { error, call } = await check('Bearer unknown', { all, headers })
    t.is(error, undefined)
    t.is(call.caller.client?.clientId, 'other-shop')
    t.like((await check('Bearer good', { all, headers })).error, { reason: 'clients_several' })
  })

  test(`the API key is checked before the token, with ${order}`, async (t) => {
    const headers = { 'x-ibm-client-id': 'guess' }
    t.like((await check('Bearer old', { all, headers })).error, { reason: 'client_wrong' })
    t.like((await check('Bearer old', { all })).error, { reason: 'client_wrong' })
    const right = { 'x-ibm-client-id': 'shop' }
    t.like((await check('Bearer old', { all, headers: right })).error, { reason: 'token_invalid' })
    t.like((await check('', { all, headers: right })).error, { reason: 'token_missing' })
  })
}
