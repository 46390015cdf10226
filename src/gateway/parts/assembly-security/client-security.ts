/** The policy `client-security`: authenticates an application within the assembly. No limit counts the call. */
import { parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../data-plane/call/call.ts'
import type { CallStepResult } from '../../data-plane/call/call-progress.ts'
import { DocumentError } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { readDecodedBody } from '../../data-plane/message/decoded-body.ts'
import { findHeader, removeHeader } from '../../data-plane/message/headers.ts'
import { definePolicy, type PolicyContext } from '../../data-plane/policy/policy.ts'
import { buildMalformedError, findBodyError, findBodyLimit } from '../../data-plane/policy/read-body.ts'
import { removeParameters } from '../../data-plane/request/query.ts'
import { buildLimitedAttempt, buildSecretCheck } from '../../data-plane/security/limited-attempt.ts'
import { buildClientSetter } from '../../data-plane/security/one-application.ts'
import { compileValueReader } from '../../data-plane/templates/value-reader.ts'
import { findUserRegistry } from './find-user-registry.ts'

const settings = Type.Object({
  'stop-on-error': Type.Boolean({ default: true, description: 'Whether a failure rejects the call' }),
  'secret-required': Type.Boolean({ default: true, description: 'Whether the client secret is checked' }),
  'extract-credential-method': Type.Enum(['header', 'query', 'form', 'cookie', 'context-var', 'http'], {
    default: 'header',
  }),
  'id-name': Type.Optional(
    Type.String({ description: 'The header, parameter, cookie or variable with the client id' }),
  ),
  'secret-name': Type.Optional(Type.String({ description: 'The same with the client secret' })),
  'http-type': Type.Literal('basic', { default: 'basic' }),
  'client-auth-method': Type.Enum(['native', 'third-party'], { default: 'native' }),
  'user-registry': Type.Optional(
    Type.String({ description: 'The registry that checks the credentials, for third-party' }),
  ),
})

type Credentials = { id: string; secret: string }

type ReadCredentials = (call: Call) => Credentials | undefined

export const clientSecurityPolicy = definePolicy({
  policy: 'client-security',
  settings,

  build(settings, context) {
    const method = settings['extract-credential-method']
    const names = { id: settings['id-name'], secret: settings['secret-name'] }
    if (method !== 'http' && !names.id)
      throw new DocumentError(context.location, `client-security with ${method} needs id-name`)
    if (method !== 'http' && settings['secret-required'] && !names.secret)
      throw new DocumentError(context.location, 'client-security needs secret-name, or secret-required: false')
    const read = buildReader(method, names.id ?? '', names.secret ?? '', context)
    const wrong = new GatewayError('client_wrong', { catchName: 'UnauthorizedError', location: context.location })
    const authenticate =
      settings['client-auth-method'] === 'native'
        ? buildNativeCheck(settings['secret-required'], wrong, context)
        : buildRegistryCheck(settings['user-registry'], wrong, context)
    const malformed = buildMalformedError(context.location)
    const stops = settings['stop-on-error']

    return async function clientSecurity(call) {
      try {
        if (method === 'form') await readDecodedBody(call, findBodyLimit(context.api))
      } catch (error) {
        return findBodyError(call, error, malformed)
      }
      const credentials = read(call)
      const result = credentials ? await authenticate(call, credentials) : wrong
      return stops ? result : undefined
    }
  },
})

type Authenticate = (call: Call, credentials: Credentials) => Promise<CallStepResult>

/** Checks client id and secret of an application of the catalog. */
function buildNativeCheck(secretRequired: boolean, wrong: GatewayError, context: PolicyContext): Authenticate {
  const { catalog, deps, location } = context
  const consumers = deps.consumers(catalog.path)
  const checkSecret = buildSecretCheck(consumers, wrong, context)
  const setClient = buildClientSetter(location)
  const disabled = new GatewayError('application_disabled', { location })
  return async function authenticate(call, { id, secret }) {
    const client = consumers.find(id)
    if (!client) return wrong
    const error = secretRequired ? await checkSecret(call, id, secret) : undefined
    if (error) return error
    if (client.application.state !== 'enabled') return disabled
    return setClient(call, client)
  }
}

/** Checks client id and secret with a user registry. */
function buildRegistryCheck(registry: string | undefined, wrong: GatewayError, context: PolicyContext): Authenticate {
  if (!registry) throw new DocumentError(context.location, 'client-security with third-party needs user-registry')
  const users = findUserRegistry(context, registry)
  const attempt = buildLimitedAttempt('client', 'registry_unavailable', context)
  return async function authenticate(call, { id, secret }) {
    const result = await attempt(call, id, secret, () =>
      users.authenticate(id, secret, { requestId: call.id, uri: call.target.path }),
    )
    if (result instanceof GatewayError) return result
    return result.value ? undefined : wrong
  }
}

/** Returns a function that reads the credentials. Those in headers are removed from the message. */
function buildReader(method: string, idName: string, secretName: string, { scope }: PolicyContext): ReadCredentials {
  if (method === 'http')
    return (call) => {
      const basic = parseBasicCredentials(call.head.authorization)
      if (basic) call.caller.isAuthorizationConsumed = true
      return basic && { id: basic.name, secret: basic.password }
    }
  if (method === 'header')
    return (call) => {
      const { headers } = call.request
      const found = {
        id: textOf(headers[idName.toLowerCase()]),
        secret: textOf(headers[secretName.toLowerCase()]) ?? '',
      }
      for (const name of [idName, secretName]) removeHeader(call.message.headers, name.toLowerCase())
      return found.id === undefined ? undefined : { id: found.id, secret: found.secret }
    }
  if (method === 'context-var') {
    const id = compileValueReader(idName, scope)
    const secret = secretName ? compileValueReader(secretName, scope) : () => ''
    return (call) => {
      const found = id(call)
      return found === undefined ? undefined : { id: String(found), secret: String(secret(call) ?? '') }
    }
  }
  return (call) => {
    const values = parametersOf(call, method)
    const id = values.get(idName)
    if (method === 'query') removeParameters(call.target, [idName, secretName])
    if (method === 'cookie') removeCookies(call, [idName, secretName])
    return id === null ? undefined : { id, secret: values.get(secretName) ?? '' }
  }
}

function parametersOf(call: Call, method: string): URLSearchParams {
  if (method === 'query') return new URLSearchParams(call.target.search)
  if (method === 'form') return new URLSearchParams(call.message.decoded?.body.toString() ?? '')
  const pairs = (call.request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s))
  return new URLSearchParams(pairs.map(([name = '', value = '']): [string, string] => [name, value]))
}

/** Removes cookies from the message to the upstream. */
function removeCookies({ message }: Call, names: readonly string[]): void {
  const pairs = (findHeader(message.headers, 'cookie') ?? '').split(';').map((pair) => pair.trim())
  const kept = pairs.filter((pair) => !names.includes(pair.split('=', 1)[0] ?? ''))
  if (kept.length === pairs.length) return
  removeHeader(message.headers, 'cookie')
  if (kept.length > 0) message.headers.push('Cookie', kept.join('; '))
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? undefined : value
}
