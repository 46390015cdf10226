/** A call of a resource, as its handler sees it. */
import type { IncomingMessage } from 'node:http'

import type { PortalResources } from '../rest/index.ts'
import type { PortalDeps } from './portal-deps.ts'

export type ResourceKey = keyof PortalResources
type BodyOf<R extends ResourceKey> = PortalResources[R] extends { body: infer B } ? B : undefined

export interface PortalContext<R extends ResourceKey = ResourceKey> {
  request: IncomingMessage
  /** What stands in the path, by name. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  body: BodyOf<R>
  /** Who is signed in; of a resource that is open to everyone, an empty name. */
  user: PortalUser
  /** The origin under which the caller reaches the gateway. */
  origin: string
  deps: PortalDeps
  /** Adds a field to the answer. */
  setHeader(field: string, value: string): void
  /** Aborted when the caller goes away. */
  signal: AbortSignal
}

export interface PortalUser {
  name: string
  /** Decides about approvals. */
  isOwner: boolean
  /** The token of the session. */
  token: string
}

/** Answers with a body, or with none. Throws a `Refusal` to say no. */
export type ResourceHandler<R extends ResourceKey> = (
  context: PortalContext<R>,
) => PortalResources[R]['response'] | Promise<PortalResources[R]['response']>
