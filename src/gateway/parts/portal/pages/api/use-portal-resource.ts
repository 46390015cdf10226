/** Loads what a resource of the portal returns, and polls for changes: `usePortalResource('GET /products', {})`. */
import type { PathParameters } from '../../../../../shared/ui/api/resource-client.ts'
import { type PolledResource, useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import type { PortalResources } from '../../rest/index.ts'
import { type ResourceRequest, type ResourceResponse, requestResource } from './client.ts'

type ReadResource = Extract<keyof PortalResources, `GET ${string}`>

export interface PortalResourceOptions {
  query?: ResourceRequest<ReadResource>['query']
  /** Milliseconds between two loads; the data is loaded once if absent. */
  intervalMs?: number
}

export function usePortalResource<R extends ReadResource>(
  resource: R,
  params: PathParameters<R>,
  { query = {}, intervalMs }: PortalResourceOptions = {},
): PolledResource<ResourceResponse<R>> {
  return useResource(
    JSON.stringify([resource, params, query]),
    (signal, { isPoll }) =>
      requestResource(resource, params, { query, signal, isPoll } as unknown as ResourceRequest<R>),
    intervalMs === undefined ? {} : { intervalMs },
  )
}
