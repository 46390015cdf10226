/** How oidc-provider issues tokens: lives and scopes within ceilings, signed JWTs, rotated refresh tokens. */

import type {
  AccessToken,
  Configuration,
  JWTStructured,
  KoaContextWithOIDC,
  Client as LibraryClient,
} from 'oidc-provider'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { listDetailScopes } from '../../contract/access/queue-scope.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { describeResourceServer } from '../grants/issue-tokens.ts'
import { findCurrentWork, getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { grantScopes, limitToCeilings, narrowRefreshedScopes } from '../scopes/grant-scopes.ts'
import { limitLifetimeSeconds } from '../scopes/token-ceilings.ts'
import { type Consent, generateChainId } from '../state/consent.ts'
import type { TokenWork } from '../state/token-work.ts'
import { renderClaims } from '../tokens/access-tokens.ts'
import { decideToken } from './decide-token.ts'

/** Returns the resource of a request that names none. Throws `invalid_target` when several were granted. */
async function findDefaultResource(audience: string, granted: readonly string[] | undefined): Promise<string> {
  if (granted === undefined) return audience
  const words = `Name one of the granted resources in the parameter resource: ${granted.join(' ')}`
  throw new OauthError('invalid_target', words)
}

/** Returns the members of the configuration that concern tokens. */
export function buildTokenConfiguration(parts: ProviderParts) {
  const { audience, settings, ceilings, consumers } = parts

  return {
    ttl: {
      AccessToken: () => lifetimesOf(currentWork(), settings).access,
      ClientCredentials: (_ctx: unknown, _token: unknown, client: LibraryClient) => {
        const work = currentWork()
        work.ceilings = ceilings.findForClient(consumers.find(client.clientId) as Client)
        return lifetimesOf(work, settings).access
      },
      RefreshToken: () => lifetimesOf(currentWork(), settings).refresh,
    },
    formats: { customizers: { jwt: async (ctx, token, jwt) => customize(ctx, token as AccessToken, jwt, parts) } },
    rotateRefreshToken: (ctx) => rotates(ctx, parts),
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx: unknown, _client: unknown, granted?: readonly string[]) =>
        findDefaultResource(audience, granted),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_ctx: unknown, resource: string) => describeResourceServer(resource, parts),
    },
  } satisfies Partial<Configuration> & { resourceIndicators: object }
}

function currentWork(): TokenWork {
  const work = findCurrentWork()
  if (!work) throw new Error('tokens are issued only by the token endpoint')
  return work
}

/** Returns lives of tokens in seconds, within ceilings and maximum consent. Throws `invalid_grant` after its end. */
function lifetimesOf({ now, consent, ceilings }: TokenWork, settings: ProviderSettings) {
  const startedAt = consent?.startedAt ?? now
  const rest = settings.maximumConsent > 0 ? startedAt + settings.maximumConsent - now : Number.MAX_SAFE_INTEGER
  if (rest <= 0) throw new OauthError('invalid_grant', 'The consent has ended; the owner must sign in again')
  return {
    access: Math.min(rest, limitLifetimeSeconds('accessTokenTtl', settings.accessToken.ttl, ceilings)),
    refresh: Math.min(rest, limitLifetimeSeconds('refreshTokenTtl', settings.refreshToken.ttl, ceilings)),
  }
}

/** Sets the scopes of an access token, and replaces its claims and its header by those of this product. */
async function customize(
  ctx: KoaContextWithOIDC,
  token: AccessToken,
  jwt: JWTStructured,
  parts: ProviderParts,
): Promise<void> {
  const { issuer, settings, consents, clock } = parts
  const work = getTokenWork(ctx)
  const clientId = token.clientId as string
  const asked = ctx.oidc.params?.scope as string | undefined
  const granted = work.consent ?? clientConsent(clientId, asked, work, settings, clock)
  const derived =
    work.scopes ?? (work.consent ? narrowRefreshedScopes(asked, granted.scopes, work.ceilings) : granted.scopes)
  const issued = { scopes: derived, consent: granted }
  const { scopes, consent } = parts.decide ? await decideToken(ctx, issued, parts.decide) : issued
  const { access, refresh } = lifetimesOf(work, settings)
  token.scope = scopes.join(' ')
  jwt.header = { client_id: clientId }
  const audience = jwt.payload.aud as string
  work.isReference = parts.resources.get(audience) === 'opaque'
  const queues = listDetailScopes(jwt.payload.authorization_details)
  if (queues.length > 0) limitToCeilings(queues, work.ceilings, true)
  jwt.payload = renderClaims({ issuer, audience }, consent, scopes, {
    jti: token.jti,
    iat: work.now,
    exp: work.now + access,
    cnf: jwt.payload.cnf,
    details: jwt.payload.authorization_details,
  })
  work.writes.push({ run: () => consents.save(consent, (work.now + Math.max(access, refresh)) * 1000) })
  if (scopes.includes('openid') && Object.keys(consent.claims ?? {}).length > 0)
    saveClaims(work, consent, access, parts)
}

/** Stores the claims about the owner for as long as the access token lives, so that the userinfo endpoint finds them. */
function saveClaims(
  { now, writes }: TokenWork,
  { chain, claims = {} }: Consent,
  lifeSeconds: number,
  { store, storageKeys }: ProviderParts,
): void {
  const options = { expiresAt: (now + lifeSeconds) * 1000, group: storageKeys.chain(chain) }
  writes.push({ run: () => store.save(storageKeys.claims, chain, { ...claims }, options) })
}

/** Returns the consent that stands for a client itself: RFC 9068 section 2.2 names the client as the subject. */
function clientConsent(
  clientId: string,
  asked: string | undefined,
  { now, ceilings }: TokenWork,
  settings: ProviderSettings,
  clock: Clock,
): Consent {
  return {
    chain: generateChainId(clock()),
    clientId,
    subject: clientId,
    scopes: grantScopes(asked, settings, ceilings),
    grant: 'client_credentials',
    startedAt: now,
    refreshes: 0,
  }
}

/** Returns whether a refresh token is replaced at use. Counts refreshes; throws `invalid_grant` after the last. */
async function rotates(ctx: KoaContextWithOIDC, { settings, store, storageKeys }: ProviderParts): Promise<boolean> {
  const { client } = getRequestState(ctx)
  const { consent, refreshExpiresAt = 0 } = getTokenWork(ctx)
  if (!consent) throw new Error('a refresh token has no consent')
  const isRotated = settings.refreshToken.oneTimeUse || client?.application.clientType === 'public'
  const refreshes = isRotated
    ? consent.refreshes + 1
    : await store.count(storageKeys.refreshes, consent.chain, 1, refreshExpiresAt)
  if (refreshes <= settings.refreshToken.count) return isRotated
  throw new OauthError('invalid_grant', 'The refresh token has reached its maximum number of refreshes')
}
