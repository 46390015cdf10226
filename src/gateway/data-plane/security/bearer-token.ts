/** Reads bearer tokens and builds the errors for them: RFC 6750. */
import { proofAlgorithms } from '../../../shared/security/index.ts'
import type { RejectionReason } from '../../telemetry/calls/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { findDemandedScopes, opensQueue } from './queue-access.ts'
import { resourceMetadataUrl } from './resource-metadata.ts'
import type { SecuredCall, SecurityDefinitionContext } from './security-type.ts'

const scheme = /^(?:bearer|dpop)(?:\s|$)/i
const credentials = /^(bearer|dpop) +([^\s]+)$/i
/** The spelling of nearly all clients, compared first: faster than a regular expression over the token. */
const usualPrefix = 'Bearer '

export type BearerErrors = ReturnType<typeof buildBearerErrors>

/** A token that the request presents with the scheme DPoP: RFC 9449 section 7.1. */
export interface DpopToken {
  text: string
}

/** Returns whether the request has an access token, as a bearer token or with the scheme DPoP. */
export function hasTokenScheme({ head }: SecuredCall): boolean {
  return scheme.test(head.authorization ?? '')
}

/** Returns the token of the Authorization header (RFC 6750 section 2.1, RFC 9449), or the error when there is none. */
export function readBearerToken(call: SecuredCall, errors: BearerErrors): string | DpopToken | GatewayError {
  const text = call.head.authorization ?? ''
  if (text.startsWith(usualPrefix) && !text.includes(' ', usualPrefix.length)) return text.slice(usualPrefix.length)
  if (!hasTokenScheme(call)) return errors.missing
  const [, scheme, token] = credentials.exec(text) ?? []
  if (scheme === undefined || token === undefined) return errors.invalid
  return scheme.toLowerCase() === 'dpop' ? { text: token } : token
}

/**
 * Returns the errors for bearer tokens of a security requirement. RFC 6750 section 3: a request without
 * credentials gets a challenge without an error code. RFC 9728 section 5.1: a challenge names the metadata of the API.
 */
export function buildBearerErrors(context: SecurityDefinitionContext, compat: 'rfc' | 'apic', hasDpop = false) {
  const { catalog, scopes, location } = context
  const realm = `Bearer realm="${catalog.path.slice(1)}"`
  const metadata = renderMetadataParameter(context)
  const description = 'The access token is invalid, expired or revoked'
  const invalid = `${realm}, error="invalid_token", error_description="${description}"${metadata}`
  const otherResource = `${realm}, error="invalid_token", error_description="The access token is for another API"${metadata}`
  const insufficient = `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"${metadata}`

  const buildError = (reason: RejectionReason, challenge: string, details: { status?: number } = {}) =>
    new GatewayError(reason, { headers: ['WWW-Authenticate', challenge], location, ...details })
  return {
    missing: new GatewayError('token_missing', {
      headers: [
        ...['WWW-Authenticate', `${realm}${metadata}`],
        ...(hasDpop ? ['WWW-Authenticate', renderDpopChallenge(context)] : []),
      ],
      location,
    }),
    clientIdMissing: buildError('client_id_missing', invalid),
    invalid: buildError('token_invalid', invalid),
    otherResource: buildError('resource_wrong', otherResource),
    insufficient:
      compat === 'apic'
        ? buildError('scope_insufficient', invalid, { status: 401 })
        : buildError('scope_insufficient', insufficient),
    notRegistered: new GatewayError('not_subscribed', { location }),
    unavailable: new GatewayError('provider_unavailable', { headers: ['Retry-After', '5'], location }),
  }
}

/** Returns the error of a token whose owner must sign in anew, or in a stronger way: RFC 9470 section 3. */
export function buildStepUpError(
  context: SecurityDefinitionContext,
  { acrValues, maxAge }: { acrValues: readonly string[] | undefined; maxAge: number | undefined },
): GatewayError {
  const { catalog, location } = context
  const challenge = [
    `Bearer realm="${catalog.path.slice(1)}"`,
    'error="insufficient_user_authentication"',
    'error_description="The sign-in of the owner does not meet the demands of the API"',
    ...(acrValues ? [`acr_values="${acrValues.join(' ')}"`] : []),
    ...(maxAge === undefined ? [] : [`max_age="${maxAge}"`]),
  ].join(', ')
  const headers = ['WWW-Authenticate', challenge + renderMetadataParameter(context)]
  return new GatewayError('sign_in_insufficient', { headers, location })
}

/** Returns the error of a token without the authorization details of the operation; the challenge names one to ask for. */
export function buildDetailsError(context: SecurityDefinitionContext, missing: object): GatewayError {
  const { catalog, location } = context
  // RFC 9110 section 5.6.4: a quoted string has backslashes before its quotes.
  const asked = JSON.stringify([missing])
    .replace(/[\u007f-\uffff]/g, escapeCharacter)
    .replace(/[\\"]/g, '\\$&')
  const challenge = [
    `Bearer realm="${catalog.path.slice(1)}"`,
    'error="insufficient_authorization_details"',
    'error_description="The access token lacks authorization details of the operation"',
    `authorization_details="${asked}"`,
  ].join(', ')
  const headers = ['WWW-Authenticate', challenge + renderMetadataParameter(context)]
  return new GatewayError('details_insufficient', { headers, location })
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Returns the challenge of the scheme DPoP: RFC 9449 section 7.1. `parameters` begins with a comma, or is empty. */
export function renderDpopChallenge(context: SecurityDefinitionContext, parameters = ''): string {
  const algorithms = `, algs="${proofAlgorithms.join(' ')}"`
  return `DPoP realm="${context.catalog.path.slice(1)}"${parameters}${algorithms}${renderMetadataParameter(context)}`
}

/** RFC 9728 section 5.1. */
function renderMetadataParameter({ catalog, api, deps }: SecurityDefinitionContext): string {
  return deps.baseUrl ? `, resource_metadata="${resourceMetadataUrl(deps.baseUrl, catalog, api)}"` : ''
}

/** Returns the first demanded scope that the token does not have, also not for the queue of the call; undefined when it has all. */
export function findMissingScope(call: SecuredCall, scopes: readonly string[]): string | undefined {
  const granted = call.caller.token?.scopes
  for (const scope of findDemandedScopes(call, scopes)) {
    if (!granted?.has(scope) && !(granted && opensQueue(call, granted, scope))) return scope
  }
  return undefined
}
