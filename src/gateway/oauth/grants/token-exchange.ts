/** Token exchange (RFC 8693): a token for the owner of a received token, where a rule of the provider allows. */
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { ExchangeRule } from '../../config/types/index.ts'
import type { Client } from '../../consumers/index.ts'
import { coversScope, queueDetailType } from '../../contract/access/queue-scope.ts'
import { invalidRequestError, OauthError, unavailableTokenError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { limitToCeilings } from '../scopes/grant-scopes.ts'
import { tokenExchangeGrant } from '../state/consent.ts'
import type { VerifiedAccessToken } from '../tokens/verify-access-token.ts'
import { findResource, issueTokens, missingParameter, refuseDetails } from './issue-tokens.ts'

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
const tokenTypes: readonly (string | undefined)[] = [accessTokenType, 'urn:ietf:params:oauth:token-type:jwt']

/** The parameters of the grant. */
export const tokenExchangeParameters = [
  'subject_token',
  'subject_token_type',
  'requested_token_type',
  'actor_token',
  'audience',
  'scope',
  'resource',
  'authorization_details',
] as const

/** Returns the handler. It throws `invalid_request` for a token that is not valid, and `unauthorized_client` without a rule. */
export function buildTokenExchange(parts: ProviderParts) {
  const { ceilings } = parts

  return async function tokenExchange(ctx: KoaContextWithOIDC): Promise<void> {
    refuseDetails(ctx, parts)
    const { scope, resource, ...params } = ctx.oidc.params as Record<string, string | undefined>
    const subject = await readSubject(params, parts)
    const client = getRequestState(ctx).client as Client
    const rule = findRule(client, subject, parts)
    const target = findResource(resource ?? subject.resource, parts)
    checkTarget(target, rule, subject, parts)

    const work = getTokenWork(ctx)
    work.since = subject.issuedAt
    const owner = await ceilings.refreshForUser(subject.subject, undefined)
    const rest = { whose: 'the exchanged token', place: '', accessTokenTtl: subject.expiresAt - work.now }
    work.ceilings = [...ceilings.findForClient(client), ...owner, rest]
    work.scopes = limitToCeilings(selectScopes(scope, subject, rule), work.ceilings, scope !== undefined)
    work.consent = {
      chain: subject.chain, // revoking the consent of the owner ends both tokens
      clientId: client.clientId,
      subject: subject.subject,
      scopes: work.scopes,
      grant: tokenExchangeGrant,
      startedAt: work.now,
      refreshes: 0,
      exchanged: [...(subject.exchanged ?? []), subject.id],
      metadata: subject.metadata,
      authTime: subject.authTime,
      acr: subject.acr,
    }
    await issueTokens(ctx, {
      resource: target,
      parts,
      isBound: subject.binding !== undefined,
      details: selectDetails(subject, parts),
      more: { issued_token_type: accessTokenType },
    })
  }
}

/** Returns the token to exchange: RFC 8693 section 2.1. */
async function readSubject(
  params: Record<string, string | undefined>,
  { verify }: ProviderParts,
): Promise<VerifiedAccessToken> {
  const { subject_token: text, subject_token_type: type, requested_token_type: wanted = accessTokenType } = params
  if (text === undefined) throw missingParameter('subject_token')
  if (type === undefined) throw missingParameter('subject_token_type')
  if (!tokenTypes.includes(type)) throw invalidRequestError(`subject_token_type must be ${accessTokenType}`)
  if (!tokenTypes.includes(wanted)) throw invalidRequestError(`requested_token_type must be ${accessTokenType}`)
  if (params.actor_token !== undefined)
    throw invalidRequestError('actor_token is not supported: the client acts itself')
  if (params.audience !== undefined) {
    throw new OauthError('invalid_target', 'audience is not supported: name the API in resource')
  }
  const token = await verify(text)
  if (!('refused' in token)) return token
  if (token.refused === 'unavailable') throw unavailableTokenError(token.reason)
  throw new OauthError('invalid_request', 'The subject_token is invalid, expired or revoked', { reason: token.reason })
}

function findRule(
  client: Client,
  { clientId }: VerifiedAccessToken,
  { settings, consumers }: ProviderParts,
): ExchangeRule {
  const from = consumers.find(clientId)?.application.name ?? ''
  const { name } = client.application
  const rule = settings.tokenExchange.find((each) => each.clients.has(name) && (each.from?.has(from) ?? true))
  if (rule) return rule
  const words = `No rule of the provider lets this client exchange tokens of the application '${from}'`
  throw new OauthError('unauthorized_client', words)
}

/** Throws `invalid_target` for an API that the rule does not name. Without a rule for APIs, a token for one API stays one for it. */
function checkTarget(
  resource: string,
  { apis }: ExchangeRule,
  { resource: own }: VerifiedAccessToken,
  { audience, catalogUrls }: ProviderParts,
): void {
  if (!apis && own !== undefined && resource !== own)
    throw new OauthError(
      'invalid_target',
      `The subject_token is for ${own}: the rule of this client names no other API`,
    )
  if (!apis || catalogUrls.some((url) => apis.some((basePath) => resource === `${url}${basePath}`))) return
  const allowed = apis.map((basePath) => `${audience}${basePath}`)
  const words = `The rule of this client is for ${allowed.join(' ')}: name one of them in the parameter resource`
  throw new OauthError('invalid_target', words)
}

/** Returns the details that go on. Those of queues are scopes of the token, which the rule limits. */
function selectDetails(
  { authorizationDetails: details = [] }: VerifiedAccessToken,
  { settings }: ProviderParts,
): readonly object[] {
  const types = details as readonly { type?: string }[]
  return types.filter(({ type = '' }) => type !== queueDetailType && settings.authorizationDetails?.has(type))
}

function selectScopes(
  asked: string | undefined,
  { scopes }: VerifiedAccessToken,
  rule: ExchangeRule,
): readonly string[] {
  const isAllowed = (scope: string) => !rule.scopes || [...rule.scopes].some((each) => coversScope(each, scope))
  const allowed = [...scopes].filter(isAllowed)
  const wanted = asked?.split(' ') ?? allowed
  const refused = wanted.find((scope) => !allowed.some((each) => coversScope(each, scope)))
  if (refused !== undefined) {
    throw new OauthError(
      'invalid_scope',
      `Scope '${refused}' is not in the subject_token, or the rule does not allow it`,
    )
  }
  if (allowed.length === 0) throw new OauthError('invalid_scope', 'The rule allows no scope of the subject_token')
  return [...new Set(wanted)]
}
