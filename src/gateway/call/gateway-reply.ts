/**
 * What the gateway itself adds to the response to the caller, whatever the upstream or the policies respond.
 */
export class GatewayReply {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly gatewayHeaders: string[]
  /** The response has CORS headers of the gateway; those of the upstream are removed. */
  hasCorsHeaders = false

  constructor(requestId: string) {
    this.gatewayHeaders = ['X-Request-Id', requestId]
  }
}
