import test from 'ava'

import type { Client, Consumers } from '../../../src/consumers/index.ts'
import { OauthError } from '../../../src/oauth/index.ts'
import { buildAuthenticateClient } from '../../../src/oauth/request/authenticate-client.ts'

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
