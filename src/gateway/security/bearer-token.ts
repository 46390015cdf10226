/**
 * What all bearer tokens have in common: where they stand, and how one is refused. RFC 6750.
 */
import { GatewayError, type RejectionReason } from '../errors/gateway-errors.ts'
import type { SecuredCall, SecurityContext } from './security-type.ts'

const scheme = /^bearer(?:\s|$)/i
const credentials = /^bearer +([^\s]+)$/i
/** As nearly every client writes it: no need to look at each character of a token. */
const usual = 'Bearer '

export type BearerErrors = ReturnType<typeof buildBearerErrors>

/** Whether the caller means to be let in by a token. */
export function hasBearerScheme({ head }: SecuredCall): boolean {
  return head.authorization !== undefined && scheme.test(head.authorization)
}

/** The token of the Authorization field (section 2.1), or why there is none. */
export function readBearerToken(call: SecuredCall, errors: BearerErrors): string | GatewayError {
  const text = call.head.authorization ?? ''
  if (text.startsWith(usual) && !text.includes(' ', usual.length)) return text.slice(usual.length)
  if (!hasBearerScheme(call)) return errors.missing
  return credentials.exec(text)?.[1] ?? errors.invalid
}

/** Section 3: the challenge tells what would do. Whoever sent nothing is told no error code. */
export function buildBearerErrors({ catalog, scopes, place }: SecurityContext, compat: 'rfc' | 'apic') {
  const realm = `Bearer realm="${catalog.path.slice(1)}"`
  const invalid = `${realm}, error="invalid_token", error_description="The access token is invalid, expired or revoked"`
  const insufficient = `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"`

  const refuse = (reason: RejectionReason, challenge: string, status?: number) =>
    new GatewayError(reason, {
      headers: ['WWW-Authenticate', challenge],
      place,
      ...(status ? { status } : {}),
    })
  return {
    missing: refuse('token_missing', realm),
    clientIdMissing: refuse('client_id_missing', invalid),
    invalid: refuse('token_invalid', invalid),
    insufficient:
      compat === 'apic'
        ? refuse('scope_insufficient', invalid, 401)
        : refuse('scope_insufficient', insufficient),
    notRegistered: new GatewayError('not_subscribed', { place }),
    unavailable: new GatewayError('provider_unavailable', { headers: ['Retry-After', '5'], place }),
  }
}

/** The first scope that the requirement demands and the token lacks. */
export function findMissingScope(call: SecuredCall, scopes: readonly string[]): string | undefined {
  return scopes.find((scope) => !call.caller.token?.scopes.has(scope))
}
