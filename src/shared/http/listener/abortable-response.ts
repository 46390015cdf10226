/**
 * Node's `ServerResponse` with two changes.
 *
 * An HTTP/1.0 client notices when a response is aborted: HTTP/1.0 has no chunked transfer coding. A body without a
 * length ends when the connection closes (RFC 9112 section 6.3), and an aborted one would look complete after an
 * orderly close.
 *
 * A response that begins before its request is complete does not reset the connection: the request guard ends it.
 */
import { type IncomingMessage, ServerResponse } from 'node:http'
import { endsConnection, isReceived } from '../inbound/drain-request.ts'
import { resetConnection } from './reset-connection.ts'

export class AbortableResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Node's mark of a last response. Node destroys the connection after it, with all bytes that nothing has read. */
  declare _last: boolean

  override writeHead(status: number, ...rest: unknown[]): this {
    if (isReceived(this.req)) return this.#writeHead(status, rest)
    if (endsConnection(this.req, status)) this.shouldKeepAlive = false
    this.#writeHead(status, rest)
    if (this._last) {
      this.shouldKeepAlive = false // also where the client or a header of the handler asks for it
      this._last = false
    }
    return this
  }

  override destroy(error?: Error): this {
    const { socket, req } = this
    if (socket && req.httpVersion === '1.0' && !this.writableFinished) resetConnection(socket)
    return super.destroy(error)
  }

  #writeHead(status: number, rest: unknown[]): this {
    return super.writeHead(status, ...(rest as []))
  }
}
