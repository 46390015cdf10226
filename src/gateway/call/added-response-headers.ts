/** The headers that the gateway adds to the response to the caller, whatever the upstream or the policies respond. */
export class AddedResponseHeaders {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly list: string[]
  /** True when the response has CORS headers of the gateway. CORS headers of the upstream are then removed. */
  hasCors = false

  constructor(requestId: string) {
    this.list = ['X-Request-Id', requestId]
  }
}
