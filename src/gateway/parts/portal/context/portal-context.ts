/** The context that a handler of a REST resource gets for one request. */
import type { IncomingMessage } from 'node:http'
import type { Application, Catalog } from '../../../config/types/index.ts'
import type { PortalResources, ResourceKey } from '../rest/index.ts'
import type { PortalDeps } from './portal-deps.ts'

type BodyOf<R extends ResourceKey> = PortalResources[R] extends { body: infer B } ? B : undefined

export interface PortalContext<R extends ResourceKey = ResourceKey> {
  request: IncomingMessage
  /** The path parameters by name. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: BodyOf<R>
  /** The signed-in user; the name is empty for a resource that needs no session. */
  user: PortalUser
  /** The origin in the URL that the client used, such as `https://api.example.com`. */
  origin: string
  /** The URL of the catalog as the client writes it: `origin` with `/acme/sandbox`, or with the path of a host of its own. */
  catalogUrl: string
  deps: PortalDeps
  /** Adds a header to the response. */
  setHeader(field: string, value: string): void
  /** Aborted when the client closes the connection before the response is complete. */
  signal: AbortSignal
}

export interface PortalUser {
  name: string
  /** Whether the user approves or denies subscriptions. */
  isOwner: boolean
  /** The session token. */
  token: string
}

/** Returns the response body, or undefined for status 204. Throws a `PortalError` to reject the request. */
export type ResourceHandler<R extends ResourceKey> = (
  context: PortalContext<R>,
) => PortalResources[R]['response'] | Promise<PortalResources[R]['response']>

/**
 * The condition for calling a resource: `open` needs no session, `signedIn` needs a session, `owner` needs the session
 * of an owner of the catalog, `configurator` that of an owner who may change documents. `catalogue` needs a session
 * unless the catalog opens its catalogue to the public.
 */
export type ResourceAccess = 'open' | 'catalogue' | 'signedIn' | 'owner' | 'configurator'

/** Builds the URL path of the portal of a catalog, such as `/acme/sandbox/portal`. */
export function buildPortalPath({ path }: Pick<Catalog, 'path'>): string {
  return `${path}/portal`
}

/** Returns whether the user is an owner who may change documents, and so sees what all calls of the catalog did. */
export function seesDocuments({ user, deps }: Pick<PortalContext, 'user' | 'deps'>): boolean {
  return user.isOwner && deps.settings.ownersEditDocuments
}

/** Finds the applications of the signed-in user. */
export function findOwnApplications({ user, deps }: Pick<PortalContext, 'user' | 'deps'>): Application[] {
  const { accounts, catalog } = deps
  const own = accounts.fold(user.name)
  return catalog.applications.filter(({ owner }) => owner !== undefined && accounts.fold(owner) === own)
}
