/**
 * The library at the core, set up for one provider: it reads the token request, checks the grant and calls it.
 *
 * It is reached through our own endpoints alone, and only after they have authenticated the client - by every
 * mechanism, several live secrets, subscriptions - so to the library every client is one that merely names itself.
 */
import { Provider } from 'oidc-provider'

import { clientMetadata, ownMembers } from './authorize/client-metadata.ts'
import { authorizeConfiguration } from './authorize/settings.ts'
import { type CallState, callOf } from './endpoints/call.ts'
import type { OnOauthEvent } from './events.ts'
import type { Grant, GrantTools } from './grants/grant.ts'
import type { AdmitClient } from './request/client.ts'
import { modelAdapter } from './state/adapter.ts'
import type { KeyRing } from './state/keys.ts'

export interface EngineTools extends GrantTools {
  path: string
  issuer: string
  pagePath: string
  admitClient: AdmitClient
  keys: KeyRing
  cookieKeys: string[]
  events: OnOauthEvent
  grants: readonly Grant[]
}

export function buildEngine(tools: EngineTools): Provider {
  const { issuer, settings, store, kinds, clock, keys, grants, log } = tools
  const clients = clientsAdapter(tools)
  const { ttl, ...authorize } = authorizeConfiguration(tools)

  const engine = new Provider(issuer, {
    ...authorize,
    ttl: { AccessToken: 1, ClientCredentials: 1, RefreshToken: 1, IdToken: 1, ...ttl }, // these four are ours
    adapter: (model) => (model === 'Client' ? clients : modelAdapter(model, store, kinds, clock)),
    jwks: { keys: [keys.current().privateKey.export({ format: 'jwk' })] },
    routes: { token: settings.tokenPath, authorization: settings.authorizePath },
    claims: {},
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: ownMembers },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  })
  engine.proxy = true // the forwarded fields are written by our own endpoint
  engine.on('server_error', (ctx, error) => {
    log.error({ requestId: callOf(ctx).requestId, err: error }, 'server_error')
  })
  for (const grant of grants) register(engine, grant, tools)
  return engine
}

function register(engine: Provider, grant: Grant, tools: EngineTools): void {
  const run = grant.build(tools)
  const { log, events } = tools

  engine.registerGrantType(
    grant.type,
    async (ctx) => {
      const call = callOf(ctx)
      try {
        const request = requestOf(call, ctx.oidc.params)
        const answer = await run(request)
        ctx.body = answer
        const facts = { requestId: call.requestId, clientId: request.client.clientId, grant: grant.type }
        log.info({ ...facts, scope: answer.scope }, 'token issued')
        events({ kind: 'issued', ...facts })
      } catch (error) {
        call.failure = error // the library would hide what it does not know
      }
    },
    grant.parameters,
  )
}

function requestOf(call: CallState, parameters: object) {
  const { client } = call
  if (!client) throw new Error('the library was reached by a client that nobody authenticated')
  return { ...call, client, parameters: parameters as Record<string, string | undefined> }
}

/** Applications as the library sees them: those that may use this provider at all. */
function clientsAdapter({ settings, admitClient, grants, store, kinds, clock }: EngineTools) {
  const types = grants.map(({ type }) => type)
  return {
    ...modelAdapter('Client', store, kinds, clock),
    async find(id: string) {
      const client = admitClient(id)
      return 'refused' in client ? undefined : clientMetadata(client, settings, types)
    },
  }
}
