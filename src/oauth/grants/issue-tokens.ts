/** Issues tokens for the grants that oidc-provider lacks. The tokens are its models. */
import type { KoaContextWithOIDC, ResourceServerInstance } from 'oidc-provider'
import { invalidRequestError, type OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import type { Consent } from '../state/consent.ts'
import { type BoundTokenDeps, bindRefreshToken, bindToken } from '../tokens/bound-tokens.ts'

/** What these grants need. */
export interface OwnGrantDeps extends BoundTokenDeps {
  ceilings: TokenCeilings
  /** Returns the resource server of a URL, by default the catalog. Throws `invalid_target`. */
  findResource(resource: string | readonly string[] | undefined): ResourceServerInstance
}

/** For which resource server, and by which grant. `more` is added to the response. */
interface TokensToIssue {
  resource: ResourceServerInstance
  gty: string
  deps: OwnGrantDeps
  more?: object
}

/** Issues tokens in oidc-provider's order. Only the password grant has refresh tokens: RFC 7521 section 4.1. */
export async function issueTokens(
  ctx: KoaContextWithOIDC,
  { resource, gty, deps, more }: TokensToIssue,
): Promise<void> {
  const { provider, client } = ctx.oidc
  const { consent } = getTokenWork(ctx)
  if (!client || !consent) throw new Error('tokens need a client and a consent')
  const scope = consent.scopes.join(' ')
  const common = { client, accountId: consent.subject, grantId: consent.chain, gty, scope }

  const token = new provider.AccessToken(common)
  token.resourceServer = resource
  await bindToken(ctx, token, deps)
  const accessToken = await token.save()
  const isRefreshable = gty === 'password' && client.grantTypeAllowed('refresh_token')
  const refreshToken = isRefreshable ? await issueRefreshToken() : undefined
  ctx.body = {
    access_token: accessToken,
    expires_in: token.expiration,
    ...(consent.claims && consent.scopes.includes('openid') && { id_token: await issueIdToken(ctx, consent) }),
    scope: token.scope,
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

/** Returns the id_token of a sign-in that has just happened: OpenID Connect Core section 2. */
async function issueIdToken(ctx: KoaContextWithOIDC, consent: Consent): Promise<string> {
  const { subject, claims, scopes, startedAt, acr } = consent
  const idToken = new ctx.oidc.provider.IdToken({ ...claims, sub: subject }, { ctx })
  Object.assign(idToken, { scope: scopes.join(' '), mask: {}, rejected: [] })
  idToken.set('auth_time', startedAt)
  if (acr !== undefined) idToken.set('acr', acr)
  return idToken.issue({ use: 'idtoken' })
}

/** Returns the error for a required parameter that is missing. */
export function missingParameter(name: string): OauthError {
  return invalidRequestError(`Missing required parameter '${name}'`)
}
