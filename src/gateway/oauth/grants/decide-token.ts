/** Asks the assembly of the provider about a token, before it is issued. */
import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { DecideToken, RejectedToken } from '../../contract/access/token-decision.ts'
import { OauthError, unavailableError } from '../errors/oauth-error.ts'
import { getTokenWork } from '../request/current-request.ts'
import { getRequestState } from '../request/request-state.ts'
import { applyRegistryScope } from '../scopes/grant-scopes.ts'
import type { Consent } from '../state/consent.ts'

/** The codes that a rejection may name: RFC 6749 section 5.2. */
const codes = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'access_denied',
])

/**
 * Returns the scopes and the consent that the assembly leaves. Changed scopes stay with a new consent, so that refreshed tokens
 * have them. Throws an `OauthError` for a rejection.
 */
export async function decideToken(
  ctx: KoaContextWithOIDC,
  issued: { scopes: readonly string[]; consent: Consent },
  decide: DecideToken,
): Promise<{ scopes: readonly string[]; consent: Consent }> {
  const state = getRequestState(ctx)
  const work = getTokenWork(ctx)
  const { clientId, subject } = issued.consent
  const grant = state.grant ?? ''
  const result = await decide({
    request: ctx.req,
    requestId: state.requestId,
    clientId,
    subject,
    grant,
    scopes: issued.scopes,
    parameters: listParameters(ctx.req),
  })
  if ('rejection' in result) throw describeRejection(result)
  const { scopes: selected, metadata, accessTokenMetadata } = result
  if (metadata !== undefined) work.metadata = metadata
  const scopes = applyRegistryScope(selected, issued.scopes, work.ceilings, false)
  const consent = {
    ...issued.consent,
    scopes: grant === 'refresh_token' ? issued.consent.scopes : scopes,
    metadata: accessTokenMetadata ?? issued.consent.metadata,
  }
  if (work.consent) work.consent = consent
  return { scopes, consent }
}

/** Returns the parameters of the form that oidc-provider was handed, also those that it does not know. */
function listParameters(request: IncomingMessage & { body?: unknown }): Record<string, string> {
  const form = new URLSearchParams(String(request.body ?? ''))
  form.delete('client_secret')
  return Object.fromEntries(form)
}

function describeRejection({ rejection: { status, name, text, detail, location } }: RejectedToken): OauthError {
  const more = { reason: detail ?? text, location }
  if (codes.has(name)) return new OauthError(name, text, more)
  if (status < 500) return new OauthError('access_denied', text, more)
  if (status === 500) return new OauthError('server_error', 'The assembly of the provider failed', more)
  return unavailableError(text, more)
}
