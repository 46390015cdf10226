/** Opens the OAuth provider of one catalog: its state, its grants and its endpoints. */
import Koa from 'koa'
import type { ProviderSettings } from '../config/types/index.ts'
import type { AccessToken } from '../contract/access/access-token.ts'
import { listCatalogUrls } from '../contract/access/catalog-urls.ts'
import { listProviderPaths } from '../contract/access/provider-paths.ts'
import { type RenderUrl, renderPublicUrl } from '../http/request/public-place.ts'
import { buildFoldName } from '../registries/index.ts'
import { type AttemptAllowances, buildProofNonces, openAttemptLimits } from '../security/index.ts'
import { buildBrowserSignIns } from './authorize/browser-sign-in.ts'
import { leadToIssuer } from './authorize/lead-to-issuer.ts'
import { buildPageBrand } from './authorize/page-brand.ts'
import { accountPath } from './endpoints/account.ts'
import { errorBoundary } from './endpoints/error-boundary.ts'
import { buildEndpointRoutes, offersOwnerConsents, signInPagePath } from './endpoints/index.ts'
import { serveEndpoints } from './endpoints/serve-endpoints.ts'
import { deriveNonceSecret } from './engine/bound-token-features.ts'
import { openEngine } from './engine/engine.ts'
import { buildDocumentFollower } from './engine/metadata-documents.ts'
import { selectGrantTypes } from './grants/index.ts'
import { openKeySupply } from './keys/key-supply.ts'
import { rotateOnSchedule } from './keys/rotate-on-schedule.ts'
import { openSigningKeyManager } from './keys/signing-key-manager.ts'
import { recordSigningKeyUses } from './keys/signing-key-uses.ts'
import { openSigningKeys } from './keys/signing-keys.ts'
import { buildAdmitClient, buildAuthenticateClient } from './request/authenticate-client.ts'
import { buildAuthenticateUser } from './request/authenticate-user.ts'
import { buildRunAttempt } from './request/run-attempt.ts'
import { buildServeByLibrary } from './request/serve-by-library.ts'
import { listResources } from './scopes/protected-apis.ts'
import { type AppliedTokenCeiling, buildTokenCeilings } from './scopes/token-ceilings.ts'
import { openApprovals } from './state/approvals.ts'
import type { StateEvent } from './state/change-events.ts'
import { openChangePoller } from './state/change-poller.ts'
import { disabledOwnerConsents, openOwnerConsents } from './state/owner-consents.ts'
import { openOwnerSessions } from './state/owner-sessions.ts'
import { openRefreshTokens } from './state/refresh-tokens.ts'
import { maxLifetimesMs, openRevocations } from './state/revocations.ts'
import { findOrCreateSecret } from './state/shared-secret.ts'
import { buildStorageKeys } from './state/storage-keys.ts'
import { openTokenReferences } from './tokens/token-references.ts'
import { buildVerifyAccessToken } from './tokens/verify-access-token.ts'
import type { OauthProvider, OpenOauthProviderOptions } from './types.ts'

