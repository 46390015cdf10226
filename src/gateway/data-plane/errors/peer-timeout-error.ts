/** Reports that the upstream or the caller has sent nothing for longer than its timeout. */
export class PeerTimeoutError extends Error {
  override name = 'PeerTimeoutError'
  readonly code = 'PEER_TIMEOUT'
  readonly peer: 'upstream' | 'client'

  constructor(of: 'upstream' | 'client') {
    super(`the ${of === 'client' ? 'caller' : of} sent nothing within the timeout`)
    this.peer = of
  }
}
