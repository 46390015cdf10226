/** Reads bearer tokens and builds the errors for them: RFC 6750. */
import type { RejectionReason } from '../../telemetry/calls/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { resourceMetadataUrl } from './resource-metadata.ts'
import type { SecuredCall, SecurityDefinitionContext } from './security-type.ts'

const scheme = /^bearer(?:\s|$)/i
const credentials = /^bearer +([^\s]+)$/i
/**
 * The spelling of nearly all clients. It is compared first, which is faster than a regular expression over the
 * token.
 */
const usualPrefix = 'Bearer '

export type BearerErrors = ReturnType<typeof buildBearerErrors>

/** Returns whether the request has a bearer token. */
export function hasBearerScheme({ head }: SecuredCall): boolean {
  return scheme.test(head.authorization ?? '')
}

/** Returns the token of the Authorization header (RFC 6750 section 2.1), or the error when there is none. */
export function readBearerToken(call: SecuredCall, errors: BearerErrors): string | GatewayError {
  const text = call.head.authorization ?? ''
  // mutant condition false, method endsWith: only faster; the expression reads the same token
  if (text.startsWith(usualPrefix) && !text.includes(' ', usualPrefix.length)) return text.slice(usualPrefix.length)
  if (!hasBearerScheme(call)) return errors.missing
  return credentials.exec(text)?.[1] ?? errors.invalid
}

/**
 * Returns the errors for bearer tokens of a security requirement. RFC 6750 section 3: a request without
 * credentials gets a challenge without an error code. RFC 9728 section 5.1: a challenge names the metadata of the API.
 */
export function buildBearerErrors(context: SecurityDefinitionContext, compat: 'rfc' | 'apic') {
  const { catalog, api, scopes, location, deps } = context
  const realm = `Bearer realm="${catalog.path.slice(1)}"`
  const metadata = deps.baseUrl ? `, resource_metadata="${resourceMetadataUrl(deps.baseUrl, catalog, api)}"` : ''
  const description = 'The access token is invalid, expired or revoked'
  const invalid = `${realm}, error="invalid_token", error_description="${description}"${metadata}`
  const insufficient = `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"${metadata}`

  const buildError = (reason: RejectionReason, challenge: string, details: { status?: number } = {}) =>
    new GatewayError(reason, { headers: ['WWW-Authenticate', challenge], location, ...details })
  return {
    missing: buildError('token_missing', `${realm}${metadata}`),
    clientIdMissing: buildError('client_id_missing', invalid),
    invalid: buildError('token_invalid', invalid),
    insufficient:
      compat === 'apic'
        ? buildError('scope_insufficient', invalid, { status: 401 })
        : buildError('scope_insufficient', insufficient),
    notRegistered: new GatewayError('not_subscribed', { location }),
    unavailable: new GatewayError('provider_unavailable', { headers: ['Retry-After', '5'], location }),
  }
}

/** Returns the first demanded scope that the token does not have; undefined when it has all. */
export function findMissingScope(call: SecuredCall, scopes: readonly string[]): string | undefined {
  return scopes.find((scope) => !call.caller.token?.scopes.has(scope))
}
