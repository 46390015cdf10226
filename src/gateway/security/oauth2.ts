/**
 * OAuth 2.0: a bearer token of a provider of the catalog.
 *
 * RFC 6750, of which only the Authorization field is accepted (section 2.1).
 */
import { Type } from '../../lib/json-schema/type.ts'

import { Consequence } from '../call/document-error.ts'
import { nativeToken } from './native-token.ts'
import { thirdPartyToken } from './third-party-token.ts'
import { securityType } from './types.ts'

const settings = Type.Object({
  'x-ibm-oauth-provider': Type.String({ description: 'A provider that is enabled in the catalog, by name' }),
  flow: Type.Optional(Type.Enum(['password', 'application', 'accessCode', 'implicit'])),
  tokenUrl: Type.Optional(Type.String()),
  authorizationUrl: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Record(Type.String(), Type.String())),
})

export const oauth2 = securityType({
  type: 'oauth2',
  settings,

  build(settings, context) {
    const name = settings['x-ibm-oauth-provider']
    const native = context.catalog.providers.get(name)
    if (native) return nativeToken(native, context)
    const thirdParty = context.catalog.thirdParties?.get(name)
    if (thirdParty) return thirdPartyToken(thirdParty, context)
    throw new Consequence(context.place, `the OAuth provider "${name}" is not enabled in the catalog`)
  },
})
