/**
 * Hands a request about a token over to oidc-provider, which neither introspects nor revokes signed tokens: it receives the
 * `jti` of a verified access token in its place. `token_type_hint` is only an optimisation, and is dropped.
 */
import type { Context } from 'koa'

import { requireParameter } from '../request/form.ts'
import { getRequestState } from '../request/request-state.ts'
import { handOverForm, readClientForm } from '../request/serve-by-library.ts'
import type { VerifyAccessToken } from '../tokens/verify-access-token.ts'

/** Reads the form, verifies the token if it is an access token, and hands the form over. Throws `invalid_request`. */
export async function handOverToken(ctx: Context, verify: VerifyAccessToken): Promise<void> {
  const read = await readClientForm(ctx)
  const text = requireParameter(read.form, 'token')
  const token = verify(text)
  const changes = { token_type_hint: undefined }
  if (!('refused' in token)) {
    getRequestState(ctx).presented = token
    return handOverForm(ctx, read, { ...changes, token: token.id })
  }
  // A text with dots is no refresh token; without them, no model of the library finds it, and the library accepts it.
  handOverForm(ctx, read, { ...changes, token: text.replaceAll('.', '') || 'none' })
}