/** Opens a provider, with a first signing key if necessary. Throws when the store or supplied keys cannot be read. */
export async function openOauthProvider(options: OpenOauthProviderOptions): Promise<OauthProvider> {
  const { catalog, settings, baseUrl, store, counters, lockReadMs, registry, consumers, clock, announce } = options
  const events = options.onEvent ?? (() => {})
  const path = `${catalog.path}${settings.basePath}`
  const wellKnownPath = `/.well-known/oauth-authorization-server${path}`
  const catalogUrls = listCatalogUrls(catalog, baseUrl)
  const [audience] = catalogUrls
  const issuer = `${audience}${settings.basePath}`
  const renderUrl: RenderUrl = (request, below = '') => renderPublicUrl(request, `${path}${below}`, baseUrl)
  const log = options.log.child({ provider: path })
  const storageKeys = buildStorageKeys(path)

  // 1. The state that survives a request.
  const supply = openKeySupply(settings.signingKeys, {
    environment: process.env,
    clock,
    onSignature: (signature) => events({ kind: 'signature', ...signature }),
  })
  const tokenLifetimeMs = settings.accessToken.ttl * 1000
  const keys = await openSigningKeys({ store, storageKeys, clock, log, tokenLifetimeMs, supply })
  const lifetimesMs = maxLifetimesMs(settings)
  const foldName = buildFoldName(catalog.registries.get(settings.registry ?? ''))
  const publish = (event: StateEvent): Promise<void> => poller.publish(event)
  const revocations = await openRevocations({ store, storageKeys, clock, log, lifetimesMs, foldName, publish })
  const poller = openChangePoller({
    store,
    kind: storageKeys.events,
    clock,
    log,
    announce,
    onEvent: applyEvent,
    onGap: reload,
    onDelay: (delayMs) => events({ kind: 'change', delayMs }),
  })
  const refreshTokens = openRefreshTokens(store, storageKeys, clock)
  const allowances = allowancesOf(settings)
  const kind = storageKeys.attempts
  const attempts = openAttemptLimits({ store, counters, kind, clock, log, allowances, lockReadMs })
  const approvals = openApprovals(store, storageKeys, clock)
  const keepsConsents = offersOwnerConsents(settings) || settings.sessions.ttl > 0
  const consents = keepsConsents ? openOwnerConsents(store, storageKeys) : disabledOwnerConsents

  // 2. Grants, and the issuing and verification of tokens.
  const verifySigned = buildVerifyAccessToken({
    issuers: catalogUrls.map((url) => `${url}${settings.basePath}`),
    catalogUrls,
    keys,
    revocations,
    consumers,
    clock,
    foldName,
  })
  const references = openTokenReferences(store, storageKeys, verifySigned)
  const { verify } = references
  const usedKeys = recordSigningKeyUses(keys, { store, storageKeys, clock, log })
  const grants = selectGrantTypes(settings)
  const ceilings = buildTokenCeilings({ catalog, settings, registry })
  const admitClient = buildAdmitClient(consumers, catalog, settings)
  const attempt = buildRunAttempt(attempts, clock)
  const authenticateClient = buildAuthenticateClient(admitClient, consumers, attempt)
  const attributes = [...settings.openidConnect.claims.values()]
  const { browserSignIn } = registry ?? {}
  const authenticateUser = registry && !browserSignIn ? buildAuthenticateUser(registry, attempt, attributes) : undefined
  const browserSignIns =
    browserSignIn && buildBrowserSignIns(browserSignIn, { issuer, store, storageKeys, clock, attributes })
  const cookieKeys = [await findOrCreateSecret(store, storageKeys.secrets, 'cookies')]
  const nonceSecret = deriveNonceSecret(cookieKeys[0] ?? '')
  const proofNonces = buildProofNonces(nonceSecret, settings.dpop.nonce, clock)
  const sessions =
    settings.sessions.ttl > 0 ? openOwnerSessions({ store, storageKeys, clock }, settings.sessions.ttl) : undefined
  const engine = openEngine({
    sessions,
    decide: settings.assembly && options.decideToken,
    registeredApplications: options.registeredApplications,
    nonceSecret,
    proofNonces,
    verify,
    resources: listResources(settings, catalog, catalogUrls),
    catalogUrls,
    renderUrl,
    path,
    issuer,
    audience,
    keys,
    usedKeys,
    consumers,
    consents,
    authenticateClient,
    pagePath: signInPagePath,
    settings,
    authenticateUser,
    store,
    storageKeys,
    clock,
    log,
    refreshTokens,
    revocations,
    approvals,
    ceilings,
    grants,
    admitClient,
    cookieKeys,
  })

  // 3. The endpoints.
  const routes = buildEndpointRoutes({
    path,
    wellKnownPath,
    issuer,
    renderUrl,
    audience,
    settings,
    grants,
    engine,
    serveByLibrary: buildServeByLibrary(path, renderUrl, engine),
    events,
    authenticateClient,
    attempt,
    authenticateUser,
    browserSignIns,
    sessions,
    references,
    followDocument: buildDocumentFollower(engine, options),
    consumers,
    keys,
    verify,
    revocations,
    consents,
    approvals,
    ceilings,
    clock,
  })
  const app = new Koa({ keys: cookieKeys, proxy: true })
  app.silent = true // the error boundary logs all errors; what remains are aborted responses
  app.use(errorBoundary({ issuer, settings, log, events, brand: buildPageBrand(catalog) }))
  if (browserSignIns) app.use(leadToIssuer([settings.authorizePath, accountPath], issuer, path, renderUrl))
  app.use(serveEndpoints(routes))
  const endSchedule = rotateOnSchedule({
    keys: openSigningKeyManager({ catalog, settings, store, clock }),
    afterDays: settings.keyRotation.afterDays,
    onRotated: options.onKeyRotated,
    log,
  })

  return {
    path,
    mountPaths: listProviderPaths(settings).map((each) => `${catalog.path}${each}`),
    wellKnownPath,
    issuer,
    handle: app.callback(),
    verify,
    proofNonces,
    findTokenCeilings: ceilingsOf,
    receive: poller.receive,
    async close() {
      endSchedule()
      poller.close()
      keys.close()
    },
  }

  async function ceilingsOf({ clientId, subject, grant }: AccessToken): Promise<readonly AppliedTokenCeiling[]> {
    const client = consumers.find(clientId)
    const ofClient = client ? ceilings.findForClient(client) : []
    if (grant === 'client_credentials') return ofClient
    // Introspection of a token must also work while the registry is unavailable.
    const ofUser = await ceilings.refreshForUser(subject, undefined).catch(() => [])
    return [...ofClient, ...ofUser]
  }

  async function applyEvent(event: StateEvent): Promise<void> {
    if ('revoked' in event) revocations.apply(event)
    if ('keys' in event) await keys.reload()
  }

  async function reload(): Promise<void> {
    await Promise.all([keys.reload(), revocations.reload()])
  }
}

function allowancesOf({ failedAttempts }: ProviderSettings): AttemptAllowances {
  const { user, client, address } = failedAttempts
  const allowance = ({ count, window }: { count: number; window: number }) => ({
    maxFailures: count,
    windowMs: window * 1000,
  })
  return { user: allowance(user), client: allowance(client), address: allowance(address) }
}
