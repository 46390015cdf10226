import test from 'ava'
import type { DecideToken, TokenDecisionRequest } from '../../../../src/gateway/contract/access/token-decision.ts'
import { run } from '../_support/provider.ts'

const assembly = { execute: [], catch: [], finally: [], properties: new Map<string, string>() }
const nothing = { scopes: undefined, metadata: undefined, accessTokenMetadata: undefined }

test('the assembly learns who asks for which token', async (t) => {
  const asked: TokenDecisionRequest[] = []
  const decideToken: DecideToken = async (request) => {
    asked.push(request)
    return nothing
  }
  const running = await run(t, { settings: { assembly }, decideToken })
  await running.signIn()
  const [{ clientId, subject, grant, scopes, parameters } = {} as TokenDecisionRequest] = asked
  t.deepEqual(
    { clientId, subject, grant, scopes },
    { clientId: 'app', subject: 'alice', grant: 'password', scopes: ['customer'] },
  )
  t.is(parameters.username, 'alice')
  t.is(parameters.client_secret, undefined)
})

test('the scopes and the metadata of the assembly are those of the token, and of refreshed tokens', async (t) => {
  let decided = {
    scopes: 'orders extra' as string | undefined,
    metadata: 'seen' as string | undefined,
    accessTokenMetadata: undefined,
  }
  const running = await run(t, { settings: { assembly }, decideToken: async () => decided })
  const issued = await running.signIn()
  t.like(issued, { scope: 'orders extra', metadata: 'seen' })
  decided = { ...decided, scopes: undefined, metadata: undefined }
  const { body } = await running.refresh(issued.refresh_token as string)
  t.is(body.scope, 'orders extra')
})

for (const [title, rejection, status, body] of [
  [
    'a code of OAuth',
    { status: 400, name: 'invalid_scope', text: 'No such scope' },
    400,
    { error: 'invalid_scope', error_description: 'No such scope' },
  ],
  [
    'a name of its own',
    { status: 401, name: 'Blocked', text: 'Not today' },
    403,
    { error: 'access_denied', error_description: 'Not today' },
  ],
  [
    'a script that fails',
    { status: 500, name: 'JavaScriptError', text: 'secret' },
    500,
    { error: 'server_error', error_description: 'The assembly of the provider failed' },
  ],
  [
    'a service that is away',
    { status: 502, name: 'ConnectionError', text: 'away' },
    503,
    { error: 'temporarily_unavailable' },
  ],
] as const) {
  test(`no token is issued when the assembly ends with ${title}`, async (t) => {
    const rejected = { rejection: { ...rejection, detail: undefined, location: undefined } }
    const running = await run(t, { settings: { assembly }, decideToken: async () => rejected })
    const response = await running.post({
      client_id: 'app',
      client_secret: 'app-secret',
      grant_type: 'client_credentials',
      scope: 'customer',
    })
    t.is(response.status, status)
    t.like(response.body, body)
  })
}
