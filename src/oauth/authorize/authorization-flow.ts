/** The state of one authorization request while its owner visits the pages. */
import type { Context } from 'koa'
import type { Provider } from 'oidc-provider'

import type { Client, Consumers } from '../../consumers/index.ts'
import { StateStoreError } from '../../storage/index.ts'
import type { Approvals, SignedInOwner } from '../state/approvals.ts'
import { scopeSourceParameter } from './configuration.ts'
import { sendErrorPage } from './pages.ts'

/** An authorization request that has not been answered yet. */
export interface AuthorizationFlow {
  /** The last segment of the path of its pages. */
  id: string
  client: Client
  /** The title of the application. */
  application: string
  /** Undefined for a device, which asks for its tokens itself. */
  redirectUri: string | undefined
  scopes: readonly string[]
  /** The APIs that the tokens can be for, by their URLs; undefined for all of the catalog. */
  resources: readonly string[] | undefined
  /** Whether the client named the scopes. Otherwise they are the default scopes of the provider. */
  areScopesExplicit: boolean
  /** The owner, once signed in. */
  owner: SignedInOwner | undefined
}

/** The dependencies of `findFlow`. */
export interface AuthorizationFlowDeps {
  engine: () => Provider
  consumers: Consumers
  approvals: Approvals
}

/**
 * Returns the flow of a page. When the flow has expired or began in another browser, sends an error page and
 * returns undefined. Throws `StateStoreError`.
 */
export async function findFlow(
  ctx: Context,
  { engine, consumers, approvals }: AuthorizationFlowDeps,
): Promise<AuthorizationFlow | undefined> {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1)
  const interaction = await engine()
    .interactionDetails(ctx.req, ctx.res)
    .catch((error: unknown) => {
      if (error instanceof StateStoreError) throw error // the sign-in may go on when the store is back
      return undefined
    })
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    [scopeSourceParameter]: source,
  } = (interaction?.params ?? {}) as Record<string, string>
  const { resource } = (interaction?.params ?? {}) as { resource?: string | string[] }
  const client = clientId === undefined ? undefined : consumers.find(clientId)

  const isComplete = redirectUri !== undefined || interaction?.deviceCode !== undefined
  if (interaction?.uid !== id || !client || !isComplete || scope === undefined) {
    sendErrorPage(ctx, 400, 'invalid_request', 'This sign-in has expired, or it began in another browser.')
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
    resources: resource === undefined ? undefined : [resource].flat(),
    areScopesExplicit: areScopesAsked,
    owner,
  }
}
