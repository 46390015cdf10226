/**
 * A bearer token that a native provider of the catalog has issued.
 */
import type { Place, ProviderSettings } from '../../config/types/index.ts'
import type { TokenVerdict } from '../../lib/access-token.ts'
import type { Call } from '../call/call.ts'
import type { Outcome } from '../call/run.ts'
import { bearerRefusals, bearerToken, missingScope, triesBearer } from './bearer.ts'
import type { Guard, SecurityContext } from './types.ts'

export function nativeToken(provider: ProviderSettings, context: SecurityContext): Guard {
  const { tools, catalog, consumers, scopes } = context
  const verifyToken = tools.verifyToken(catalog.path, provider.name)
  const refusals = bearerRefusals(context, provider.compat)
  const tell = provider.debug ? addDebugFields : () => {}

  function accept(call: Call, verdict: TokenVerdict): Outcome {
    if ('refused' in verdict) {
      call.detail = verdict.reason
      tell(call, 'invalid_token')
      return verdict.refused === 'client_id_missing' ? refusals.clientIdMissing : refusals.invalid
    }
    call.token = verdict
    call.client = consumers.find(verdict.clientId)
    if (call.client) return undefined
    call.detail = 'the client of the token is not registered any more'
    tell(call, 'invalid_token')
    return refusals.clientIdMissing
  }

  return {
    tried: triesBearer,
    absent: refusals.missing,

    // The client comes out of the token. One that is altered tells nothing about any application: it is refused here.
    identify(call) {
      const token = bearerToken(call, refusals)
      if (typeof token !== 'string') return token

      call.authorizationConsumed = true
      const verdict = verifyToken(token)
      return verdict instanceof Promise
        ? verdict.then((settled) => accept(call, settled))
        : accept(call, verdict)
    },

    verify(call) {
      const missing = missingScope(call, scopes)
      const beyond = missing === undefined ? scopeBeyondPlan(call, scopes) : undefined
      if (missing === undefined && beyond === undefined) return undefined
      call.detail = beyond?.detail ?? `the token lacks the scope "${missing}"`
      tell(call, 'access_denied')
      return beyond
        ? bearerRefusals({ ...context, place: beyond.place }, provider.compat).insufficient
        : refusals.insufficient
    },
  }
}

/** For a caller that asks for it, of a provider whose debug flag is on: why the token was refused. */
function addDebugFields(call: Call, error: string): void {
  if (call.request.headers['apim-debug'] !== 'true') return
  const description = (call.detail ?? '').replace(/[^\x20-\x7e]/g, '?')
  call.answerHeaders.push('X-APIC-Debug-OAuth-Error', error, 'X-APIC-Debug-OAuth-Error-Desc', description)
}

/**
 * Why the plan that opens the API does not allow one of the scopes; undefined when it allows all. A token may have the
 * scope from another plan of its application.
 */
function scopeBeyondPlan(
  { entitlement }: Call,
  scopes: readonly string[],
): { detail: string; place: Place } | undefined {
  const ceiling = entitlement?.plan.tokenCeiling
  const beyond = ceiling?.scopes && scopes.find((scope) => !ceiling.scopes?.includes(scope))
  if (!entitlement || !ceiling || beyond === undefined) return undefined
  const { product, plan } = entitlement
  const detail = `the token ceiling of plan ${product.name}/${plan.name} does not allow the scope "${beyond}"`
  return { detail, place: ceiling.place }
}
