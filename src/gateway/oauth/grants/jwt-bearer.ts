/** The JWT bearer grant (RFC 7523 section 2.1): a token for the subject of a trusted issuer's assertion. */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { isUserName } from '../../../shared/registries/index.ts'
import type { AssertionIssuer } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { OauthError, unavailableError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import { jwtBearerType } from '../request/grant-types.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { clockLeewaySeconds, findClaimsFault, identifyToken } from '../request/signed-claims.ts'
import { grantScopes } from '../scopes/grant-scopes.ts'
import { generateChainId } from '../state/consent.ts'
import { findResource, issueTokens, missingParameter, refuseDetails } from './issue-tokens.ts'

/** The parameters of the grant. */
export const jwtBearerParameters = ['assertion', 'scope', 'resource', 'authorization_details'] as const

const algorithms = ['ES256', 'ES384', 'PS256', 'RS256', 'EdDSA', 'Ed25519']

/** Returns the handler. It throws `invalid_grant` for an assertion that is not accepted, with the reason. */
export function buildJwtBearerGrant(parts: ProviderParts) {
  const { settings, ceilings, clock } = parts
  const issuers = new Map(settings.jwtBearer.map((each) => [each.issuer, keysOf(each)]))

  return async function jwtBearer(ctx: KoaContextWithOIDC): Promise<void> {
    refuseDetails(ctx, parts)
    const { assertion, scope, resource } = ctx.oidc.params as Record<string, string | undefined>
    if (assertion === undefined) throw missingParameter('assertion')
    const target = findResource(resource, parts)
    const subject = await verifyAssertion(ctx, assertion, issuers, parts)

    const client = getRequestState(ctx).client as Client
    const work = getTokenWork(ctx)
    work.ceilings = [...ceilings.findForClient(client), ...(await ceilings.refreshForUser(subject, undefined))]
    work.scopes = grantScopes(scope, settings, work.ceilings)
    work.consent = {
      chain: generateChainId(clock()),
      clientId: client.clientId,
      subject,
      scopes: work.scopes,
      grant: 'jwt_bearer',
      startedAt: work.now,
      refreshes: 0,
    }
    await issueTokens(ctx, { resource: target, parts })
  }
}

function keysOf({ keys, uri }: AssertionIssuer): JWTVerifyGetKey {
  return uri === undefined ? createLocalJWKSet({ keys: keys as never }) : createRemoteJWKSet(new URL(uri))
}

/** Returns the subject of an assertion: RFC 7523 section 3. Each assertion is used once. */
async function verifyAssertion(
  ctx: KoaContextWithOIDC,
  assertion: string,
  issuers: ReadonlyMap<string, JWTVerifyGetKey>,
  { issuer, renderUrl, settings, clock }: ProviderParts,
): Promise<string> {
  const { iss = '' } = readClaims(assertion)
  if (typeof iss !== 'string') throw refused('its issuer must be a text')
  const keys = issuers.get(iss)
  if (!keys) throw refused(`its issuer '${iss.slice(0, 200)}' is not one that this provider trusts`)
  const now = clock()
  const audiences = new Set([issuer, `${issuer}${settings.tokenPath}`, renderUrl(ctx.req, settings.tokenPath)])
  const { payload, protectedHeader: header } = await jwtVerify(assertion, keys, {
    algorithms,
    issuer: iss,
    audience: [...audiences],
    requiredClaims: ['sub', 'exp'],
    currentDate: new Date(now),
    clockTolerance: clockLeewaySeconds,
  }).catch((error: Error) => {
    const words = 'The keys of the issuer of the assertion cannot be fetched now; try again later'
    throw isOfToken(error) ? refused(error.message) : unavailableError(words, { reason: error.message, cause: error })
  })
  const { sub = '', exp = 0 } = payload
  if (typeof sub !== 'string') throw refused('its subject must be a text')
  if (!isUserName(sub)) throw refused('its subject is empty, has control characters or is longer than 256 characters')
  const fault = findClaimsFault({ claims: payload, header }, { type: 'authorization-grant+jwt', audiences, now })
  if (fault !== undefined) throw refused(fault)
  const id = identifyToken(assertion, payload)
  if (await ctx.oidc.provider.ReplayDetection.unique(`${jwtBearerType} ${iss}`, id, exp)) return sub
  throw refused('it was used before')
}

/** Returns whether an error is about the assertion. The others say that the keys of its issuer could not be fetched. */
function isOfToken(error: Error): boolean {
  const isOfKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  return error instanceof errors.JOSEError && !isOfKeys && error.code !== 'ERR_JOSE_GENERIC' // of a status, or no JSON
}

function readClaims(assertion: string): JWTPayload {
  try {
    return decodeJwt(assertion)
  } catch {
    throw refused('it is not a JSON Web Token')
  }
}

function refused(reason: string): OauthError {
  return new OauthError('invalid_grant', `The assertion is rejected: ${reason}`)
}
