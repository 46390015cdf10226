/**
 * The authorization code grant, called `access_code` in documents: RFC 6749 section 4.1.3, with PKCE, RFC 7636
 * section 4.6.
 */
import { hash, timingSafeEqual } from 'node:crypto'

import { isCodeVerifier } from '../authorize/pkce.ts'
import { OauthError } from '../errors/oauth-error.ts'
import { limitToCeilings } from '../scopes/grant-scopes.ts'
import { hashRecordId } from '../state/model-adapter.ts'
import { type GrantRequest, type GrantType, requireGrantParameter } from './grant-type.ts'
import { alreadyUsedError, issueOnce, revokeChainOnReuse } from './single-use.ts'

/** The record that oidc-provider stores for a code. */
interface Code {
  clientId: string
  accountId: string
  grantId: string
  redirectUri: string
  codeChallenge?: string
  /** When the code was issued, in seconds since the epoch. */
  iat: number
}

/** Redeems an authorization code. Throws `invalid_grant`, and revokes the tokens of a code that is redeemed twice. */
export const authorizationCodeGrant: GrantType = {
  type: 'authorization_code',
  name: 'access_code',
  parameters: ['code', 'redirect_uri', 'code_verifier'],

  build(deps) {
    const { settings, store, storageKeys, approvals, revocations, ceilings, answer, clock } = deps
    const kind = storageKeys.model('AuthorizationCode')

    return async function authorizationCode(request) {
      const key = hashRecordId(requireGrantParameter(request, 'code'))
      const entry = await store.find(kind, key)
      const code = entry?.value as Code | undefined
      if (!entry || code?.clientId !== request.client.clientId) {
        throw refused('The code is unknown, expired or was issued to another client')
      }
      const { grantId: chain, accountId: subject } = code
      if (entry.consumedAt !== undefined) {
        await revokeChainOnReuse({ chain, subject }, clock() - entry.consumedAt, request, deps)
        throw alreadyUsedError('code', request)
      }
      checkAddress(code, request)
      if (settings.pkce.enabled) checkProof(code, request)
      if (await revocations.isConsentRevoked({ chain, subject, startedAt: code.iat }))
        throw alreadyUsedError('code', request)
      const approval = await approvals.findApproval(chain)
      if (!approval) throw refused('The approval of the owner has expired')

      const own = approval.ceiling ?? undefined
      const limits = [...ceilings.findForClient(request.client), ...(await ceilings.refreshForUser(subject, own))]
      const scopes = limitToCeilings(approval.scopes, limits, false)
      const consent = {
        chain,
        subject,
        clientId: code.clientId,
        scopes,
        grant: 'authorization_code',
        startedAt: Math.floor(clock() / 1000),
        refreshes: 0,
        ...(approval.metadata !== null && { metadata: approval.metadata }),
        ...(own && { ceiling: own }),
      }
      const tokens = await issueOnce(
        (writeAlong) =>
          answer(consent, request.client, limits, { metadata: approval.payload ?? undefined, writeAlong }),
        () => store.consume(kind, key),
        deps,
      )
      if (!tokens) throw alreadyUsedError('code', request)
      return tokens
    }
  },
}

/**
 * Throws `invalid_grant` unless `redirect_uri` is identical to that of the authorization request. RFC 6749
 * section 4.1.3.
 */
function checkAddress(code: Code, request: GrantRequest): void {
  if (requireGrantParameter(request, 'redirect_uri') !== code.redirectUri) {
    throw refused('redirect_uri differs from that of the authorization request')
  }
}

/**
 * Verifies `code_verifier` against the challenge of the authorization request (RFC 7636 section 4.6). Throws
 * `invalid_grant`.
 */
function checkProof(code: Code, { parameters: { code_verifier: verifier } }: GrantRequest): void {
  if (code.codeChallenge === undefined) {
    // RFC 9700 section 2.1.1: otherwise an attacker could remove the challenge from the authorization request.
    if (verifier !== undefined)
      throw refused('The authorization request had no code_challenge, so code_verifier is not allowed')
    return
  }
  if (verifier === undefined || !isCodeVerifier(verifier)) {
    throw refused('code_verifier must have 43 to 128 unreserved characters')
  }
  const proof = Buffer.from(hash('sha256', verifier, 'base64url'))
  const challenge = Buffer.from(code.codeChallenge)
  if (proof.length !== challenge.length || !timingSafeEqual(proof, challenge)) {
    throw refused('The code_verifier does not match the code_challenge')
  }
}

function refused(description: string): OauthError {
  return new OauthError('invalid_grant', description)
}
