/**
 * The library at the core, set up for one provider: it reads the token request, checks the grant and calls it.
 *
 * It is reached through our own endpoints alone, and only after they have authenticated the client - by every
 * mechanism, several live secrets, subscriptions - so to the library every client is one that merely names itself.
 */
import { Provider } from 'oidc-provider'

import type { Consumers } from '../consumers/index.ts'
import { type CallState, callOf } from './endpoints/call.ts'
import { OauthError } from './errors.ts'
import type { Grant, GrantTools } from './grants/grant.ts'
import { modelAdapter } from './state/adapter.ts'
import type { KeyRing } from './state/keys.ts'

export interface EngineTools extends GrantTools {
  issuer: string
  consumers: Consumers
  keys: KeyRing
  grants: readonly Grant[]
}

export function buildEngine(tools: EngineTools): Provider {
  const { issuer, settings, store, kinds, clock, keys, grants } = tools
  const clients = clientsAdapter(tools)

  const engine = new Provider(issuer, {
    adapter: (model) => (model === 'Client' ? clients : modelAdapter(model, store, kinds, clock)),
    jwks: { keys: [keys.current().privateKey.export({ format: 'jwk' })] },
    routes: { token: settings.tokenPath, authorization: settings.authorizePath },
    scopes: [],
    claims: {},
    responseTypes: [],
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    ttl: {
      AccessToken: 1,
      ClientCredentials: 1,
      RefreshToken: 1,
      IdToken: 1,
      Grant: 1,
      Session: 1,
      Interaction: 1,
    },
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
  for (const grant of grants) register(engine, grant, tools)
  return engine
}

function register(engine: Provider, grant: Grant, tools: GrantTools): void {
  const run = grant.build(tools)

  engine.registerGrantType(
    grant.type,
    async (ctx) => {
      const call = callOf(ctx)
      try {
        ctx.body = await run(requestOf(call, ctx.oidc.params, grant))
      } catch (error) {
        call.failure = error // the library would hide what it does not know
      }
    },
    grant.parameters,
  )
}

function requestOf(call: CallState, parameters: object, grant: Grant) {
  const { client } = call
  if (!client) throw new Error('the library was reached by a client that nobody authenticated')
  if (!(client.application.grants?.has(grant.name) ?? true)) {
    throw new OauthError('unauthorized_client', `This client may not use the grant '${grant.type}'`)
  }
  return { ...call, client, parameters: parameters as Record<string, string | undefined> }
}

/** Applications as the library sees them. */
function clientsAdapter({ consumers, grants, store, kinds, clock }: EngineTools) {
  const types = grants.map(({ type }) => type)
  return {
    ...modelAdapter('Client', store, kinds, clock),
    async find(id: string) {
      const client = consumers.find(id)
      return (
        client && {
          client_id: id,
          token_endpoint_auth_method: 'none' as const,
          grant_types: types,
          response_types: [],
          redirect_uris: [...client.application.redirectEndpoints],
        }
      )
    },
  }
}
