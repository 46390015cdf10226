/** `failed`: the peer's handler threw; `timeout`: no response within the deadline; `closed`: the peer has ended. */
export type RpcErrorCode = 'failed' | 'timeout' | 'closed'

/** A request to another process that failed. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: RpcErrorCode

  constructor(code: RpcErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
