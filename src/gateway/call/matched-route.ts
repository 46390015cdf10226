/** The API, the resource and the operation of a request. The stage `matchRoute` fills it. */
import type { ApiResource, OperationEndpoint, PublishedApi } from './endpoint.ts'

export class MatchedRoute {
  /** Undefined when no API is published at the path. */
  api: PublishedApi | undefined
  /** Undefined when the API does not define the path. */
  resource: ApiResource | undefined
  /** Undefined when the resource does not define the method. */
  endpoint: OperationEndpoint | undefined
  /** The values of the path's parameters, still percent-encoded, in the order of the template. */
  parameters: readonly string[] = []
}
