/** How every endpoint for clients begins: nothing in the query, a form in the body, and a client that proves itself. */
import type { Context } from 'koa'

import type { Client } from '../../consumers/index.ts'
import type { AuthenticateClient } from '../request/authenticate-client.ts'
import { parseClientCredentials } from '../request/credentials.ts'
import { type FormParameters, readForm } from '../request/form.ts'
import { getRequestState, recordClaimedClient } from '../request/request-state.ts'
import { rejectSensitiveQuery } from '../request/sensitive-query.ts'

const longestGrant = 64 // characters that are logged; the value is validated later

export async function readAuthenticatedForm(
  ctx: Context,
  authenticateClient: AuthenticateClient,
): Promise<{ client: Client; form: FormParameters }> {
  rejectSensitiveQuery(ctx.query)
  const form = await readForm(ctx.req)
  const call = getRequestState(ctx)
  call.grant = form.get('grant_type')?.slice(0, longestGrant)
  const credentials = parseClientCredentials(ctx.req, form)
  recordClaimedClient(call, credentials)
  call.client = await authenticateClient(credentials, call.address)
  return { client: call.client, form }
}
