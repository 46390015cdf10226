import test from 'ava'
import type { Catalog } from '../../../../src/gateway/config/types/index.ts'
import type { Client, Consumers } from '../../../../src/gateway/consumers/index.ts'
import { OauthError } from '../../../../src/gateway/oauth/index.ts'
import { buildAuthenticateClient } from '../../../../src/gateway/oauth/request/authenticate-client.ts'
import { findProtectedApis } from '../../../../src/gateway/oauth/scopes/protected-apis.ts'

const client = { clientId: 'shop', application: { clientType: 'confidential' } } as Client

function authenticate(expiredAt: number | undefined) {
  const consumers = {
    find: () => client,
    verifySecret: async () => false,
    findSecretExpiry: () => expiredAt,
  } as unknown as Consumers
  return buildAuthenticateClient(
    () => client,
    consumers,
    async (_who, _secret, check) => check(),
  )({ id: 'shop', secret: 'wrong' } as never, '127.0.0.1')
}

test('an expired secret gets the response of a wrong one, and the log has the time of its expiry', async (t) => {
  const expired = await t.throwsAsync<OauthError>(authenticate(0), { instanceOf: OauthError })
  const wrong = await t.throwsAsync<OauthError>(authenticate(undefined), { instanceOf: OauthError })
  t.is(expired?.code, 'invalid_client')
  t.is(expired?.description, wrong?.description as string)
  t.regex(String(expired?.reason), /expired at 1970-01-01T00:00:00\.000Z/)
  t.is(wrong?.reason, 'the secret is wrong')
})

test('the log has the reason that a secret is missing', async (t) => {
  const consumers = { find: () => client, findSecretExpiry: () => 0 } as unknown as Consumers
  const authenticateClient = buildAuthenticateClient(
    () => client,
    consumers,
    async (_who, _secret, check) => check(),
  )
  const missing = authenticateClient({ id: 'shop', secret: undefined }, '127.0.0.1')
  const error = await t.throwsAsync<OauthError>(missing, { instanceOf: OauthError })
  t.is(error?.code, 'invalid_client')
  t.is(error?.reason, 'the secret is missing')
})

const ofProvider = { type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'oauth' } }
const ofAnother = { type: 'oauth2', settings: { 'x-ibm-oauth-provider': 'another' } }
const ofAnotherType = { type: 'apiKey', settings: { 'x-ibm-oauth-provider': 'oauth' } }

for (const [title, definitions, isProtected] of [
  ['no definition', [], false],
  ['a definition of the provider', [ofProvider], true],
  ['a definition of another provider', [ofAnother], false],
  ['a definition of another type', [ofAnotherType], false],
  ['definitions of several providers', [ofAnother, ofProvider, ofAnotherType], true],
] as const) {
  test(`tokens of a provider ${isProtected ? 'open' : 'do not open'} an API with ${title}`, (t) => {
    const api = {
      reference: 'customers:1.0.0',
      definitions: new Map(definitions.map((definition, index) => [`${index}`, definition])),
    }
    t.deepEqual(
      findProtectedApis({ name: 'oauth' }, { apis: [api] } as unknown as Catalog),
      isProtected ? ['customers:1.0.0'] : [],
    )
  })
}

test('a client of the API that describes a provider may use it', (t) => {
  t.deepEqual(findProtectedApis({ name: 'oauth', api: 'sign-in:1.0.0' }, { apis: [] }), ['sign-in:1.0.0'])
})
