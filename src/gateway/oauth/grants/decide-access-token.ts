/** Decides what an access token says, for the grants of oidc-provider and for those that it lacks. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ProviderSettings } from '../../config/types/index.ts'
import type { TokenBinding } from '../../contract/access/access-token.ts'
import { listDetailScopes } from '../../contract/access/queue-scope.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { grantScopes, limitToCeilings, narrowRefreshedScopes } from '../scopes/grant-scopes.ts'
import { limitLifetimeSeconds } from '../scopes/token-ceilings.ts'
import { type Consent, generateChainId } from '../state/consent.ts'
import type { TokenWork } from '../state/token-work.ts'
import { renderClaims } from '../tokens/access-tokens.ts'
import { decideToken } from './decide-token.ts'

/** What a grant knows of the access token that it wants. */
export interface WantedAccessToken {
  id: string
  clientId: string
  /** The URL of the catalog or of the one API that the token opens. */
  audience: string
  /** The key to which the token is bound; undefined for a bearer token. */
  binding: TokenBinding | undefined
  /** The authorization details; undefined without any. */
  details: unknown
}

/** The scopes, claims and consent of an access token, and the lives of the tokens in seconds. */
export type DecidedAccessToken = Awaited<ReturnType<typeof decideAccessToken>>

/**
 * Decides scopes, claims and lives of an access token, within ceilings, and adds what it has to store to the work of the
 * request. Throws an `OauthError` when the provider's assembly rejects the token, or its consent has ended.
 */
export async function decideAccessToken(
  ctx: KoaContextWithOIDC,
  { id, clientId, audience, binding, details }: WantedAccessToken,
  parts: ProviderParts,
) {
  const { issuer, settings, consents } = parts
  const work = getTokenWork(ctx)
  const asked = ctx.oidc.params?.scope as string | undefined
  const granted = work.consent ?? createClientConsent(clientId, asked, work, parts)
  const derived =
    work.scopes ?? (work.consent ? narrowRefreshedScopes(asked, granted.scopes, work.ceilings) : granted.scopes)
  const issued = { scopes: derived, consent: granted }
  const { scopes, consent } = parts.decide ? await decideToken(ctx, issued, parts.decide) : issued
  const { access, refresh } = findLifetimes(work, settings)
  work.isReference = parts.resources.get(audience) === 'opaque'
  const queues = listDetailScopes(details)
  if (queues.length > 0) limitToCeilings(queues, work.ceilings, true)
  work.writes.push({ run: () => consents.save(consent, (work.now + Math.max(access, refresh)) * 1000) })
  if (scopes.includes('openid') && Object.keys(consent.claims ?? {}).length > 0)
    saveClaims(work, consent, access, parts)
  const life = { jti: id, iat: work.now, exp: work.now + access }
  const claims = renderClaims({ issuer, audience }, consent, scopes, { ...life, cnf: binding, details })
  return { scopes, claims, consent, access, refresh }
}

/** Returns lives of tokens in seconds, within ceilings and maximum consent. Throws `invalid_grant` after its end. */
export function findLifetimes({ now, consent, ceilings }: TokenWork, settings: ProviderSettings) {
  const startedAt = consent?.startedAt ?? now
  const rest = settings.maximumConsent > 0 ? startedAt + settings.maximumConsent - now : Number.MAX_SAFE_INTEGER
  if (rest <= 0) throw new OauthError('invalid_grant', 'The consent has ended; the owner must sign in again')
  return {
    access: Math.min(rest, limitLifetimeSeconds('accessTokenTtl', settings.accessToken.ttl, ceilings)),
    refresh: Math.min(rest, limitLifetimeSeconds('refreshTokenTtl', settings.refreshToken.ttl, ceilings)),
  }
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
function createClientConsent(
  clientId: string,
  asked: string | undefined,
  { now, ceilings }: TokenWork,
  { settings, clock }: ProviderParts,
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
