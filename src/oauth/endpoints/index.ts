/**
 * The table of all endpoints of a provider. Endpoints that the settings disable have no route and respond with
 * 404.
 */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Approvals } from '../authorize/approvals.ts'
import { buildAuthorizeEndpoints } from '../authorize/endpoints.ts'
import type { GrantType } from '../grants/grant-type.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import type { AuthenticateUser } from '../request/authenticate-user.ts'
import type { TokenCeilings } from '../scopes/token-ceilings.ts'
import type { OwnerConsents } from '../state/owner-consents.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { VerifyAccessToken } from '../tokens/verify-access-token.ts'
import { buildIntrospectEndpoint } from './introspect.ts'
import { buildOwnerConsentEndpoints } from './owner-consents.ts'
import { buildRevokeEndpoint } from './revoke.ts'
import type { EndpointRoute } from './serve-endpoints.ts'
import { renderServerMetadata } from './server-metadata.ts'
import { buildTokenEndpoint } from './token.ts'

/** The dependencies of the endpoints of a provider. */
export interface EndpointDeps {
  path: string
  wellKnownPath: string
  issuer: string
  audience: string
  settings: ProviderSettings
  grants: readonly GrantType[]
  engine: Provider
  authenticateClient: AuthenticateClient
  authenticateUser: AuthenticateUser | undefined
  consumers: Consumers
  keys: SigningKeys
  verify: VerifyAccessToken
  refreshTokens: RefreshTokens
  revocations: Revocations
  consents: OwnerConsents
  approvals: Approvals
  ceilings: TokenCeilings
  clock: Clock
}

const jwksPath = '/oauth2/jwks'
/** The path of the sign-in and consent pages, below the path of the provider. */
export const signInPagePath = '/oauth2/login'

/** Returns the routes of the endpoints that the settings enable. */
export function buildEndpointRoutes(parts: EndpointDeps): EndpointRoute[] {
  const { path, wellKnownPath, settings, authenticateUser, keys } = parts
  const { introspection, revocation } = settings
  const metadata = renderServerMetadata({ ...parts, jwksPath })
  const token = buildTokenEndpoint({ ...parts, tokenPath: settings.tokenPath })
  const pages =
    authenticateUser && settings.grants.has('access_code') && buildAuthorizeEndpoints({ ...parts, authenticateUser })
  const issued = authenticateUser && buildOwnerConsentEndpoints({ ...parts, authenticateUser })

  const routes: (EndpointRoute | false | undefined)[] = [
    ['POST', settings.tokenPath, token, 'any origin'],
    pages && ['GET', settings.authorizePath, pages.authorize, 'own origin'],
    pages && ['GET', `${settings.authorizePath}/:id`, pages.authorize, 'own origin'],
    pages && ['GET', `${signInPagePath}/:id`, pages.show, 'own origin'],
    pages && ['POST', `${signInPagePath}/:id`, pages.answer, 'own origin'],
    introspection.enabled && ['POST', introspection.path, buildIntrospectEndpoint(parts), 'any origin'],
    revocation.enabled &&
      revocation.application.enabled && ['POST', revocation.application.path, buildRevokeEndpoint(parts), 'any origin'],
    issued && offersOwnerConsents(settings) && ['GET', revocation.owner.path, issued.list, 'own origin'],
    issued && offersOwnerConsents(settings) && ['DELETE', revocation.owner.path, issued.remove, 'own origin'],
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
    ctx.body = metadata
  }

  function showKeys(ctx: Context): void {
    ctx.body = { keys: keys.all().map(({ publicJwk }) => publicJwk) }
    ctx.type = 'application/jwk-set+json' // RFC 7517 section 8.5.2
  }
}

/** Returns whether owners can list and revoke their consents. */
export function offersOwnerConsents({ revocation }: ProviderSettings): boolean {
  return revocation.enabled && revocation.owner.enabled
}
