/**
 * The resource owner password grant: RFC 6749 section 4.3. oidc-provider lacks it.
 *
 * RFC 9700 section 2.4 forbids it for new clients, because the client sees the password. It serves clients that
 * support no other grant, and is available only where the OAuth provider document lists it.
 */
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Client } from '../../consumers/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { findAcr, readClaims } from '../scopes/claims.ts'
import { applyRegistryScope, grantScopes } from '../scopes/grant-scopes.ts'
import { generateChainId } from '../state/consent.ts'
import { findResource, issueTokens, missingParameter, refuseDetails } from './issue-tokens.ts'

/** The parameters of the grant. */
export const passwordParameters = ['username', 'password', 'scope', 'resource', 'authorization_details'] as const

/** Returns the handler. It throws `invalid_grant` for a wrong name or password. Throws without a user registry. */
export function buildPasswordGrant(parts: ProviderParts) {
  const { settings, authenticateUser, ceilings, clock } = parts
  if (!authenticateUser) throw new Error(`provider ${settings.name} has the password grant but no user registry`)

  return async function password(ctx: KoaContextWithOIDC): Promise<void> {
    refuseDetails(ctx, parts)
    const state = getRequestState(ctx)
    const work = getTokenWork(ctx)
    const client = state.client as Client
    const { username, password: secret, scope, resource } = ctx.oidc.params as Record<string, string | undefined>
    if (username === undefined) throw missingParameter('username')
    if (secret === undefined) throw missingParameter('password')
    const ofClient = ceilings.findForClient(client)
    const scopes = grantScopes(scope, settings, ofClient)
    const target = findResource(resource, parts)

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
      metadata: user.metadata?.accessToken,
      ceiling: user.tokenCeiling,
      claims: readClaims(user, settings),
      authTime: settings.openidConnect.enabled ? work.now : undefined,
      acr: settings.openidConnect.enabled ? findAcr(user, settings) : undefined,
    }
    await issueTokens(ctx, { resource: target, isRefreshable: true, parts })
  }
}
