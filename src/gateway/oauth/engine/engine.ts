/** oidc-provider, set up for one provider with the product's applications, registry, store and signing keys. */
import {
  type Adapter,
  type AdapterFactory,
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type Client as LibraryClient,
  Provider,
} from 'oidc-provider'
import { generateClientId, generateSecret, proofAlgorithms } from '../../../shared/security/index.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import { buildAuthorizationConfiguration } from '../authorize/configuration.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { buildRequestObjectFeature } from '../request/request-objects.ts'
import { getRequestState, setClaimedClientId } from '../request/request-state.ts'
import { findClaimsFault, machineLeewaySeconds, type SignedClaims } from '../request/signed-claims.ts'
import { buildAuthorizationDetails } from './authorization-details.ts'
import { buildBoundTokenFeatures } from './bound-token-features.ts'
import { buildClientAdapter, compareHashedSecrets, findClientsByIdentity } from './client-adapter.ts'
import { listClientAlgorithms, listConfidentialMethods } from './client-metadata.ts'
import { buildFindAccount } from './find-account.ts'
import { buildLibraryKeys, silenceBodyNotice } from './library-keys.ts'
import { buildLoadGrant } from './load-grant.ts'
import { buildMetadataDocumentFeature } from './metadata-documents.ts'
import { buildModelAdapter, buildReplayAdapter } from './model-adapter.ts'
import { registerOwnGrants } from './own-grants.ts'
import { buildPairwiseIdentifier } from './pairwise-identifier.ts'
import { addRegistrations } from './registered-applications.ts'
import { buildSessionAdapter } from './session-adapter.ts'
import { buildSignInFeatures, signInPaths } from './sign-in-features.ts'
import {
  buildAccessTokenAdapter,
  buildCodeAdapter,
  buildGrantAdapter,
  buildRefreshTokenAdapter,
} from './token-adapters.ts'
import { buildTokenConfiguration } from './token-configuration.ts'

/** Returns oidc-provider with the key that signs now; a new instance follows each new key. State is in the store. */
export function openEngine(parts: ProviderParts): () => Provider {
  let kid: string | undefined
  let engine: Provider | undefined

  return function current() {
    const now = parts.keys.current().kid
    if (!engine || kid !== now) {
      engine = buildEngine(parts)
      kid = now
    }
    return engine
  }
}

function buildEngine(parts: ProviderParts): Provider {
  const { issuer, settings, grants } = parts
  const { resourceIndicators, ...tokens } = buildTokenConfiguration(parts)
  const { ttl, ...authorize } = buildAuthorizationConfiguration(parts)
  const { claims, features: signIn } = buildSignInFeatures(settings)

  silenceBodyNotice()
  const engine: Provider = new Provider(issuer, {
    ...authorize,
    ...tokens,
    clockTolerance: machineLeewaySeconds, // records and claims end by the clock of the store
    claims,
    fetch: buildFetchForClients(settings.registration?.metadataDocuments?.allowsPrivateAddresses ?? false),
    subjectTypes: settings.openidConnect.isPairwise ? ['pairwise', 'public'] : ['public'],
    pairwiseIdentifier: buildPairwiseIdentifier(parts.cookieKeys[0] ?? ''),
    issueRefreshToken: grants.some(({ type }) => type === 'refresh_token') ? issueRefreshToken : undefined,
    ttl: { IdToken: settings.accessToken.ttl, ...tokens.ttl, ...ttl },
    adapter: buildAdapterFactory(parts),
    jwks: { keys: buildLibraryKeys(parts.usedKeys) },
    routes: routesOf(parts),
    clientAuthMethods: clientAuthMethods(parts),
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: {
      requestObjectSigningAlgValues: listClientAlgorithms(settings),
      clientAuthSigningAlgValues: listClientAlgorithms(settings),
      dPoPSigningAlgValues: proofAlgorithms,
    },
    features: {
      ...disabledFeatures,
      ...signIn,
      ...buildRegistrationFeatures(settings),
      ...buildAuthorizationDetails(settings),
      requestObjects: buildRequestObjectFeature(parts),
      ...buildBoundTokenFeatures(settings, parts.nonceSecret),
      resourceIndicators,
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      clientCredentials: { enabled: grants.some(({ type }) => type === 'client_credentials') },
      introspection: { enabled: settings.introspection.enabled, allowedPolicy: parts.mayIntrospect },
      revocation: { enabled: settings.revocation.enabled, allowedPolicy: mayRevoke },
    },
    findAccount: buildFindAccount(parts),
    assertJwtClientAuthClaimsAndHeader: buildAssertionCheck(parts),
    loadExistingGrant: buildLoadGrant(parts),
  })
  engine.proxy = true // the endpoints write the `X-Forwarded-*` headers
  compareHashedSecrets(engine, parts)
  findClientsByIdentity(engine)
  // Ids that sort by time: the records of new tokens are neighbours in the store.
  Object.assign(engine.RefreshToken.prototype, { generateTokenId: parts.refreshTokens.generate })
  for (const event of errorEvents) {
    engine.on(event as 'server_error', (ctx, error) => {
      getRequestState(ctx).failure = error // the endpoint throws it, and the error boundary responds
    })
  }
  engine.on('authorization.error', noteRedirectedError)
  registerOwnGrants(engine, parts)
  return engine
}

