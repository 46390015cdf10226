/**
 * How the library is set up for the authorization endpoint: RFC 6749 section 4.1.1, RFC 7636, RFC 9700 section 2.1.
 *
 * Each authorization is signed in for and consented to anew; nobody stays signed in at the provider.
 */
import { type Configuration, errors, interactionPolicy } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import { OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { AdmitClient } from '../request/authenticate-client.ts'
import { getRequestState } from '../request/request-state.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import { approvalLifetimeSeconds, codeLifetimeSeconds, pageLifetimeSeconds } from './approvals.ts'
import { sendErrorPage } from './pages.ts'

export interface AuthorizationOptions {
  settings: ProviderSettings
  issuer: string
  /** The path of the provider, which cookies are kept to. */
  path: string
  /** Where the pages are, below the provider. */
  pagePath: string
  cookieKeys: string[]
  admitClient: AdmitClient
  ceilings: TokenCeilings
}

/** A parameter of our own, which says whether the client named the scopes: `request`, or `default`. */
export const scopeSourceParameter = 'sluice_scope_source'

export function buildAuthorizationConfiguration(options: AuthorizationOptions): Configuration {
  const { settings, issuer, path, pagePath, cookieKeys } = options
  const secure = issuer.startsWith('https:')
  const cookies = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const

  return {
    scopes: [...settings.scopes.keys()],
    extraParams: [scopeSourceParameter],
    responseTypes: settings.grants.has('access_code') ? ['code'] : [],
    allowOmittingSingleRegisteredRedirectUri: false, // the token request must name the same one
    pkce: {
      required: (_ctx, client) =>
        settings.pkce.enabled && (settings.pkce.required || isPublic(client.metadata())),
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
    renderError: (ctx, { error, error_description: description = 'The request was refused' }) =>
      sendErrorPage(ctx, ctx.status, error, replaceForbiddenCharacters(description)),
  }
}

/** The library's own member would say "none" of every client: they are authenticated before it. */
function isPublic(metadata: object): boolean {
  return (metadata as { sluice_public?: boolean }).sluice_public === true
}

/** The library's order of questions, and before them our rule of scopes. */
function policyOf(options: AuthorizationOptions) {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('scope', 'the scopes must be of this provider', (ctx) => {
      const { params, route, client } = ctx.oidc
      if (!params || !client) return interactionPolicy.Check.NO_NEED_TO_PROMPT
      // By now the library has dropped the names it does not know; on the way back there is no query to look at.
      const isFirst = route === 'authorization'
      const asked = isFirst ? ctx.query.scope : params.scope
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
    return grantScopes(asked, settings, 'refused' in client ? [] : ceilings.findForClient(client))
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    getRequestState(ctx).redirected = error
    throw new errors.CustomOIDCProviderError(error.code, replaceForbiddenCharacters(error.description))
  }
}
