/**
 * The security definition type `oauth2`: a bearer token of a provider of the catalog.
 *
 * RFC 6750. A token is accepted only in the Authorization header (section 2.1).
 */
import { Type } from '../../lib/json-schema/type.ts'

import { AlreadyReportedError } from '../errors/document-error.ts'
import { buildNativeTokenChecks } from './native-token.ts'
import { defineSecurityType } from './security-type.ts'
import { buildThirdPartyTokenChecks } from './third-party-token.ts'

const settings = Type.Object({
  'x-ibm-oauth-provider': Type.String({ description: 'A provider that is enabled in the catalog, by name' }),
  flow: Type.Optional(Type.Enum(['password', 'application', 'accessCode', 'implicit'])),
  tokenUrl: Type.Optional(Type.String()),
  authorizationUrl: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Record(Type.String(), Type.String())),
})

export const oauth2Security = defineSecurityType({
  type: 'oauth2',
  settings,

  build(settings, context) {
    const name = settings['x-ibm-oauth-provider']
    const native = context.catalog.providers.get(name)
    if (native) return buildNativeTokenChecks(native, context)
    const thirdParty = context.catalog.thirdParties?.get(name)
    if (thirdParty) return buildThirdPartyTokenChecks(thirdParty, context)
    throw new AlreadyReportedError(
      context.location,
      `the OAuth provider "${name}" is not enabled in the catalog`,
    )
  },
})
