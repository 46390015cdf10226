/** One owner on the way through the pages, from the request of a client to the answer. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'

import type { Client, Consumers } from '../../consumers/index.ts'
import type { Approvals, SignedIn } from './approvals.ts'
import { sendErrorPage } from './pages.ts'
import { scopeSource } from './settings.ts'

export interface Flow {
  id: string
  client: Client
  application: string
  redirectUri: string
  scopes: readonly string[]
  /** The client named the scopes; otherwise they are the default of the provider. */
  areScopesAsked: boolean
  /** Who signed in; undefined before. */
  owner: SignedIn | undefined
}

export interface FlowTools {
  engine: Provider
  consumers: Consumers
  approvals: Approvals
}

/** The flow that a page belongs to; without one the caller has been told, and there is nothing more to do. */
export async function flowOf(
  ctx: Context,
  { engine, consumers, approvals }: FlowTools,
): Promise<Flow | undefined> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1)
  const interaction = await engine.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    [scopeSource]: source,
  } = (interaction?.params ?? {}) as Record<string, string>
  const client = clientId === undefined ? undefined : consumers.find(clientId)

  if (interaction?.uid !== id || !client || redirectUri === undefined || scope === undefined) {
    sendErrorPage(ctx, 400, 'invalid_request', 'This sign-in has expired, or was begun in another browser.')
    return undefined
  }
  const { title: application } = client.application
  const owner = await approvals.signedIn(id)
  const areScopesAsked = source === 'request'
  return { id, client, application, redirectUri, scopes: scope.split(' '), areScopesAsked, owner }
}
