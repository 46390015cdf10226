/**
 * The resource owner password grant: RFC 6749 section 4.3. oidc-provider lacks it; the tokens are its models.
 *
 * RFC 9700 section 2.4 forbids it for new clients, because the client sees the password. It serves clients that
 * support no other grant, and is available only where the OAuth provider document lists it.
 */
import type { KoaContextWithOIDC, ResourceServerInstance } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import { getTokenWork } from '../request/current-request.ts'
import { getRequestState } from '../request/request-state.ts'
import { readClaims } from '../scopes/claims.ts'
import { applyRegistryScope, grantScopes } from '../scopes/grant-scopes.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import { type Consent, generateChainId } from '../state/consent.ts'

/** The parameters of the grant. */
export const passwordParameters = ['username', 'password', 'scope'] as const

/** The dependencies of the password grant. `resource` is the resource server of the access tokens. */
export interface PasswordGrantDeps {
  settings: ProviderSettings
  authenticateUser: AuthenticateUser | undefined
  ceilings: TokenCeilings
  clock: Clock
  resource: ResourceServerInstance
}

/**
 * Returns the handler that issues tokens for the user name and password of an owner. It throws `invalid_grant` when they
 * are wrong. Throws when the provider has no user registry.
 */
export function buildPasswordGrant(deps: PasswordGrantDeps) {
  const { settings, authenticateUser, ceilings, clock } = deps
  if (!authenticateUser) throw new Error(`provider ${settings.name} has the password grant but no user registry`)

  return async function password(ctx: KoaContextWithOIDC): Promise<void> {
    const state = getRequestState(ctx)
    const work = getTokenWork(ctx)
    const client = state.client as Client
    const { username, password: secret, scope } = ctx.oidc.params as Record<string, string | undefined>
    if (username === undefined) throw missing('username')
    if (secret === undefined) throw missing('password')
    const ofClient = ceilings.findForClient(client)
    const scopes = grantScopes(scope, settings, ofClient)

    const user = await authenticateUser(state, username, secret, scopes.join(' '))
    if (!user) throw new OauthError('invalid_grant', 'The resource owner could not be authenticated')

    work.ceilings = [...ofClient, ...ceilings.combineForUser(user.credential, user.tokenCeiling)]
    work.scopes = applyRegistryScope(user.selectedScope, scopes, work.ceilings, scope !== undefined)
    work.metadata = user.metadata?.payload
    work.consent = {
      chain: generateChainId(clock()),
      clientId: client.clientId,
      subject: user.credential,
      scopes: work.scopes,
      grant: 'password',
      startedAt: work.now,
      refreshes: 0,
      ...(user.metadata?.accessToken !== undefined && { metadata: user.metadata.accessToken }),
      ...(user.tokenCeiling && { ceiling: user.tokenCeiling }),
      claims: readClaims(user, settings),
    }
    await issueTokens(ctx, deps)
  }
}

/** Issues the tokens of the consent in the same order as the grants of oidc-provider. */
async function issueTokens(ctx: KoaContextWithOIDC, { resource }: PasswordGrantDeps): Promise<void> {
  const { provider, client } = ctx.oidc
  const { consent } = getTokenWork(ctx)
  if (!client || !consent) throw new Error('tokens need a client and a consent')
  const scope = consent.scopes.join(' ')
  const common = { client, accountId: consent.subject, grantId: consent.chain, gty: 'password', scope }

  const token = new provider.AccessToken(common)
  token.resourceServer = resource
  const accessToken = await token.save()
  const refreshToken = client.grantTypeAllowed('refresh_token')
    ? await new provider.RefreshToken({ ...common, resource: resource.identifier() }).save()
    : undefined
  ctx.body = {
    access_token: accessToken,
    expires_in: token.expiration,
    ...(consent.scopes.includes('openid') && { id_token: await issueIdToken(ctx, consent) }),
    scope: token.scope,
    token_type: token.tokenType,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  }
}

/** Returns the id_token of a sign-in that has just happened: OpenID Connect Core section 2. */
async function issueIdToken(ctx: KoaContextWithOIDC, { subject, claims, scopes, startedAt }: Consent): Promise<string> {
  const idToken = new ctx.oidc.provider.IdToken({ ...claims, sub: subject }, { ctx })
  Object.assign(idToken, { scope: scopes.join(' '), mask: {}, rejected: [] })
  idToken.set('auth_time', startedAt)
  return idToken.issue({ use: 'idtoken' })
}

function missing(name: string): OauthError {
  return invalidRequestError(`Missing required parameter '${name}'`)
}
