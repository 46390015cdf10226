/** `failed`: the peer's handler threw; `late`: no response within the deadline; `closed`: the peer has ended. */
export type RpcErrorCode = 'failed' | 'late' | 'closed'

/** A request to another process without a result. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: RpcErrorCode

  constructor(code: RpcErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
