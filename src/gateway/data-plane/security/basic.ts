/**
 * The security definition type `basic`: user name and password, verified by a user registry of the catalog.
 *
 * RFC 7617.
 */
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { UndefinedValueError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { buildUserAuthentication } from './limited-attempt.ts'
import { defineSecurityType } from './security-type.ts'

const settings = Type.Object({
  'x-ibm-authentication-registry': Type.Optional(
    Type.String({ description: 'A registry that is enabled in the catalog, by name' }),
  ),
  'x-ibm-authentication-url': Type.Optional(
    Type.Object({
      url: Type.String({ description: 'An authentication URL, instead of a registry' }),
      'tls-profile': Type.Optional(Type.String()),
    }),
  ),
  scheme: Type.Optional(Type.Literal('basic')),
})

export const basicSecurity = defineSecurityType({
  type: 'basic',
  settings,

  build(settings, context) {
    const { deps, catalog, location } = context
    const name = settings['x-ibm-authentication-registry'] ?? ''
    if (!catalog.registries.has(name))
      throw new UndefinedValueError(location, `the user registry "${name}" is not enabled in the catalog`, {
        isAlreadyReported: true,
      })

    const users = deps.registry(catalog.path, name)
    const challenge = `Basic realm="${catalog.path.slice(1)}", charset="UTF-8"`
    const missing = new GatewayError('user_missing', { headers: ['WWW-Authenticate', challenge], location })
    const wrong = new GatewayError('user_wrong', { headers: ['WWW-Authenticate', challenge], location })
    const authenticate = buildUserAuthentication(users, wrong, context)

    return {
      isAttempted: ({ head }) => /^basic(?:\s|$)/i.test(head.authorization ?? ''),
      notAttemptedError: missing,

      verify(call) {
        const credentials = parseBasicCredentials(call.head.authorization)
        if (!credentials) return missing
        call.caller.isAuthorizationConsumed = true
        return authenticate(call, credentials)
      },
    }
  },
})
