/**
 * OAuth 2.0: a bearer token of a native provider of the catalog.
 *
 * RFC 6750, of which only the Authorization field is accepted (section 2.1).
 */
import { Type } from 'typebox'

import type { ProviderSettings } from '../../config/types.ts'
import type { TokenVerdict } from '../../lib/access-token.ts'
import type { Call } from '../call.ts'
import { DocumentError } from '../document-error.ts'
import { Refusal, type RefusalReason } from '../refusals.ts'
import type { Outcome } from '../run.ts'
import { type SecurityContext, securityType } from './types.ts'

const settings = Type.Object({
  'x-ibm-oauth-provider': Type.String({ description: 'A provider that is enabled in the catalog, by name' }),
  flow: Type.Optional(Type.Enum(['password', 'application', 'accessCode', 'implicit'])),
  tokenUrl: Type.Optional(Type.String()),
  authorizationUrl: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Record(Type.String(), Type.String())),
})

const scheme = /^bearer(?:\s|$)/i
const credentials = /^bearer +([^\s]+)$/i

export const oauth2 = securityType({
  type: 'oauth2',
  settings,

  build(settings, context) {
    const name = settings['x-ibm-oauth-provider']
    const provider = context.catalog.providers.get(name)
    if (!provider)
      throw new DocumentError(context.place, `the OAuth provider "${name}" is not enabled in the catalog`)

    const { tools, catalog, consumers, scopes } = context
    const verifyToken = tools.verifyToken(catalog.path, name)
    const refusals = bearerRefusals(context, provider)
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
      tried: ({ authorization }) => authorization !== undefined && scheme.test(authorization),
      absent: refusals.missing,

      // The client comes out of the token. One that is altered tells nothing about any application: it is refused here.
      identify(call) {
        const { authorization } = call
        if (authorization === undefined || !scheme.test(authorization)) return refusals.missing
        const token = credentials.exec(authorization)?.[1]
        if (token === undefined) return refusals.invalid

        call.authorizationConsumed = true
        const verdict = verifyToken(token)
        return verdict instanceof Promise
          ? verdict.then((settled) => accept(call, settled))
          : accept(call, verdict)
      },

      verify(call) {
        const missing = scopes.find((scope) => !call.token?.scopes.has(scope))
        if (missing === undefined) return undefined
        call.detail = `the token lacks the scope "${missing}"`
        tell(call, 'access_denied')
        return refusals.insufficient
      },
    }
  },
})

/** For a caller that asks for it, of a provider whose debug flag is on: why the token was refused. */
function addDebugFields(call: Call, error: string): void {
  if (call.request.headers['apim-debug'] !== 'true') return
  const description = (call.detail ?? '').replace(/[^\x20-\x7e]/g, '?')
  call.answerHeaders.push('X-APIC-Debug-OAuth-Error', error, 'X-APIC-Debug-OAuth-Error-Desc', description)
}

/** RFC 6750 section 3: the challenge tells what would do. Whoever sent nothing is told no error code. */
function bearerRefusals({ catalog, scopes, place }: SecurityContext, provider: ProviderSettings) {
  const realm = `Bearer realm="${catalog.path.slice(1)}"`
  const invalid = `${realm}, error="invalid_token", error_description="The access token is invalid, expired or revoked"`
  const insufficient = `${realm}, error="insufficient_scope", scope="${scopes.join(' ')}"`
  const apic = provider.compat === 'apic'

  const refuse = (reason: RefusalReason, challenge: string, status?: number) =>
    new Refusal(reason, { headers: ['WWW-Authenticate', challenge], place, ...(status ? { status } : {}) })
  return {
    missing: refuse('token_missing', realm),
    clientIdMissing: refuse('client_id_missing', invalid),
    invalid: refuse('token_invalid', invalid),
    insufficient: apic
      ? refuse('scope_insufficient', invalid, 401)
      : refuse('scope_insufficient', insufficient),
  }
}
