/** How every endpoint for clients begins: nothing in the query, a form in the body, and a client that proves itself. */
import type { Context } from 'koa'

import type { Client } from '../../consumers/index.ts'
import type { AuthenticateClient } from '../request/client.ts'
import { findCredentials } from '../request/credentials.ts'
import { type Form, readForm } from '../request/form.ts'
import { refuseQuery } from '../request/query.ts'
import { callOf } from './call.ts'

export async function readClientForm(
  ctx: Context,
  authenticateClient: AuthenticateClient,
): Promise<{ client: Client; form: Form }> {
  refuseQuery(ctx.query)
  const form = await readForm(ctx.req)
  const call = callOf(ctx)
  call.client = await authenticateClient(findCredentials(ctx.req, form), call.address)
  return { client: call.client, form }
}
