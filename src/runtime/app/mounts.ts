/** Providers and portals answer the requests at and below their paths; all other requests belong to the data plane. */
import type { IncomingMessage, ServerResponse } from 'node:http'

import { newRequestId } from '../../lib/headers/request-id.ts'
import { renderTraceparent, type TraceContext } from '../../lib/headers/trace-context.ts'
import type { OauthProvider } from '../../oauth/index.ts'
import type { Portal } from '../../portal/index.ts'
import { buildPathLookup } from './path-lookup.ts'

export interface Mounted {
  providers: readonly Pick<OauthProvider, 'path' | 'wellKnownPath' | 'handle'>[]
  portals: readonly Pick<Portal, 'path' | 'handle'>[]
}

export type Mount = Pick<OauthProvider | Portal, 'handle'>

/** Finds the mount of a request target; undefined when the target belongs to the data plane. */
export type FindMount = (target: string) => Mount | undefined

/** The rule `base-paths` of the loader refuses mounts that share a path, or lie below each other. */
export function buildFindMount({ providers, portals }: Mounted): FindMount {
  const ownPaths = [...providers, ...portals].map((each) => [each.path, each] as const)
  const wellKnownPaths = providers.map((each) => [each.wellKnownPath, each] as const)
  const find = buildPathLookup<Mount>(ownPaths)
  const findWellKnown = buildPathLookup<Mount>(wellKnownPaths)

  return (target) => (target.startsWith('/.well-known/') ? findWellKnown(target) : find(target))
}

/**
 * Gives the request an id of our own, whatever id the caller sent, and has the mount answer it. The span of a request
 * that is traced takes the place of the caller's `traceparent`.
 */
export function dispatch(
  mount: Mount,
  request: IncomingMessage,
  response: ServerResponse,
  trace?: TraceContext,
): void {
  const id = newRequestId()
  request.headers['x-request-id'] = id
  if (trace) request.headers.traceparent = renderTraceparent(trace)
  response.setHeader('X-Request-Id', id)
  mount.handle(request, response)
}
