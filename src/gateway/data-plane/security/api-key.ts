/**
 * The security definition type `apiKey`: the client id of an application, and its secret if demanded, in headers
 * or in the query.
 *
 * A secret is sent in the same kind of place as its client id. A header or parameter with several values is not valid.
 */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import { UndefinedValueError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { removeHeader } from '../message/headers.ts'
import { removeParameters } from '../request/query.ts'
import { buildSecretCheck } from './limited-attempt.ts'
import { buildClientSetter } from './one-application.ts'
import { defineSecurityType, type SecuredCall } from './security-type.ts'

const settings = Type.Object({
  in: Type.Enum(['header', 'query']),
  name: Type.String({ minLength: 1 }),
  'x-key-type': Type.Optional(Type.Enum(['client_id', 'client_secret'])),
})

/** The roles of the names that the product's tools use. */
const customaryNames: Readonly<Record<string, 'client_id' | 'client_secret'>> = {
  'x-ibm-client-id': 'client_id',
  client_id: 'client_id',
  'x-ibm-client-secret': 'client_secret',
  client_secret: 'client_secret',
}

export const apiKeySecurity = defineSecurityType({
  type: 'apiKey',
  settings,

  build(settings, context) {
    const { consumers, location } = context
    const { in: carrier, name } = settings
    const role = settings['x-key-type'] ?? findKeyRole(name)
    if (!role)
      throw new UndefinedValueError(location, `the key "${name}" needs an x-key-type: client_id or client_secret`)

    const wrong = new GatewayError('client_wrong', { location })
    const readValues = carrier === 'header' ? headerReader(name) : queryReader(name)
    const remove =
      carrier === 'header' ? headerRemover(name) : (call: SecuredCall) => removeParameters(call.target, [name])
    const isAttempted = (call: SecuredCall) => readValues(call).length > 0

    const setClient = buildClientSetter(location)
    const key = { role, in: carrier, name }
    if (role === 'client_id')
      return {
        key,
        isAttempted,
        notAttemptedError: wrong,
        identify(call) {
          const [clientId, ...others] = readValues(call)
          const client = clientId === undefined || others.length > 0 ? undefined : consumers.find(clientId)
          remove(call)
          if (client) return setClient(call, client)
          call.caller.client = undefined
          return wrong
        },
      }

    const checkSecret = buildSecretCheck(consumers, wrong, context)
    return {
      key,
      isAttempted,
      notAttemptedError: wrong,
      prove(call) {
        const [secret, ...others] = readValues(call)
        remove(call)
        if (secret === undefined || others.length > 0 || !call.caller.client) return wrong
        return checkSecret(call, call.caller.client.clientId, secret)
      },
    }
  },
})

/** Returns the role of a key with a customary name; undefined for other names. */
export function findKeyRole(name: string): 'client_id' | 'client_secret' | undefined {
  return customaryNames[name.toLowerCase()]
}

/** Reads the header of the received request, because earlier checks may have removed it from the message. */
function headerReader(name: string): (call: SecuredCall) => string[] {
  const lower = name.toLowerCase()
  return ({ request }) => request.headersDistinct[lower] ?? []
}

function queryReader(name: string): (call: SecuredCall) => string[] {
  return (call) =>
    call.target.receivedSearch === '' ? [] : new URLSearchParams(call.target.receivedSearch).getAll(name)
}

function headerRemover(name: string): (call: SecuredCall) => void {
  const lower = name.toLowerCase()
  return (call) => removeHeader(call.message.headers, lower)
}
