/** Issues tokens for the grants that oidc-provider lacks. */
import { randomBytes } from 'node:crypto'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { TokenBinding } from '../../contract/access/access-token.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import type { Consent } from '../state/consent.ts'
import { addRefreshToken } from '../state/token-work.ts'
import { signAccessToken } from '../tokens/access-tokens.ts'
import { proveBinding } from './bound-tokens.ts'
import { type DecidedAccessToken, decideAccessToken } from './decide-access-token.ts'

/** The tokens that a grant issues. */
interface TokensToIssue {
  /** The URL that the tokens are for. */
  resource: string
  parts: ProviderParts
  /** Whether the grant gives refresh tokens. */
  isRefreshable?: boolean
  /** Whether the access token must be bound to a key: it replaces one that is. */
  isBound?: boolean
  /** The authorization details of the access token. */
  details?: readonly object[]
  /** Further members of the response. */
  more?: object
}

/**
 * Issues tokens. They are made here and not by the models of oidc-provider, which copy each record four times: a model
 * would only lead to `decideAccessToken` and to the store. Throws an `OauthError`.
 */
export async function issueTokens(
  ctx: KoaContextWithOIDC,
  { resource, parts, isRefreshable = false, isBound = false, details = [], more }: TokensToIssue,
): Promise<void> {
  const { client } = ctx.oidc
  if (!client || !getTokenWork(ctx).consent) throw new Error('tokens need a client and a consent')
  const binding = await proveBinding(ctx, parts)
  if (isBound && !binding) throw new OauthError('invalid_dpop_proof', unboundText)
  const hasDetails = details.length > 0
  const { clientId } = client
  const id = randomBytes(32).toString('base64url')
  const wanted = { id, clientId, audience: resource, binding, details: hasDetails ? details : undefined }
  const decided = await decideAccessToken(ctx, wanted, parts)
  const { claims, consent, scopes } = decided
  const accessToken = await signAccessToken(claims, clientId, parts.usedKeys.current())
  const hasRefreshToken = isRefreshable && client.grantTypeAllowed('refresh_token')
  const isOpenid = consent.claims !== undefined && consent.scopes.includes('openid')
  ctx.body = {
    access_token: accessToken,
    expires_in: decided.access,
    id_token: isOpenid ? await issueIdToken(ctx, consent) : undefined,
    scope: scopes.join(' '),
    authorization_details: hasDetails ? details : undefined,
    token_type: binding?.jkt === undefined ? 'Bearer' : 'DPoP',
    refresh_token: hasRefreshToken ? issueRefreshToken(ctx, decided, { resource, binding }, parts) : undefined,
    ...more,
  }
}

/** Returns a new refresh token, and adds its record to the work of the request. Only those of public clients are bound. */
function issueRefreshToken(
  ctx: KoaContextWithOIDC,
  { consent, refresh }: DecidedAccessToken,
  { resource, binding }: { resource: string; binding: TokenBinding | undefined },
  { refreshTokens }: ProviderParts,
): string {
  const work = getTokenWork(ctx)
  const isPublic = ctx.oidc.client?.clientAuthMethod === 'none'
  const continued = { ...consent, details: { resource, ...(isPublic ? binding : undefined) } }
  const token = refreshTokens.generate()
  addRefreshToken(work, { token, consent: continued, lifetimeSeconds: refresh }, refreshTokens)
  return token
}

const unboundText =
  'The token is bound to a key, so that the new one must be too: send a DPoP proof, or connect with a client certificate'

/** Returns the id_token of a sign-in that has just happened: OpenID Connect Core section 2. */
async function issueIdToken(ctx: KoaContextWithOIDC, consent: Consent): Promise<string> {
  const { subject, claims, scopes, startedAt, acr } = consent
  const idToken = new ctx.oidc.provider.IdToken({ ...claims, sub: subject }, { ctx })
  Object.assign(idToken, { scope: scopes.join(' '), mask: {}, rejected: [] })
  idToken.set('auth_time', startedAt)
  if (acr !== undefined) idToken.set('acr', acr)
  return idToken.issue({ use: 'idtoken' })
}

/** Returns the URL that tokens shall be for, by default that of the catalog. Throws `invalid_target`. */
export function findResource(resource: string | readonly string[] | undefined, parts: ProviderParts): string {
  const url = resource ?? parts.audience
  if (typeof url === 'string') return describeResourceServer(url, parts).audience
  throw new OauthError('invalid_target', 'A token is for one resource: name only one')
}

/** Describes a resource server, catalog or API. Throws `invalid_target` for others: RFC 8707 section 2. */
export function describeResourceServer(resource: string, { resources, settings }: ProviderParts) {
  if (!resources.has(resource)) {
    const words = `The resource '${resource.slice(0, 200)}' is not one of this provider. Name the resource of the metadata of an API, or none for all APIs`
    throw new OauthError('invalid_target', words)
  }
  const scope = [...settings.scopes.keys()].join(' ')
  return { audience: resource, scope, accessTokenFormat: 'jwt' as const, jwt: { sign: { alg: 'ES256' as const } } }
}

/** Refuses authorization details at a grant that cannot have any: RFC 9396 section 5. Providers without types ignore the parameter. */
export function refuseDetails({ oidc }: KoaContextWithOIDC, { settings }: ProviderParts): void {
  if (oidc.params?.authorization_details === undefined || !settings.authorizationDetails) return
  const words = 'This grant has no authorization details: use the authorization code grant, where the owner sees them'
  throw new OauthError('invalid_authorization_details', words)
}

/** Returns the error for a required parameter that is missing. */
export function missingParameter(name: string): OauthError {
  return invalidRequestError(`Missing required parameter '${name}'`)
}
