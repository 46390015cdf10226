/** Every endpoint that a provider can have, in one table; what its settings leave out is not there at all. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Approvals } from '../authorize/approvals.ts'
import { buildAuthorizeEndpoints } from '../authorize/endpoints.ts'
import type { Ceilings } from '../ceilings.ts'
import type { Grant } from '../grants/grant.ts'
import type { AuthenticateClient } from '../request/client.ts'
import type { SignIn } from '../request/sign-in.ts'
import type { Consents } from '../state/consents.ts'
import type { KeyRing } from '../state/keys.ts'
import type { RefreshTokens } from '../state/refresh-tokens.ts'
import type { Revocations } from '../state/revocations.ts'
import type { Verify } from '../tokens/verify.ts'
import { buildIntrospectEndpoint } from './introspect.ts'
import { buildIssuedEndpoints } from './issued.ts'
import { renderMetadata } from './metadata.ts'
import { buildRevokeEndpoint } from './revoke.ts'
import type { Route } from './routes.ts'
import { buildTokenEndpoint } from './token.ts'

export interface Parts {
  path: string
  wellKnownPath: string
  issuer: string
  audience: string
  settings: ProviderSettings
  grants: readonly Grant[]
  engine: Provider
  authenticateClient: AuthenticateClient
  signIn: SignIn | undefined
  consumers: Consumers
  keys: KeyRing
  verify: Verify
  refreshTokens: RefreshTokens
  revocations: Revocations
  consents: Consents
  approvals: Approvals
  ceilings: Ceilings
  clock: Clock
}

const jwksPath = '/oauth2/jwks'
/** Where owners sign in and consent. */
export const pagePath = '/oauth2/login'

export function endpointsOf(parts: Parts): Route[] {
  const { path, wellKnownPath, settings, signIn, keys } = parts
  const { introspection, revocation } = settings
  const metadata = renderMetadata({ ...parts, jwksPath })
  const token = buildTokenEndpoint({ ...parts, tokenPath: settings.tokenPath })
  const pages = signIn && settings.grants.has('access_code') && buildAuthorizeEndpoints({ ...parts, signIn })
  const issued = signIn && buildIssuedEndpoints({ ...parts, signIn })

  const routes: (Route | false | undefined)[] = [
    ['POST', settings.tokenPath, token, 'any origin'],
    pages && ['GET', settings.authorizePath, pages.authorize, 'own origin'],
    pages && ['GET', `${settings.authorizePath}/:id`, pages.authorize, 'own origin'],
    pages && ['GET', `${pagePath}/:id`, pages.show, 'own origin'],
    pages && ['POST', `${pagePath}/:id`, pages.answer, 'own origin'],
    introspection.enabled && ['POST', introspection.path, buildIntrospectEndpoint(parts), 'any origin'],
    revocation.enabled &&
      revocation.application.enabled && [
        'POST',
        revocation.application.path,
        buildRevokeEndpoint(parts),
        'any origin',
      ],
    issued && offersIssued(settings) && ['GET', revocation.owner.path, issued.list, 'own origin'],
    issued && offersIssued(settings) && ['DELETE', revocation.owner.path, issued.remove, 'own origin'],
    ['GET', jwksPath, showKeys, 'any origin'],
    ['GET', '/.well-known/openid-configuration', showMetadata, 'any origin'],
    ['GET', '/.well-known/oauth-authorization-server', showMetadata, 'any origin'],
  ]
  return [
    ...routes
      .filter((route) => !!route)
      .map(([method, below, ...rest]): Route => [method, path + below, ...rest]),
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

/** Whether owners may see and take back what they allowed. */
export function offersIssued({ revocation }: ProviderSettings): boolean {
  return revocation.enabled && revocation.owner.enabled
}
