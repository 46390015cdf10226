/** One owner on the way through the pages, from the request of a client to the answer. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'

import type { Client, Consumers } from '../../consumers/index.ts'
import type { Approvals, SignedInOwner } from './approvals.ts'
import { scopeSourceParameter } from './configuration.ts'
import { sendErrorPage } from './pages.ts'

export interface AuthorizationFlow {
  id: string
  client: Client
  application: string
  redirectUri: string
  scopes: readonly string[]
  /** The client named the scopes; otherwise they are the default of the provider. */
  areScopesExplicit: boolean
  /** Who signed in; undefined before. */
  owner: SignedInOwner | undefined
}

export interface AuthorizationFlowDeps {
  engine: Provider
  consumers: Consumers
  approvals: Approvals
}

/** The flow that a page belongs to; without one the caller has been told, and there is nothing more to do. */
export async function findFlow(
  ctx: Context,
  { engine, consumers, approvals }: AuthorizationFlowDeps,
): Promise<AuthorizationFlow | undefined> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1)
  const interaction = await engine.interactionDetails(ctx.req, ctx.res).catch(() => undefined)
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    [scopeSourceParameter]: source,
  } = (interaction?.params ?? {}) as Record<string, string>
  const client = clientId === undefined ? undefined : consumers.find(clientId)

  if (interaction?.uid !== id || !client || redirectUri === undefined || scope === undefined) {
    sendErrorPage(ctx, 400, 'invalid_request', 'This sign-in has expired, or was begun in another browser.')
    return undefined
  }
  const { title: application } = client.application
  const owner = await approvals.findSignIn(id)
  const areScopesAsked = source === 'request'
  return {
    id,
    client,
    application,
    redirectUri,
    scopes: scope.split(' '),
    areScopesExplicit: areScopesAsked,
    owner,
  }
}
