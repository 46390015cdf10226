/**
 * Node's `ServerResponse` with one change: an HTTP/1.0 client notices when a response is aborted.
 *
 * HTTP/1.0 has no chunked transfer coding. A body without a length ends when the connection closes (RFC 9112
 * section 6.3), and an aborted one would look complete after an orderly close.
 */
import { type IncomingMessage, ServerResponse } from 'node:http'

import { resetConnection } from './reset-connection.ts'

export class AbortableResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override destroy(error?: Error): this {
    const { socket, req } = this
    if (socket && req.httpVersion === '1.0' && !this.writableFinished) resetConnection(socket)
    return super.destroy(error)
  }
}
