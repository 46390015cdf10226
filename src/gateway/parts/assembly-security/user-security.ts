/** The policy `user-security`: authenticates a user with a registry, by Basic credentials or variables. */
import { type BasicCredentials, parseBasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../data-plane/call/call.ts'
import { DocumentError, locateWithin, UndefinedValueError } from '../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../data-plane/errors/gateway-errors.ts'
import { definePolicy, type PolicyContext } from '../../data-plane/policy/policy.ts'
import { buildUserAuthentication } from '../../data-plane/security/limited-attempt.ts'
import { renderTemplate } from '../../data-plane/templates/render-template.ts'
import { compileTemplate } from '../../data-plane/templates/template.ts'
import { findUserRegistry } from './find-user-registry.ts'

const ofPages = Type.Optional(Type.Unknown({ description: 'A member of sign-ins with pages' }))

const settings = Type.Object({
  'extract-identity-method': Type.Enum(['basic', 'context-var', 'html-form', 'redirect', 'disabled'], {
    default: 'basic',
    description: 'html-form and redirect are sign-ins with pages, which only a provider has: calls get status 500',
  }),
  'user-context-var': Type.Optional(Type.String({ description: 'The variable that holds the user name' })),
  'pass-context-var': Type.Optional(Type.String({ description: 'The variable that holds the password' })),
  'ei-stop-on-error': Type.Boolean({ default: true, description: 'Whether missing credentials are an error' }),
  'user-auth-method': Type.Enum(['user-registry', 'auth-url', 'ldap', 'disabled'], { default: 'user-registry' }),
  'user-registry': Type.Optional(Type.String({ description: 'A registry that is enabled in the catalog, by name' })),
  'ldap-registry': Type.Optional(Type.String({ description: 'The same for ldap' })),
  'ldap-search-attribute': Type.Optional(Type.String({ description: 'No effect: the registry has it' })),
  'auth-url': Type.Optional(Type.String({ description: 'The URL that checks name and password, for auth-url' })),
  'auth-tls-client-profile': Type.Optional(Type.String({ description: 'The TLS client profile of auth-url' })),
  'auth-stop-on-error': Type.Boolean({ default: true, description: 'Whether wrong credentials are an error' }),
  'au-stop-on-error': Type.Optional(
    Type.Boolean({ description: 'The name of auth-stop-on-error in exports, before which it goes' }),
  ),
  'user-az-method': Type.Optional(
    Type.Enum(['authenticated', 'disabled', 'html-form'], {
      description: 'No effect: an authenticated user is authorized. html-form: calls get status 500',
    }),
  ),
  'az-stop-on-error': Type.Optional(Type.Boolean({ description: 'No effect' })),
  'auth-response-headers-pattern': Type.Optional(Type.Literal('(?i)x-api*')),
  'auth-response-header-credential': Type.Optional(Type.Literal('X-API-Authenticated-Credential')),
  'factor-id': Type.Optional(Type.String()),
  'ei-default-form': ofPages,
  'ei-custom-form': ofPages,
  'ei-custom-form-tls-client-profile': ofPages,
  'ei-form-time-limit': ofPages,
  'redirect-url': ofPages,
  'redirect-time-limit': ofPages,
  'az-default-form': ofPages,
  'az-custom-form': ofPages,
  'az-custom-form-tls-client-profile': ofPages,
  'az-table-dynamic-entries': ofPages,
  'az-form-time-limit': ofPages,
})

export const userSecurityPolicy = definePolicy({
  policy: 'user-security',
  settings,

  build(settings, context) {
    const { catalog, location } = context
    const extraction = settings['extract-identity-method']
    const pages = [extraction, settings['user-az-method'] ?? ''].find((each) => /^(?:html-form|redirect)$/.test(each))
    if (pages)
      throw new UndefinedValueError(
        location,
        `user-security with ${pages} signs users in with pages, which only an OAuth provider has: secure the API with a provider`,
      )
    const headers = ['WWW-Authenticate', `Basic realm="${catalog.path.slice(1)}", charset="UTF-8"`]
    const missing = settings['ei-stop-on-error'] ? new GatewayError('user_missing', { headers, location }) : undefined
    const credentialsOf = extraction === 'context-var' ? variables(settings, context) : basicCredentials
    if (extraction === 'disabled') return () => undefined
    if (settings['user-auth-method'] === 'disabled') return (call) => (credentialsOf(call) ? undefined : missing)

    const registry = settings['user-registry'] ?? settings['ldap-registry'] ?? ''
    if (registry === '')
      throw new UndefinedValueError(
        location,
        'user-security needs user-registry, or auth-url with user-auth-method auth-url',
      )
    const users = findUserRegistry(context, registry, { isAlreadyReported: true })
    const stops = settings['au-stop-on-error'] ?? settings['auth-stop-on-error']
    const wrong = stops ? new GatewayError('user_wrong', { headers, location }) : undefined
    const authenticate = buildUserAuthentication(users, wrong, context)

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
