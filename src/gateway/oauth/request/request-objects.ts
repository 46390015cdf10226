/** Signed authorization requests: RFC 9101. oidc-provider verifies their signature, after the check of their claims. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import { OauthError } from '../errors/oauth-error.ts'
import { hashRecordId } from '../state/storage-keys.ts'
import type { ProviderParts } from './provider-parts.ts'
import { getRequestState } from './request-state.ts'
import { clockLeewaySeconds, findClaimsFault, identifyToken } from './signed-claims.ts'

const maxNotBeforeSeconds = 3600

/** The claims of a request object that this page reads. */
type RequestClaims = { aud?: unknown; exp?: number; jti?: unknown; nbf?: number }

/** Returns the feature of oidc-provider, with the check of the claims. */
export function buildRequestObjectFeature(parts: ProviderParts) {
  const { enabled, required } = parts.settings.requestObjects
  const assertJwtClaimsAndHeader = buildRequestObjectCheck(parts)
  return { enabled, requireSignedRequestObject: required, assertJwtClaimsAndHeader }
}

/**
 * Returns the check of the claims, which runs before the signature is verified: nothing is used up here. It throws
 * `invalid_request_object`. FAPI 2.0 Message Signing section 5.3.1 demands `nbf`.
 */
function buildRequestObjectCheck({ issuer, settings, clock }: ProviderParts) {
  const audiences = new Set([issuer])
  return async function checkRequestObject(
    ctx: KoaContextWithOIDC,
    claims: RequestClaims,
    header: { typ?: unknown },
    { clientId }: { clientId: string },
  ): Promise<void> {
    if (ctx.oidc.entities.PushedAuthorizationRequest) return // it was checked when it was pushed
    const { exp = 0, nbf } = claims
    const fault =
      findClaimsFault({ claims, header }, { type: 'oauth-authz-req+jwt', audiences, now: clock() }) ??
      (settings.isFapi ? findNotBeforeFault(exp, nbf) : undefined)
    if (fault !== undefined) throw new OauthError('invalid_request_object', `The request object is rejected: ${fault}`)
    const id = `${clientId} ${identifyToken(String(ctx.oidc.params?.request), claims)}`
    getRequestState(ctx).requestObject = { id, expiresAt: (exp + clockLeewaySeconds) * 1000 }
  }
}

function findNotBeforeFault(exp: number, nbf: unknown): string | undefined {
  if (typeof nbf === 'number' && exp > nbf && exp - nbf <= maxNotBeforeSeconds) return undefined
  return `its exp must be at most ${maxNotBeforeSeconds} seconds after its nbf`
}

/** Uses up a request object, once its signature is verified. Throws `invalid_request_object` for one that was used. */
export async function spendRequestObject(
  ctx: { state: object },
  { store, storageKeys }: Pick<ProviderParts, 'store' | 'storageKeys'>,
): Promise<void> {
  const { requestObject } = getRequestState(ctx)
  if (!requestObject) return
  const { id, expiresAt } = requestObject
  if (await store.create(storageKeys.model('RequestObject'), hashRecordId(id), true, { expiresAt })) return
  throw new OauthError('invalid_request_object', 'The request object was used before: sign a new one for each request')
}
