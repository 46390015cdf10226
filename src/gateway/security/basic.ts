/**
 * HTTP basic security: user name and password, checked by a user registry of the catalog.
 *
 * RFC 7617.
 */
import { parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { Type } from '../../lib/json-schema/type.ts'
import { Consequence } from '../call/document-error.ts'
import { Refusal } from '../call/refusals.ts'
import { buildAskRegistry } from './ask-registry.ts'
import { securityType } from './types.ts'

const settings = Type.Object({
  'x-ibm-authentication-registry': Type.String({
    description: 'A registry that is enabled in the catalog, by name',
  }),
  scheme: Type.Optional(Type.Literal('basic')),
})

export const basic = securityType({
  type: 'basic',
  settings,

  build(settings, context) {
    const { tools, catalog, place } = context
    const name = settings['x-ibm-authentication-registry']
    if (!catalog.registries.has(name))
      throw new Consequence(place, `the user registry "${name}" is not enabled in the catalog`)

    const users = tools.registry(catalog.path, name)
    const challenge = `Basic realm="${catalog.path.slice(1)}", charset="UTF-8"`
    const missing = new Refusal('user_missing', { headers: ['WWW-Authenticate', challenge], place })
    const wrong = new Refusal('user_wrong', { headers: ['WWW-Authenticate', challenge], place })
    const ask = buildAskRegistry(users, wrong, context)

    return {
      tried: ({ head }) => head.authorization !== undefined && /^basic(?:\s|$)/i.test(head.authorization),
      absent: missing,

      verify(call) {
        const credentials = parseBasicCredentials(call.head.authorization)
        if (!credentials) return missing
        call.caller.authorizationConsumed = true
        return ask(call, credentials)
      },
    }
  },
})
