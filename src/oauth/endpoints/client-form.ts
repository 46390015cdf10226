/** How every endpoint for clients begins: nothing in the query, a form in the body, and a client that proves itself. */
import type { Context } from 'koa'

import type { Client } from '../../consumers/index.ts'
import type { AuthenticateClient } from '../request/client.ts'
import { findCredentials } from '../request/credentials.ts'
import { type Form, readForm } from '../request/form.ts'
import { refuseQuery } from '../request/query.ts'
import { callOf, noteClaim } from './call.ts'

const longestGrant = 64 // that is told on; whether it is one is found out later

export async function readClientForm(
  ctx: Context,
  authenticateClient: AuthenticateClient,
): Promise<{ client: Client; form: Form }> {
  refuseQuery(ctx.query)
  const form = await readForm(ctx.req)
  const call = callOf(ctx)
  call.grant = form.get('grant_type')?.slice(0, longestGrant)
  const credentials = findCredentials(ctx.req, form)
  noteClaim(call, credentials)
  call.client = await authenticateClient(credentials, call.address)
  return { client: call.client, form }
}
