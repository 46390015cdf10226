/**
 * The oidc-provider library, set up for one provider: it parses the token request and calls the grant.
 *
 * Only the endpoints of this module call it, after they have authenticated the client by every supported
 * mechanism, including several valid secrets and subscriptions. For the library, every client is public and only
 * names itself.
 */
import { generateKeyPairSync } from 'node:crypto'

import { Provider } from 'oidc-provider'
import { findStoreRetryAfter } from '../storage/index.ts'
import type { OauthEventListener } from '../telemetry/events/index.ts'
import { extraClientMembers, renderClientMetadata } from './authorize/client-metadata.ts'
import { buildAuthorizationConfiguration } from './authorize/configuration.ts'
import type { GrantDeps, GrantType } from './grants/grant-type.ts'
import type { AdmitClient } from './request/authenticate-client.ts'
import { getRequestState, type RequestState } from './request/request-state.ts'
import { buildModelAdapter } from './state/model-adapter.ts'

/** What oidc-provider and the grants need. `pagePath` is the path of the sign-in page below the provider. */
export interface EngineDeps extends GrantDeps {
  path: string
  issuer: string
  pagePath: string
  admitClient: AdmitClient
  cookieKeys: string[]
  events: OauthEventListener
  grants: readonly GrantType[]
}

/** Returns an instance of oidc-provider with the grants of the provider registered. */
export function buildEngine(deps: EngineDeps): Provider {
  const { issuer, settings, store, storageKeys, clock, grants, log } = deps
  const clients = clientsAdapter(deps)
  const { ttl, ...authorize } = buildAuthorizationConfiguration(deps)

  const engine = new Provider(issuer, {
    ...authorize,
    ttl: { AccessToken: 1, ClientCredentials: 1, RefreshToken: 1, IdToken: 1, ...ttl }, // the first four are never issued by the library
    adapter: (model) => (model === 'Client' ? clients : buildModelAdapter(model, store, storageKeys, clock)),
    jwks: { keys: [generateUnusedKey()] },
    routes: { token: settings.tokenPath, authorization: settings.authorizePath },
    claims: {},
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    extraClientMetadata: { properties: extraClientMembers },
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
  engine.proxy = true // the authorization endpoint writes the `X-Forwarded-*` headers
  engine.on('server_error', (ctx, error) => {
    const state = getRequestState(ctx)
    if (findStoreRetryAfter(error) === undefined) log.error({ requestId: state.requestId, err: error }, 'server_error')
    else state.failure = error // the endpoint throws it, so that the response says when to try again
  })
  for (const grant of grants) register(engine, grant, deps)
  return engine
}

/** Returns a private key that the library asks for and never uses: Sluice signs the access tokens itself. */
function generateUnusedKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
}

function register(engine: Provider, grant: GrantType, deps: EngineDeps): void {
  const run = grant.build(deps)
  const { log, events } = deps

  engine.registerGrantType(
    grant.type,
    async (ctx) => {
      const call = getRequestState(ctx)
      try {
        const request = requestOf(call, ctx.oidc.params)
        const answer = await run(request)
        ctx.body = answer
        const facts = { requestId: call.requestId, clientId: request.client.clientId, grant: grant.type }
        log.info({ ...facts, scope: answer.scope }, 'token issued')
        events({ kind: 'issued', ...facts })
      } catch (error) {
        call.failure = error // the library would replace an error that it does not know
      }
    },
    grant.parameters,
  )
}

function requestOf(call: RequestState, parameters: object) {
  const { client } = call
  if (!client) throw new Error('oidc-provider was called without an authenticated client')
  return { ...call, client, parameters: parameters as Record<string, string | undefined> }
}

/** Returns the adapter for clients. It finds only applications that may use this provider. */
function clientsAdapter({ settings, admitClient, grants, store, storageKeys, clock }: EngineDeps) {
  const types = grants.map(({ type }) => type)
  return {
    ...buildModelAdapter('Client', store, storageKeys, clock),
    async find(id: string) {
      const client = admitClient(id)
      return 'error' in client ? undefined : renderClientMetadata(client, settings, types)
    },
  }
}
