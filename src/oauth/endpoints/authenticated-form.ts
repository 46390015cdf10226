/**
 * Reads what the endpoints for clients share: no credentials in the query, a form as the body, and an
 * authenticated client.
 */
import type { Context } from 'koa'

import type { Client } from '../../consumers/index.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import { parseClientCredentials } from '../request/credentials.ts'
import { type FormParameters, readForm } from '../request/form.ts'
import { getRequestState, setClaimedClientId } from '../request/request-state.ts'
import { rejectSensitiveQuery } from '../request/sensitive-query.ts'

const maxGrantLength = 64 // characters of the unvalidated `grant_type` that the log keeps

/**
 * Returns the authenticated client and the parsed form, and records both in the request state. Throws
 * `invalid_request` and `invalid_client`.
 */
export async function readAuthenticatedForm(
  ctx: Context,
  authenticateClient: AuthenticateClient,
): Promise<{ client: Client; form: FormParameters }> {
  rejectSensitiveQuery(ctx.query)
  const form = await readForm(ctx.req)
  const state = getRequestState(ctx)
  state.grant = form.get('grant_type')?.slice(0, maxGrantLength)
  const credentials = parseClientCredentials(ctx.req, form)
  setClaimedClientId(state, credentials)
  state.client = await authenticateClient(credentials, state.address)
  return { client: state.client, form }
}
