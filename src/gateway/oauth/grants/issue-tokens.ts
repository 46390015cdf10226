/** Issues tokens for the grants that oidc-provider lacks. The tokens are its models. */
import type { KoaContextWithOIDC, ResourceServerInstance } from 'oidc-provider'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import type { Consent } from '../state/consent.ts'
import { bindRefreshToken, bindToken } from './bound-tokens.ts'

/** The tokens that a grant issues. */
interface TokensToIssue {
  resource: ResourceServerInstance
  gty: string
  parts: ProviderParts
  /** Whether the access token must be bound to a key: it replaces one that is. */
  isBound?: boolean
  /** The authorization details of the access token. */
  details?: readonly object[]
  /** Further members of the response. */
  more?: object
}

/** Issues tokens in oidc-provider's order. Only the password grant has refresh tokens: RFC 7521 section 4.1. */
export async function issueTokens(
  ctx: KoaContextWithOIDC,
  { resource, gty, parts, isBound = false, details = [], more }: TokensToIssue,
): Promise<void> {
  const { provider, client } = ctx.oidc
  const { consent } = getTokenWork(ctx)
  if (!client || !consent) throw new Error('tokens need a client and a consent')
  const scope = consent.scopes.join(' ')
  const common = { client, accountId: consent.subject, grantId: consent.chain, gty, scope }

  const token = new provider.AccessToken(common)
  token.resourceServer = resource
  await bindToken(ctx, token, parts)
  const isBearer = token.jkt === undefined && token['x5t#S256'] === undefined
  if (isBound && isBearer) throw new OauthError('invalid_dpop_proof', unboundText)
  if (details.length > 0) Object.assign(token, { rar: details })
  const accessToken = await token.save()
  const isRefreshable = gty === 'password' && client.grantTypeAllowed('refresh_token')
  const refreshToken = isRefreshable ? await issueRefreshToken() : undefined
  ctx.body = {
    access_token: accessToken,
    expires_in: token.expiration,
    ...(consent.claims && consent.scopes.includes('openid') && { id_token: await issueIdToken(ctx, consent) }),
    scope: token.scope,
    ...(details.length > 0 && { authorization_details: details }),
    token_type: token.tokenType,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...more,
  }

  async function issueRefreshToken(): Promise<string> {
    const refreshToken = new provider.RefreshToken({ ...common, resource: resource.identifier() })
    bindRefreshToken(refreshToken, token)
    return refreshToken.save()
  }
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

/** Returns the resource server of a URL, by default the catalog. Throws `invalid_target`. */
export function findResource(
  { oidc }: KoaContextWithOIDC,
  resource: string | readonly string[] | undefined,
  parts: ProviderParts,
): ResourceServerInstance {
  const url = resource ?? parts.audience
  if (typeof url === 'string') return new oidc.provider.ResourceServer(url, describeResourceServer(url, parts))
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
