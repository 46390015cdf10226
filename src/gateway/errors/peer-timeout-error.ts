/** Reports that the upstream or the caller has sent nothing for longer than its timeout. */
export class PeerTimeoutError extends Error {
  override name = 'Silence'
  readonly code = 'SILENCE'
  readonly peer: 'upstream' | 'client'

  constructor(of: 'upstream' | 'client') {
    super(of === 'upstream' ? 'the upstream was silent for too long' : 'the caller was silent for too long')
    this.peer = of
  }
}
