/** The authorization code grant, "access code": RFC 6749 section 4.1.3, with the proof of RFC 7636 section 4.6. */
import { hash, timingSafeEqual } from 'node:crypto'

import { isVerifier } from '../authorize/challenge.ts'
import { OauthError } from '../errors/errors.ts'
import { withinCeilings } from '../scopes.ts'
import { keyOf } from '../state/adapter.ts'
import { type Grant, type GrantRequest, required } from './grant.ts'
import { answerOnce, suspectTheft, wasUsed } from './once.ts'

/** What the library keeps of a code. */
interface Code {
  clientId: string
  accountId: string
  grantId: string
  redirectUri: string
  codeChallenge?: string
}

export const authorizationCode: Grant = {
  type: 'authorization_code',
  name: 'access_code',
  parameters: ['code', 'redirect_uri', 'code_verifier'],

  build(tools) {
    const { settings, store, kinds, approvals, revocations, ceilings, answer, clock } = tools
    const kind = kinds.model('AuthorizationCode')

    return async function authorizationCode(request) {
      const key = keyOf(required(request, 'code'))
      const entry = await store.find(kind, key)
      const code = entry?.value as Code | undefined
      if (!entry || !code || code.clientId !== request.client.clientId) {
        throw refused('The code is unknown, expired or of another client')
      }
      const { grantId: chain, accountId: subject } = code
      if (entry.consumedAt !== undefined) {
        await suspectTheft({ chain, subject }, clock() - entry.consumedAt, request, tools)
        throw wasUsed('code', request)
      }
      checkAddress(code, request)
      if (settings.pkce.enabled) checkProof(code, request)
      if (await revocations.isEnded(chain)) throw wasUsed('code', request)
      const approval = await approvals.approved(chain)
      if (!approval) throw refused('What the owner allowed has expired')

      const own = approval.ceiling ?? undefined
      const limits = [...ceilings.ofClient(request.client), ...(await ceilings.ofUserNow(subject, own))]
      const scopes = withinCeilings(approval.scopes, limits, false)
      const consent = {
        ...{ chain, subject, clientId: code.clientId, scopes, grant: 'authorization_code' },
        startedAt: Math.floor(clock() / 1000),
        refreshes: 0,
        ...(approval.metadata !== null && { metadata: approval.metadata }),
        ...(own && { ceiling: own }),
      }
      const tokens = await answerOnce(
        () => answer(consent, request.client, limits, { metadata: approval.payload ?? undefined }),
        () => store.consume(kind, key),
        tools,
      )
      if (!tokens) throw wasUsed('code', request)
      return tokens
    }
  },
}

/** Section 4.1.3: the address must be the one of the authorization request, to the letter. */
function checkAddress(code: Code, request: GrantRequest): void {
  if (required(request, 'redirect_uri') !== code.redirectUri) {
    throw refused('The redirect_uri is not the one that the code was asked for with')
  }
}

/** That the request comes from whoever began, and knows the secret behind the challenge. */
function checkProof(code: Code, { parameters: { code_verifier: verifier } }: GrantRequest): void {
  if (code.codeChallenge === undefined) {
    // RFC 9700 section 2.1.1: otherwise an attacker could strip the challenge from the first request.
    if (verifier !== undefined) throw refused('The code was asked for without code_challenge')
    return
  }
  if (verifier === undefined || !isVerifier(verifier)) {
    throw refused('The code_verifier is missing or not of 43 to 128 unreserved characters')
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
