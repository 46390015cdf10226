/**
 * Node's response, except that an HTTP/1.0 client notices when it is broken off.
 *
 * There is no chunked coding in HTTP/1.0: a body without a length ends with its connection (RFC 9112 section 6.3), and
 * looks complete when that ends in an orderly way.
 */
import { type IncomingMessage, ServerResponse } from 'node:http'

import { resetConnection } from './reset-connection.ts'

export class AbortableResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  override destroy(error?: Error): this {
    const { socket, req } = this
    if (socket && req.httpVersion === '1.0' && !this.writableFinished) resetConnection(socket)
    return super.destroy(error)
  }
}
