/** Binds tokens of grants that oidc-provider lacks to a client's key: DPoP (RFC 9449) or certificate (RFC 8705). */
import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { findCertificateThumbprint, findPeerCertificate } from '../../../shared/http/request/client-certificate.ts'
import { proofAlgorithms, verifyDpopProof } from '../../../shared/security/index.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import type { TokenBinding } from '../../contract/access/access-token.ts'
import { invalidRequestError, OauthError } from '../errors/oauth-error.ts'
import type { ProviderParts } from '../request/provider-parts.ts'

/** Returns whether a token request must be, or is, made over a connection with the certificate that binds its tokens. */
export function isCertificateBound(settings: ProviderSettings, request: IncomingMessage | undefined): boolean {
  const { enabled, required } = settings.certificateBinding
  if (!enabled || required) return enabled
  // A token has one key: a proof in the request decides.
  if (settings.dpop.enabled && request?.headers.dpop !== undefined) return false
  return request !== undefined && findPeerCertificate(request.socket) !== undefined
}

/**
 * Returns the key that the request proves, to which its tokens are bound; undefined for bearer tokens. Throws
 * `invalid_dpop_proof` and `use_dpop_nonce`, `invalid_grant` where a certificate is required, and `invalid_request` for
 * a certificate and a proof at once. For grants that oidc-provider lacks.
 */
export async function proveBinding(ctx: KoaContextWithOIDC, parts: ProviderParts): Promise<TokenBinding | undefined> {
  const { settings, renderUrl, proofNonces, clock } = parts
  const { provider, client } = ctx.oidc
  const isCertificateBound = client?.tlsClientCertificateBoundAccessTokens === true
  const thumbprint = isCertificateBound ? findCertificateThumbprint(ctx.req.socket) : undefined
  if (isCertificateBound && thumbprint === undefined)
    throw new OauthError('invalid_grant', 'Connect with a client certificate: tokens are bound to it')
  const ofCertificate = thumbprint === undefined ? undefined : { 'x5t#S256': thumbprint }
  const { enabled, required } = settings.dpop
  if (!enabled || (ctx.req.headers.dpop === undefined && !required)) return ofCertificate
  const text = ctx.req.headersDistinct.dpop?.join(',')
  const proof = verifyDpopProof(text, {
    method: ctx.method,
    url: renderUrl(ctx.req, settings.tokenPath),
    accessToken: undefined,
    nonces: proofNonces,
    now: clock(),
  })
  if (!('nonce' in proof) || proof.nonce !== proofNonces.next()) ctx.set('DPoP-Nonce', proofNonces.next())
  if ('words' in proof) throw new OauthError(proof.code, proof.words)
  const isFirst = await provider.ReplayDetection.unique(client?.clientId ?? '', proof.jti, proof.expiresAt / 1000)
  if (!isFirst) throw new OauthError('invalid_dpop_proof', usedProofText)
  if (ofCertificate) throw invalidRequestError('A token has one key: send a DPoP proof or a client certificate')
  return { jkt: proof.jkt }
}

/** What a client reads whose proof was used before. */
export const usedProofText = 'The DPoP proof was used before: make a new one for each request'

/** Returns the members of the server metadata: RFC 9449 section 5.1, RFC 8705 section 3.3. */
export function renderBoundTokenMetadata({ dpop, certificateBinding }: ProviderSettings): object {
  return {
    dpop_signing_alg_values_supported: dpop.enabled ? proofAlgorithms : undefined,
    tls_client_certificate_bound_access_tokens: certificateBinding.enabled || undefined,
  }
}
