/** Opens the parts that the endpoints of one provider, and its oidc-provider, share. */
import { hkdfSync } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { buildFoldName, type UserRegistry } from '../../../shared/registries/index.ts'
import { type AttemptAllowances, buildProofNonces, openAttemptLimits } from '../../../shared/security/index.ts'
import type { CounterStore, StateStore } from '../../../shared/storage/index.ts'
import type { Application, Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import { listCatalogUrls } from '../../contract/access/catalog-urls.ts'
import type { DecideToken } from '../../contract/access/token-decision.ts'
import { type RenderUrl, renderPublicUrl } from '../../lib/http/public-place.ts'
import type { OauthEventListener } from '../../telemetry/events/index.ts'
import { openKeySupply } from '../keys/key-supply.ts'
import { recordSigningKeyUses } from '../keys/signing-key-uses.ts'
import { openSigningKeys } from '../keys/signing-keys.ts'
import { listResources } from '../scopes/protected-apis.ts'
import { buildTokenCeilings } from '../scopes/token-ceilings.ts'
import { openApprovals } from '../state/approvals.ts'
import type { StateEvent } from '../state/change-events.ts'
import { openChangePoller } from '../state/change-poller.ts'
import { disabledOwnerConsents, openOwnerConsents } from '../state/owner-consents.ts'
import { openOwnerSessions } from '../state/owner-sessions.ts'
import { openRefreshTokens } from '../state/refresh-tokens.ts'
import { maxLifetimesMs, openRevocations } from '../state/revocations.ts'
import { findOrCreateSecret } from '../state/shared-secret.ts'
import { buildStorageKeys } from '../state/storage-keys.ts'
import { openTokenReferences } from '../tokens/token-references.ts'
import { buildVerifyAccessToken } from '../tokens/verify-access-token.ts'
import { buildAdmitClient, buildAuthenticateClient, buildMayIntrospect } from './authenticate-client.ts'
import { buildAuthenticateUser } from './authenticate-user.ts'
import { buildBrowserSignIns } from './browser-sign-in.ts'
import { selectGrantTypes } from './grant-types.ts'
import { buildRunAttempt } from './run-attempt.ts'
import type { ServeByLibrary } from './serve-by-library.ts'

/** The dependencies of a provider. */
export interface OpenOauthProviderOptions {
  catalog: Catalog
  settings: ProviderSettings
  /** The origin under which clients reach the gateway, without a slash at its end. */
  baseUrl: string
  store: StateStore
  /** Counts failed attempts; the store when there are no others. */
  counters?: CounterStore | undefined
  /** The milliseconds for which a lock-out that was read from the store is used. 0, the default, reads each time. */
  lockReadMs?: number | undefined
  /** Authenticates owners. Undefined when no grant of the provider needs a user registry. */
  registry: UserRegistry | undefined
  consumers: Consumers
  clock: Clock
  log: Log
  /** Tells the providers of other workers at once. Without it they find changes within half a second. */
  announce?: (message: unknown) => void
  /** Makes applications of registered clients; undefined in a process that cannot. */
  registeredApplications?: RegisteredApplications | undefined
  /** Runs the assembly of the provider, for providers with one. */
  decideToken?: DecideToken
  /** Called in the process that has rotated the signing keys on schedule. */
  onKeyRotated?: (key: { kid: string }) => void
  /** Called for every token that is issued and every request that is rejected. */
  onEvent?: OauthEventListener
}

/** A new application. */
export interface RegisteredApplication
  extends Pick<Application, 'name' | 'title' | 'clientType' | 'redirectEndpoints'> {
  clientId: string
  secretHash: string | undefined
  keys: readonly object[] | undefined
  grants: readonly string[]
}

/** Changes the applications of the catalog. Each change is in use in all processes when it resolves. Throws `OauthError`. */
export interface RegisteredApplications {
  create(application: RegisteredApplication): Promise<void>
  change(name: string, settings: { title: string; redirectEndpoints: readonly string[] }): Promise<void>
  remove(name: string): Promise<void>
}

/** The parts of one provider. */
export type ProviderParts = Awaited<ReturnType<typeof openProviderParts>>

/** The parts of one provider, with the oidc-provider that is set up with them. */
export interface ServingParts extends ProviderParts {
  /** Returns oidc-provider with the key that signs now. */
  engine: () => Provider
  serveByLibrary: ServeByLibrary
  /**
   * Makes or changes the application of a client that is named by the URL of its metadata, and returns whether it did;
   * undefined where no URL names a client.
   */
  followDocument: ((clientId: string) => Promise<boolean>) | undefined
}

/** Opens the parts. Throws when the store or supplied keys cannot be read. */
export async function openProviderParts(options: OpenOauthProviderOptions) {
  const { catalog, settings, store, registry, consumers, clock } = options
  const place = placeOf(options)
  const { issuer, catalogUrls, storageKeys, log } = place
  const state = await openState({ ...options, ...place })
  const { keys, revocations, foldName, cookieKeys } = state

  const issuers = catalogUrls.map((url) => `${url}${settings.basePath}`)
  const verified = { issuers, catalogUrls, keys, revocations, consumers, clock, foldName }
  const references = openTokenReferences(store, storageKeys, buildVerifyAccessToken(verified))
  const admitClient = buildAdmitClient(consumers, catalog, settings)
  const attempt = buildRunAttempt(state.attempts, clock)
  const attributes = [...settings.openidConnect.claims.values()]
  const { browserSignIn } = registry ?? {}
  const nonceSecret = Buffer.from(hkdfSync('sha256', cookieKeys[0] ?? '', '', 'DPoP nonces', 32)) // one for all processes
  return {
    ...options,
    ...place,
    ...state,
    events: options.onEvent ?? (() => {}),
    /** The same keys; they record which of them signs. */
    usedKeys: recordSigningKeyUses(keys, { store, storageKeys, clock, log }),
    references,
    /** Verifies a token that a request presents. */
    verify: references.verify,
    grants: selectGrantTypes(settings),
    ceilings: buildTokenCeilings({ catalog, settings, registry }),
    admitClient,
    attempt,
    authenticateClient: buildAuthenticateClient(admitClient, consumers, attempt),
    mayIntrospect: buildMayIntrospect(settings, consumers),
    /** Undefined where owners sign in at another provider, and where no grant has an owner. */
    authenticateUser: registry && !browserSignIn ? buildAuthenticateUser(registry, attempt, attributes) : undefined,
    /** Undefined where owners sign in with a password. */
    browserSignIns:
      browserSignIn && buildBrowserSignIns(browserSignIn, { issuer, store, storageKeys, clock, attributes }),
    /** The secret of the nonces of DPoP proofs, 32 bytes, and the nonces. */
    nonceSecret,
    proofNonces: buildProofNonces(nonceSecret, settings.dpop.nonce, clock),
    /** Runs the assembly of the provider; undefined when it has none. */
    decide: settings.assembly && options.decideToken,
  }
}

/** Returns where a provider is, and how its records and its log lines are named. */
function placeOf({ catalog, settings, baseUrl, log }: OpenOauthProviderOptions) {
  const path = `${catalog.path}${settings.basePath}`
  const catalogUrls = listCatalogUrls(catalog, baseUrl)
  const [audience] = catalogUrls
  const renderUrl: RenderUrl = (request, below = '') => renderPublicUrl(request, `${path}${below}`, baseUrl)
  return {
    path,
    wellKnownPath: `/.well-known/oauth-authorization-server${path}`,
    /** Every URL of the catalog. */
    catalogUrls,
    /** The URL of the catalog, which is one of `resources`. */
    audience,
    issuer: `${audience}${settings.basePath}`,
    /** The URLs that tokens can be for, with the format of their tokens. */
    resources: listResources(settings, catalog, catalogUrls),
    /** Returns the URL of an endpoint as the client writes it. */
    renderUrl,
    log: log.child({ provider: path }),
    storageKeys: buildStorageKeys(path),
  }
}

/** Opens the state that survives a request, and follows its changes. Throws when the store or supplied keys cannot be read. */
async function openState(options: OpenOauthProviderOptions & ReturnType<typeof placeOf>) {
  const { catalog, settings, store, storageKeys, counters, lockReadMs, clock, log, announce, onEvent: events } = options
  const supply = openKeySupply(settings.signingKeys, {
    environment: process.env,
    clock,
    onSignature: (signature) => events?.({ kind: 'signature', ...signature }),
  })
  const tokenLifetimeMs = settings.accessToken.ttl * 1000
  const keys = await openSigningKeys({ store, storageKeys, clock, log, tokenLifetimeMs, supply })
  const foldName = buildFoldName(catalog.registries.get(settings.registry ?? ''))
  const lifetimesMs = maxLifetimesMs(settings)
  const publish = (event: StateEvent): Promise<void> => poller.publish(event)
  const revocations = await openRevocations({ store, storageKeys, clock, log, lifetimesMs, foldName, publish })
  const poller = openChangePoller({
    store,
    kind: storageKeys.events,
    clock,
    log,
    announce,
    async onEvent(event) {
      if ('revoked' in event) revocations.apply(event)
      if ('keys' in event) await keys.reload()
    },
    onGap: async () => void (await Promise.all([keys.reload(), revocations.reload()])),
    onDelay: (delayMs) => events?.({ kind: 'change', delayMs }),
  })
  const allowances = allowancesOf(settings)
  const attempts = openAttemptLimits({
    store,
    counters,
    kind: storageKeys.attempts,
    clock,
    log,
    allowances,
    lockReadMs,
  })
  const hasSessions = settings.sessions.ttl > 0
  return {
    keys,
    foldName,
    revocations,
    poller,
    attempts,
    refreshTokens: openRefreshTokens(store, storageKeys, clock),
    approvals: openApprovals(store, storageKeys, clock),
    consents:
      hasSessions || offersOwnerConsents(settings) ? openOwnerConsents(store, storageKeys) : disabledOwnerConsents,
    /** Undefined where owners have no sessions. */
    sessions: hasSessions ? openOwnerSessions({ store, storageKeys, clock }, settings.sessions.ttl) : undefined,
    cookieKeys: [await findOrCreateSecret(store, storageKeys.secrets, 'cookies')],
  }
}

/** Returns whether owners can list and revoke their consents. */
export function offersOwnerConsents({ revocation }: ProviderSettings): boolean {
  return revocation.enabled && revocation.owner.enabled
}

function allowancesOf({ failedAttempts }: ProviderSettings): AttemptAllowances {
  const { user, client, address } = failedAttempts
  const allowance = ({ count, window }: { count: number; window: number }) => ({
    maxFailures: count,
    windowMs: window * 1000,
  })
  return { user: allowance(user), client: allowance(client), address: allowance(address) }
}
