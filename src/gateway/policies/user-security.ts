/**
 * The policy `user-security`: authenticates the user with a user registry of the catalog. Name and password come
 * from Basic credentials or from variables.
 */
import { type BasicCredentials, parseBasicCredentials } from '../../lib/headers/basic-credentials.ts'
import { Type } from '../../lib/json-schema/type.ts'
import type { Call } from '../call/call.ts'
import { DocumentError, locateWithin, UndefinedValueError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { definePolicy, type PolicyContext } from '../policy/policy.ts'
import { buildUserAuthentication } from '../security/limited-attempt.ts'
import { renderTemplate } from '../templates/render-template.ts'
import { compileTemplate } from '../templates/template.ts'
import { demandPasswords } from './demand-passwords.ts'

const settings = Type.Object({
  'extract-identity-method': Type.Enum(['basic', 'context-var'], { default: 'basic' }),
  'user-context-var': Type.Optional(Type.String({ description: 'The variable that holds the user name' })),
  'pass-context-var': Type.Optional(Type.String({ description: 'The variable that holds the password' })),
  'ei-stop-on-error': Type.Boolean({ default: true, description: 'Whether missing credentials are an error' }),
  'user-auth-method': Type.Literal('user-registry', { default: 'user-registry' }),
  'user-registry': Type.String({ description: 'A registry that is enabled in the catalog, by name' }),
  'auth-stop-on-error': Type.Boolean({ default: true, description: 'Whether wrong credentials are an error' }),
  'au-stop-on-error': Type.Optional(
    Type.Boolean({ description: 'The name of auth-stop-on-error in exports, before which it goes' }),
  ),
  'user-az-method': Type.Optional(
    Type.Enum(['authenticated', 'disabled'], { description: 'No effect: an authenticated user is authorized' }),
  ),
  'az-stop-on-error': Type.Optional(Type.Boolean({ description: 'No effect' })),
  'auth-response-headers-pattern': Type.Optional(Type.Literal('(?i)x-api*')),
  'auth-response-header-credential': Type.Optional(Type.Literal('X-API-Authenticated-Credential')),
  'factor-id': Type.Optional(Type.String()),
})

export const userSecurityPolicy = definePolicy({
  policy: 'user-security',
  settings,

  build(settings, context) {
    const { catalog, deps, location } = context
    const registry = settings['user-registry']
    if (!catalog.registries.has(registry))
      throw new UndefinedValueError(
        locateWithin(location, 'user-registry'),
        `the user registry "${registry}" is not enabled in the catalog`,
        { isAlreadyReported: true },
      )

    demandPasswords(catalog, registry, locateWithin(location, 'user-registry'))
    const users = deps.registry(catalog.path, registry)
    const headers = ['WWW-Authenticate', `Basic realm="${catalog.path.slice(1)}", charset="UTF-8"`]
    const missing = settings['ei-stop-on-error'] ? new GatewayError('user_missing', { headers, location }) : undefined
    const stops = settings['au-stop-on-error'] ?? settings['auth-stop-on-error']
    const wrong = stops ? new GatewayError('user_wrong', { headers, location }) : undefined
    const authenticate = buildUserAuthentication(users, wrong, context)
    const credentialsOf =
      settings['extract-identity-method'] === 'basic' ? basicCredentials : variables(settings, context)

    return function userSecurity(call) {
      const credentials = credentialsOf(call)
      return credentials ? authenticate(call, credentials) : missing
    }
  },
})

function basicCredentials(call: Call): BasicCredentials | undefined {
  const credentials = parseBasicCredentials(call.head.authorization)
  if (credentials) call.caller.isAuthorizationConsumed = true
  return credentials
}

function variables(
  settings: { 'user-context-var'?: string | undefined; 'pass-context-var'?: string | undefined },
  { scope, location }: PolicyContext,
): (call: Call) => BasicCredentials | undefined {
  const { 'user-context-var': user, 'pass-context-var': pass } = settings
  if (user === undefined || pass === undefined)
    throw new DocumentError(location, 'user-security with context-var needs user-context-var and pass-context-var')
  const name = compileTemplate(`$(${user})`, scope, locateWithin(location, 'user-context-var'))
  const password = compileTemplate(`$(${pass})`, scope, locateWithin(location, 'pass-context-var'))
  return (call) => {
    const credentials = { name: renderTemplate(name, call), password: renderTemplate(password, call) }
    return credentials.name === '' ? undefined : credentials
  }
}
