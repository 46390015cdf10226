/**
 * Hands a request about a token over to oidc-provider, which neither introspects nor revokes signed tokens: it receives the
 * `jti` of a verified access token in its place, with the `token_type_hint` that saves it from looking for other kinds first.
 */
import type { Context } from 'koa'

import { unavailableTokenError } from '../errors/oauth-error.ts'
import { requireParameter } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import type { VerifyPresentedToken } from '../tokens/token-references.ts'

/** Reads the form, verifies the token if it is an access token, and hands the form over. Throws `invalid_request`. */
export async function handOverToken(ctx: Context, verify: VerifyPresentedToken): Promise<void> {
  const read = await readClientForm(ctx)
  const text = requireParameter(read.form, 'token')
  const token = await verify(text)
  if ('refused' in token && token.refused === 'unavailable') throw unavailableTokenError(token.reason)
  if (!('refused' in token)) {
    getRequestState(ctx).presented = token
    return handOverForm(ctx, read, { token_type_hint: 'access_token', token: token.id })
  }
  // A text with dots is no refresh token; without them, no model of the library finds it, and the library accepts it.
  handOverForm(ctx, read, { token_type_hint: 'refresh_token', token: text.replaceAll('.', '') || 'none' })
}
