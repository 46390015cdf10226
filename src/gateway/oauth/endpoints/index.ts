/** The table of all endpoints of a provider. Endpoints that the settings disable have no route and respond with 404. */
import type { Context } from 'koa'
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { signInPagePath } from '../authorize/configuration.ts'
import { buildAuthorizeEndpoints } from '../authorize/endpoints.ts'
import { buildCallback, callbackPath } from '../request/browser-sign-in.ts'
import { offersOwnerConsents, type ServingParts } from '../request/provider-parts.ts'
import { type AccountParts, accountPath, buildAccountEndpoints } from './account.ts'
import { buildIntrospectEndpoint, buildRevokeEndpoint } from './introspect.ts'
import { buildOwnerConsentEndpoints } from './owner-consents.ts'
import { buildRegistrationRoutes } from './registration.ts'
import type { EndpointRoute } from './serve-endpoints.ts'
import { jwksPath, renderServerMetadata } from './server-metadata.ts'
import { buildSignInRoutes } from './sign-in-endpoints.ts'
import { buildTokenEndpoint } from './token.ts'

/** Returns the routes of the endpoints that the settings enable. */
export function buildEndpointRoutes(parts: ServingParts): EndpointRoute[] {
  const { path, wellKnownPath, settings, authenticateUser, browserSignIns, sessions, keys } = parts
  const { introspection, revocation } = settings
  const metadata = new Map<string, object>() // by the URL of the provider, of which its catalog has few
  const token = buildTokenEndpoint(parts)
  const signIn = (authenticateUser || browserSignIns) && buildAuthorizeEndpoints(parts)
  const pages = settings.grants.has('access_code') && signIn
  const owned = (settings.grants.has('access_code') || settings.deviceAuthorization.enabled) && signIn
  const issued = authenticateUser && buildOwnerConsentEndpoints(parts, authenticateUser)

  const routes: (EndpointRoute | false | undefined)[] = [
    ['POST', settings.tokenPath, token, 'any origin'],
    pages && ['GET', settings.authorizePath, pages.authorize, 'page'],
    pages && ['POST', settings.authorizePath, pages.authorizeByPost, 'page'],
    pages && ['GET', `${settings.authorizePath}/:id`, pages.authorize, 'page'],
    owned && ['GET', `${signInPagePath}/:id`, owned.show, 'page'],
    owned && ['POST', `${signInPagePath}/:id`, owned.answer, 'page'],
    owned && browserSignIns && ['GET', callbackPath, buildCallback(path), 'page'],
    ...(sessions && signIn ? accountRoutes({ ...parts, sessions }) : []),
    introspection.enabled && ['POST', introspection.path, buildIntrospectEndpoint(parts), 'any origin'],
    revocation.enabled &&
      revocation.application.enabled && ['POST', revocation.application.path, buildRevokeEndpoint(parts), 'any origin'],
    issued && offersOwnerConsents(settings) && ['GET', revocation.owner.path, issued.list, 'own origin'],
    issued && offersOwnerConsents(settings) && ['DELETE', revocation.owner.path, issued.remove, 'own origin'],
    ...(settings.registration?.initialAccessToken !== undefined ? buildRegistrationRoutes(parts) : []),
    ...buildSignInRoutes(parts),
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
    ctx.body = getOrCreate(metadata, url, () => renderServerMetadata(parts, url))
  }

  function showKeys(ctx: Context): void {
    ctx.body = { keys: keys.all().map(({ publicJwk }) => publicJwk) }
    ctx.type = 'application/jwk-set+json' // RFC 7517 section 8.5.2
  }
}

function accountRoutes(parts: AccountParts): EndpointRoute[] {
  const { show, change } = buildAccountEndpoints(parts)
  return [
    ['GET', accountPath, show, 'page'],
    ['POST', accountPath, change, 'page'],
  ]
}
