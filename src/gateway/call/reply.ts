/**
 * What the gateway itself adds to the response to the caller, whatever the upstream or the policies respond.
 */
export class Reply {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly answerHeaders: string[]
  /** The response has CORS headers of the gateway; those of the upstream are removed. */
  shared = false

  constructor(requestId: string) {
    this.answerHeaders = ['X-Request-Id', requestId]
  }
}
