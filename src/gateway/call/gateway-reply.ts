/** The headers that the gateway adds to the response to the caller, whatever the upstream or the policies respond. */
export class GatewayReply {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly gatewayHeaders: string[]
  /** True when the response has CORS headers of the gateway. CORS headers of the upstream are then removed. */
  hasCorsHeaders = false

  constructor(requestId: string) {
    this.gatewayHeaders = ['X-Request-Id', requestId]
  }
}
