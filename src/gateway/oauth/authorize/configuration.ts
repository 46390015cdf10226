/**
 * Configures oidc-provider for the authorization endpoint: RFC 6749 section 4.1.1, RFC 7636, RFC 9700 section
 * 2.1.
 *
 * Without sessions, owners sign in and consent for each authorization request.
 */
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { spendRequestObject } from '../request/request-objects.ts'
import { getRequestState } from '../request/request-state.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import { approvalLifetimeSeconds, codeLifetimeSeconds, pageLifetimeSeconds } from '../state/approvals.ts'
import { sendErrorPage } from './pages.ts'

/** The path of the sign-in and consent pages, below the path of the provider. */
export const signInPagePath = '/oauth2/login'
/** An additional authorization parameter: `request` when the client named the scopes, `default` when it did not. */
export const scopeSourceParameter = 'sluice_scope_source'

/** Returns the members of the oidc-provider configuration that concern the authorization endpoint. */
export function buildAuthorizationConfiguration(parts: ProviderParts): Configuration {
  const { settings, issuer, path, cookieKeys } = parts
  const secure = issuer.startsWith('https:')
  const cookies = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const

  return {
    scopes: [...settings.scopes.keys()],
    extraParams: [scopeSourceParameter],
    acrValues: [...settings.openidConnect.acrValues],
    responseTypes: settings.grants.has('access_code') ? ['code'] : [],
    allowOmittingSingleRegisteredRedirectUri: false, // so that the token request must repeat it
    pkce: {
      required: (_ctx, client) =>
        settings.pkce.enabled && (settings.pkce.required || client.clientAuthMethod === 'none'),
    },
    cookies: { keys: cookieKeys, short: cookies, long: { ...cookies, path } },
    interactions: { url: (_ctx, { uid }) => `${path}${signInPagePath}/${uid}`, policy: policyOf(parts) },
    ttl: {
      AuthorizationCode: codeLifetimeSeconds,
      Interaction: pageLifetimeSeconds,
      Grant: approvalLifetimeSeconds,
      Session: (_ctx, { loginTs }) => sessionLife(loginTs, settings.sessions.ttl),
    },
    expiresWithSession: () => false,
    renderError: (ctx, { error, error_description: description = 'The request was rejected' }) =>
      sendErrorPage(ctx, ctx.status, error, replaceForbiddenCharacters(description)),
  }
}

/** Returns the prompts of oidc-provider in their order, preceded by a check of the scopes. */
function policyOf(parts: ProviderParts) {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('scope', 'the scopes must be of this provider', async (ctx) => {
      await spendRequestObject(ctx, parts)
      applyScopes(ctx, parts)
      return interactionPolicy.Check.NO_NEED_TO_PROMPT
    }),
    0,
  )
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('acr', 'none of the requested authentication context classes was reached', checkAcr),
    )
  return policy
}

/**
 * Asks for a sign-in when that of the session does not reach one of `acr_values` (RFC 9470 section 5). Throws
 * `unmet_authentication_requirements` when a new one does not reach it either.
 */
function checkAcr({ oidc }: KoaContextWithOIDC): boolean {
  const { params, session, result } = oidc
  const wanted = typeof params?.acr_values === 'string' ? params.acr_values.split(' ') : undefined
  if (!wanted || session?.accountId === undefined || wanted.includes(session.acr ?? ''))
    return interactionPolicy.Check.NO_NEED_TO_PROMPT
  if (!result?.login) return interactionPolicy.Check.REQUEST_PROMPT
  const words = 'The sign-in reached none of the requested authentication context classes'
  throw new errors.CustomOIDCProviderError('unmet_authentication_requirements', words)
}

/** Returns how long a session lasts from now, in seconds. It ends a fixed time after the sign-in. */
function sessionLife(signedInAt: number | undefined, ttl: number): number {
  if (signedInAt === undefined || ttl === 0) return codeLifetimeSeconds
  return Math.max(1, signedInAt + ttl - Math.floor(Date.now() / 1000))
}

/** Sets the scopes of an authorization request: those that it names, or the default ones. Throws `invalid_scope`. */
export function applyScopes(ctx: KoaContextWithOIDC, parts: ProviderParts): void {
  const { params, route, client } = ctx.oidc
  const state = getRequestState(ctx)
  if (!params || !client || state.hasScopes) return
  state.hasScopes = true
  // Here oidc-provider has already dropped unknown names from `params`, and the request that resumes a flow has no query.
  const isFirst = route === 'authorization'
  const { request_uri: pushed, request: object } = ctx.query
  const isPushed = params.request_uri !== undefined || pushed !== undefined || object !== undefined
  const asked = isFirst && !isPushed ? ctx.query.scope : params.scope
  const named = typeof asked === 'string' && asked !== '' ? asked : undefined
  params.scope = scopesOf(named, client.clientId, ctx, parts).join(' ')
  if (isFirst) params[scopeSourceParameter] = named === undefined ? 'default' : 'request'
}

function scopesOf(
  asked: string | undefined,
  clientId: string,
  ctx: { state: object },
  { settings, admitClient, ceilings }: ProviderParts,
): readonly string[] {
  const client = admitClient(clientId)
  try {
    return grantScopes(asked, settings, 'error' in client ? [] : ceilings.findForClient(client))
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    getRequestState(ctx).redirected = error
    throw new errors.CustomOIDCProviderError(error.code, replaceForbiddenCharacters(error.description))
  }
}
