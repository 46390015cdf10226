/**
 * Configures oidc-provider for the authorization endpoint: RFC 6749 section 4.1.1, RFC 7636, RFC 9700 section
 * 2.1.
 *
 * Owners sign in and consent for each authorization request. The provider has no sign-in session.
 */
import { type Configuration, errors, interactionPolicy } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { AdmitClient } from '../request/authenticate-client.ts'
import { getRequestState } from '../request/request-state.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import { approvalLifetimeSeconds, codeLifetimeSeconds, pageLifetimeSeconds } from '../state/approval-lifetimes.ts'
import { sendErrorPage } from './pages.ts'

/** What the configuration of the authorization endpoint depends on. */
export interface AuthorizationOptions {
  settings: ProviderSettings
  issuer: string
  /** The path of the provider, to which cookies are limited. */
  path: string
  /** The path of the pages, below the provider. */
  pagePath: string
  cookieKeys: string[]
  admitClient: AdmitClient
  ceilings: TokenCeilings
}

/** An additional authorization parameter: `request` when the client named the scopes, `default` when it did not. */
export const scopeSourceParameter = 'sluice_scope_source'

/** Returns the members of the oidc-provider configuration that concern the authorization endpoint. */
export function buildAuthorizationConfiguration(options: AuthorizationOptions): Configuration {
  const { settings, issuer, path, pagePath, cookieKeys } = options
  const secure = issuer.startsWith('https:')
  const cookies = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const

  return {
    scopes: [...settings.scopes.keys()],
    extraParams: [scopeSourceParameter],
    responseTypes: settings.grants.has('access_code') ? ['code'] : [],
    allowOmittingSingleRegisteredRedirectUri: false, // so that the token request must repeat it
    pkce: {
      required: (_ctx, client) =>
        settings.pkce.enabled && (settings.pkce.required || client.clientAuthMethod === 'none'),
    },
    cookies: { keys: cookieKeys, short: cookies, long: { ...cookies, path } },
    interactions: {
      url: (_ctx, { uid }) => `${path}${pagePath}/${uid}`,
      policy: policyOf(options),
    },
    ttl: {
      AuthorizationCode: codeLifetimeSeconds,
      Interaction: pageLifetimeSeconds,
      Grant: approvalLifetimeSeconds,
      Session: codeLifetimeSeconds,
    },
    expiresWithSession: () => false,
    renderError: (ctx, { error, error_description: description = 'The request was rejected' }) =>
      sendErrorPage(ctx, ctx.status, error, replaceForbiddenCharacters(description)),
  }
}

/** Returns the prompts of oidc-provider in their order, preceded by a check of the scopes. */
function policyOf(options: AuthorizationOptions) {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('scope', 'the scopes must be of this provider', (ctx) => {
      const { params, route, client } = ctx.oidc
      if (!params || !client) return interactionPolicy.Check.NO_NEED_TO_PROMPT
      // Here oidc-provider has already dropped unknown names from `params`, and the request that resumes a flow
      // has no query.
      const isFirst = route === 'authorization'
      const { request_uri: pushed, request: object } = ctx.query
      const isPushed = params.request_uri !== undefined || pushed !== undefined || object !== undefined
      const asked = isFirst && !isPushed ? ctx.query.scope : params.scope
      const named = typeof asked === 'string' && asked !== '' ? asked : undefined
      params.scope = scopesOf(named, client.clientId, ctx, options).join(' ')
      if (isFirst) params[scopeSourceParameter] = named === undefined ? 'default' : 'request'
      return interactionPolicy.Check.NO_NEED_TO_PROMPT
    }),
    0,
  )
  return policy
}

function scopesOf(
  asked: string | undefined,
  clientId: string,
  ctx: { state: object },
  { settings, admitClient, ceilings }: AuthorizationOptions,
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
