/**
 * The table of all endpoints of a provider. Endpoints that the settings disable have no route and respond with
 * 404.
 */
import type { Context } from 'koa'
import type { ProviderSettings } from '../../config/types/index.ts'
import { buildCallback, callbackPath } from '../authorize/browser-sign-in.ts'
import { type AuthorizeDeps, buildAuthorizeEndpoints } from '../authorize/endpoints.ts'
import type { GrantType } from '../grants/index.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import type { RunAttempt } from '../request/run-attempt.ts'
import { type AccountDeps, accountPath, buildAccountEndpoints } from './account.ts'
import { buildIntrospectEndpoint, buildRevokeEndpoint, type IntrospectEndpointDeps } from './introspect.ts'
import { buildOwnerConsentEndpoints } from './owner-consents.ts'
import { buildRegistrationRoutes } from './registration.ts'
import type { EndpointRoute } from './serve-endpoints.ts'
import { renderServerMetadata } from './server-metadata.ts'
import { buildSignInRoutes } from './sign-in-endpoints.ts'
import { buildTokenEndpoint, type TokenEndpointDeps } from './token.ts'

/** The dependencies of the endpoints of a provider. */
export interface EndpointDeps extends AuthorizeDeps, IntrospectEndpointDeps, Omit<TokenEndpointDeps, 'checksPkce'> {
  path: string
  wellKnownPath: string
  grants: readonly GrantType[]
  authenticateClient: AuthenticateClient
  attempt: RunAttempt
  keys: SigningKeys
}

const jwksPath = '/oauth2/jwks'
/** The path of the sign-in and consent pages, below the path of the provider. */
export const signInPagePath = '/oauth2/login'

/** Returns the routes of the endpoints that the settings enable. */
export function buildEndpointRoutes(parts: EndpointDeps): EndpointRoute[] {
  const { path, wellKnownPath, settings, authenticateUser, browserSignIns, sessions, keys, serveByLibrary, verify } =
    parts
  const { introspection, revocation } = settings
  const metadata = new Map<string, object>() // by the URL of the provider, of which its catalog has few
  const token = buildTokenEndpoint({ ...parts, checksPkce: settings.pkce.enabled })
  const signIn = (authenticateUser || browserSignIns) && buildAuthorizeEndpoints(parts)
  const pages = settings.grants.has('access_code') && signIn
  const owned = (settings.grants.has('access_code') || settings.deviceAuthorization.enabled) && signIn
  const issued = authenticateUser && buildOwnerConsentEndpoints({ ...parts, authenticateUser })

  const routes: (EndpointRoute | false | undefined)[] = [
    ['POST', settings.tokenPath, token, 'any origin'],
    pages && ['GET', settings.authorizePath, pages.authorize, 'own origin'],
    pages && ['POST', settings.authorizePath, pages.authorizeByPost, 'own origin'],
    pages && ['GET', `${settings.authorizePath}/:id`, pages.authorize, 'own origin'],
    owned && ['GET', `${signInPagePath}/:id`, owned.show, 'own origin'],
    owned && ['POST', `${signInPagePath}/:id`, owned.answer, 'own origin'],
    owned && browserSignIns && ['GET', callbackPath, buildCallback(path), 'own origin'],
    ...(sessions && signIn ? accountRoutes({ ...parts, sessions }) : []),
    introspection.enabled && ['POST', introspection.path, buildIntrospectEndpoint(parts), 'any origin'],
    revocation.enabled &&
      revocation.application.enabled && [
        'POST',
        revocation.application.path,
        buildRevokeEndpoint(serveByLibrary, verify),
        'any origin',
      ],
    issued && offersOwnerConsents(settings) && ['GET', revocation.owner.path, issued.list, 'own origin'],
    issued && offersOwnerConsents(settings) && ['DELETE', revocation.owner.path, issued.remove, 'own origin'],
    ...(settings.registration?.initialAccessToken !== undefined ? buildRegistrationRoutes(parts) : []),
    ...buildSignInRoutes(settings, serveByLibrary, verify, parts.attempt),
    ['GET', jwksPath, showKeys, 'any origin'],
    ['GET', '/.well-known/openid-configuration', showMetadata, 'any origin'],
    ['GET', '/.well-known/oauth-authorization-server', showMetadata, 'any origin'],
  ]
  return [
    ...routes
      .filter((route) => !!route)
      .map(([method, below, ...rest]): EndpointRoute => [method, path + below, ...rest]),
    ['GET', wellKnownPath, showMetadata, 'any origin'],
  ]

  function showMetadata(ctx: Context): void {
    const url = parts.renderUrl(ctx.req)
    const rendered = metadata.get(url) ?? renderServerMetadata({ ...parts, url, jwksPath })
    metadata.set(url, rendered)
    ctx.body = rendered
  }

  function showKeys(ctx: Context): void {
    ctx.body = { keys: keys.all().map(({ publicJwk }) => publicJwk) }
    ctx.type = 'application/jwk-set+json' // RFC 7517 section 8.5.2
  }
}

function accountRoutes(deps: AccountDeps): EndpointRoute[] {
  const { show, change } = buildAccountEndpoints(deps)
  return [
    ['GET', accountPath, show, 'own origin'],
    ['POST', accountPath, change, 'own origin'],
  ]
}

/** Returns whether owners can list and revoke their consents. */
export function offersOwnerConsents({ revocation }: ProviderSettings): boolean {
  return revocation.enabled && revocation.owner.enabled
}