/** Notes the error of an authorization request, which a redirect or a page transports, for log and explanation. */
function noteRedirectedError(ctx: KoaContextWithOIDC, error: unknown): void {
  const state = getRequestState(ctx)
  const { client_id: id } = ctx.oidc.params ?? ctx.query
  if (typeof id === 'string') setClaimedClientId(state, { id })
  state.redirected ??= error
}

/**
 * Returns what sends the requests of the library. Its protection against URLs of private networks stays, except for logout tokens: only operators
 * set the URLs that get these, and applications are often in private networks.
 */
function buildFetchForClients(readsPrivateDocuments: boolean) {
  return function fetchForClients(url: string | URL | Request, options: RequestInit = {}): Promise<Response> {
    const { dispatcher, ...rest } = options as RequestInit & { dispatcher?: unknown }
    const isLogout = options.body instanceof URLSearchParams && options.body.has('logout_token')
    const isFree = isLogout || (readsPrivateDocuments && options.method === 'GET')
    return fetch(url, isFree || dispatcher === undefined ? rest : options)
  }
}

const errorEvents = [
  'grant.error',
  'introspection.error',
  'revocation.error',
  'userinfo.error',
  'device_authorization.error',
  'pushed_authorization_request.error',
  'registration_create.error',
  'registration_read.error',
  'registration_update.error',
  'registration_delete.error',
  'end_session.error',
  'end_session_confirm.error',
  'server_error',
] as const

function buildRegistrationFeatures({ registration, isFapi = false }: ProviderSettings) {
  const { initialAccessToken = '' } = registration ?? {}
  const enabled = registration?.initialAccessToken !== undefined
  return {
    registration: { enabled, initialAccessToken, idFactory: generateClientId, secretFactory: generateSecret },
    registrationManagement: { enabled },
    ...buildMetadataDocumentFeature(registration?.metadataDocuments),
    fapi: { enabled: isFapi, profile: '2.0' as const },
  }
}

/** The features of the library that are on by default and that providers do not offer. */
const disabledFeatures = { devInteractions: { enabled: false } } as const

function routesOf({ settings }: ProviderParts): Configuration['routes'] {
  return {
    token: settings.tokenPath,
    authorization: settings.authorizePath,
    introspection: settings.introspection.path,
    revocation: settings.revocation.application.path,
    ...signInPaths,
  }
}

function clientAuthMethods({ settings }: ProviderParts) {
  const confidential = settings.clientTypes.has('confidential') ? listConfidentialMethods(settings) : []
  // The library needs a method, also where applications can only be public.
  return [...confidential, 'none' as const]
}

/**
 * Returns the check of the assertions with which clients authenticate: RFC 7523 section 3. They are for this provider
 * alone; with FAPI 2.0 section 5.3.2 for its issuer, as one text.
 */
function buildAssertionCheck({ issuer, settings, clock }: ProviderParts) {
  return async function checkAssertion(
    { oidc }: KoaContextWithOIDC,
    claims: SignedClaims['claims'],
    header: SignedClaims['header'],
  ): Promise<void> {
    if (settings.isFapi && claims.aud !== issuer)
      throw new errors.InvalidClientAuth('the aud of the assertion must be the issuer, as one text')
    const audiences = oidc.clientJwtAuthExpectedAudience()
    const fault = findClaimsFault({ claims, header }, { type: 'client-authentication+jwt', audiences, now: clock() })
    if (fault !== undefined) throw new errors.InvalidClientAuth(`the assertion is rejected: ${fault}`)
  }
}

async function issueRefreshToken(_ctx: KoaContextWithOIDC, client: LibraryClient): Promise<boolean> {
  return client.grantTypeAllowed('refresh_token')
}

/** What the adapters of some models do beside storing records. */
const ownAdapters: Readonly<Record<string, (base: Adapter, parts: ProviderParts) => Adapter>> = {
  Client: (base, parts) => addRegistrations(buildClientAdapter(base, parts), parts),
  RefreshToken: buildRefreshTokenAdapter,
  AuthorizationCode: buildCodeAdapter,
  Grant: buildGrantAdapter,
  AccessToken: buildAccessTokenAdapter,
  // Signed, not stored; a presented one is found as an access token.
  ClientCredentials: (base) => ({ ...base, find: async () => undefined }),
  Session: buildSessionAdapter,
  ReplayDetection: buildReplayAdapter,
}

function buildAdapterFactory(parts: ProviderParts): AdapterFactory {
  const { store, storageKeys, clock } = parts
  return function buildAdapter(model) {
    const base = {
      ...buildModelAdapter(model, store, storageKeys, clock),
      async revokeByGrantId() {}, // the adapter of grants ends the chain
    }
    return ownAdapters[model]?.(base, parts) ?? base
  }
}

/** Throws `unauthorized_client` unless the token was issued to the client. RFC 7009 section 2.1. */
async function mayRevoke(
  _ctx: KoaContextWithOIDC,
  { clientId }: { clientId: string },
  token: { clientId?: string | undefined },
): Promise<boolean> {
  if (token.clientId === clientId) return true
  throw new OauthError('unauthorized_client', 'The token was issued to another client')
}
