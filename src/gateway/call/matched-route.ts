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

  /** Returns the API. Throws an `Error` when the stage `matchRoute` has found none. */
  requireApi(): PublishedApi {
    if (!this.api) throw new Error('the call has no API')
    return this.api
  }

  /** Returns the endpoint. Throws an `Error` when the stage `matchRoute` has found none. */
  requireEndpoint(): OperationEndpoint {
    if (!this.endpoint) throw new Error('the call has no endpoint')
    return this.endpoint
  }
}
