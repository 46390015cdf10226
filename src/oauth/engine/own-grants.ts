/** Registers the grants that oidc-provider lacks, where the provider offers them. */
import type { Provider, ResourceServerInstance } from 'oidc-provider'
import { OauthError } from '../errors/oauth-error.ts'
import { buildJwtBearerGrant, jwtBearerParameters, jwtBearerType } from '../grants/jwt-bearer.ts'
import { buildPasswordGrant, type PasswordGrantDeps, passwordParameters } from '../grants/password.ts'
import {
  buildTokenExchange,
  type TokenExchangeDeps,
  tokenExchangeParameters,
  tokenExchangeType,
} from '../grants/token-exchange.ts'
import { describeResourceServer, type TokenConfigurationDeps } from './token-configuration.ts'

/** The dependencies of these grants. */
export type OwnGrantDeps = TokenConfigurationDeps & Omit<PasswordGrantDeps & TokenExchangeDeps, 'findResource'>

/** Registers the handlers of the grants. */
export function registerOwnGrants(engine: Provider, deps: OwnGrantDeps): void {
  const { settings, audience } = deps
  const all = { ...deps, findResource }
  if (settings.grants.has('password')) {
    engine.registerGrantType('password', buildPasswordGrant(all), [...passwordParameters], 'resource')
  }
  if (settings.jwtBearer.length > 0) {
    engine.registerGrantType(jwtBearerType, buildJwtBearerGrant(all), [...jwtBearerParameters], 'resource')
  }
  if (settings.tokenExchange.length > 0) {
    engine.registerGrantType(tokenExchangeType, buildTokenExchange(all), [...tokenExchangeParameters], 'resource')
  }

  function findResource(resource: string | readonly string[] = audience): ResourceServerInstance {
    if (typeof resource === 'string') {
      return new engine.ResourceServer(resource, describeResourceServer(resource, deps))
    }
    throw new OauthError('invalid_target', 'A token is for one resource: name only one')
  }
}
