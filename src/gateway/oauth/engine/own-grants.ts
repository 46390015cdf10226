/** Registers the grants that oidc-provider lacks, where the provider offers them. */
import type { Provider } from 'oidc-provider'
import { buildJwtBearerGrant, jwtBearerParameters } from '../grants/jwt-bearer.ts'
import { buildPasswordGrant, passwordParameters } from '../grants/password.ts'
import { buildTokenExchange, tokenExchangeParameters } from '../grants/token-exchange.ts'
import { jwtBearerType, tokenExchangeType } from '../request/grant-types.ts'
import type { ProviderParts } from '../request/provider-parts.ts'

/** Registers the handlers of the grants. */
export function registerOwnGrants(engine: Provider, parts: ProviderParts): void {
  const { settings } = parts
  if (settings.grants.has('password')) {
    engine.registerGrantType('password', buildPasswordGrant(parts), [...passwordParameters], 'resource')
  }
  if (settings.jwtBearer.length > 0) {
    engine.registerGrantType(jwtBearerType, buildJwtBearerGrant(parts), [...jwtBearerParameters], 'resource')
  }
  if (settings.tokenExchange.length > 0) {
    engine.registerGrantType(tokenExchangeType, buildTokenExchange(parts), [...tokenExchangeParameters], 'resource')
  }
}
