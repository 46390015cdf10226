/**
 * How the library is set up for the authorization endpoint: RFC 6749 section 4.1.1, RFC 7636, RFC 9700 section 2.1.
 *
 * Each authorization is signed in for and consented to anew; nobody stays signed in at the provider.
 */
import { type Configuration, errors, interactionPolicy } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types.ts'
import { OauthError, plainText } from '../errors.ts'
import { grantScopes } from '../scopes.ts'
import { approvalLife, codeLife, pageLife } from './approvals.ts'
import { sendErrorPage } from './pages.ts'

export interface AuthorizeSettings {
  settings: ProviderSettings
  issuer: string
  /** The path of the provider, which cookies are kept to. */
  path: string
  /** Where the pages are, below the provider. */
  pagePath: string
  cookieKeys: string[]
}

export function authorizeConfiguration(options: AuthorizeSettings): Configuration {
  const { settings, issuer, path, pagePath, cookieKeys } = options
  const secure = issuer.startsWith('https:')
  const cookies = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const

  return {
    scopes: [...settings.scopes.keys()],
    responseTypes: settings.grants.has('access_code') ? ['code'] : [],
    allowOmittingSingleRegisteredRedirectUri: false, // the token request must name the same one
    pkce: {
      required: (_ctx, client) =>
        settings.pkce.enabled && (settings.pkce.required || isPublic(client.metadata())),
    },
    cookies: { keys: cookieKeys, short: cookies, long: { ...cookies, path } },
    interactions: {
      url: (_ctx, { uid }) => `${path}${pagePath}/${uid}`,
      policy: policyOf(settings),
    },
    ttl: {
      AuthorizationCode: codeLife,
      Interaction: pageLife,
      Grant: approvalLife,
      Session: codeLife,
    },
    expiresWithSession: () => false,
    renderError: (ctx, { error, error_description: description = 'The request was refused' }) =>
      sendErrorPage(ctx, ctx.status, error, plainText(description)),
  }
}

/** The library's own member would say "none" of every client: they are authenticated before it. */
function isPublic(metadata: object): boolean {
  return (metadata as { sluice_public?: boolean }).sluice_public === true
}

/** The library's order of questions, and before them our rule of scopes. */
function policyOf(settings: ProviderSettings) {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.add(
    new interactionPolicy.Check('scope', 'the scopes must be of this provider', (ctx) => {
      const { params, route } = ctx.oidc
      // By now the library has dropped the names it does not know; on the way back there is no query to look at.
      const asked = route === 'authorization' ? ctx.query.scope : params?.scope
      if (params) params.scope = scopesOf(asked, settings).join(' ')
      return interactionPolicy.Check.NO_NEED_TO_PROMPT
    }),
    0,
  )
  return policy
}

function scopesOf(asked: unknown, settings: ProviderSettings): string[] {
  try {
    return grantScopes(typeof asked === 'string' && asked !== '' ? asked : undefined, settings)
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    throw new errors.CustomOIDCProviderError(error.code, plainText(error.description))
  }
}
