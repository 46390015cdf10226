/**
 * The API, the resource and the operation that a request is for. The stage `route` fills it.
 */
import type { Endpoint, PublishedApi, Resource } from './endpoint.ts'

export class MatchedRoute {
  /** Undefined when no API is published at the path. */
  api: PublishedApi | undefined
  /** Undefined when the API does not define the path. */
  resource: Resource | undefined
  /** Undefined when the resource does not define the method. */
  endpoint: Endpoint | undefined
  /** The raw values of the path's parameters, in the order of the template. */
  parameters: readonly string[] = []
}
