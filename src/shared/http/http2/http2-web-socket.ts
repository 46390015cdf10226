/**
 * WebSockets over HTTP/2, RFC 8441: a stream that begins with an extended CONNECT is served like a request of HTTP/1.1
 * that switches its connection.
 */
import { randomBytes } from 'node:crypto'
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { UpgradeCaller } from '../message/upgrade-caller.ts'
import type { Http2Response } from './http2-response.ts'

export const webSocketProtocol = 'websocket'

/** Returns the headers of a request of HTTP/1.1 that asks for the same (section 5). The key is the part of HTTP/1.1 alone. */
export function toUpgradeHead(headers: IncomingHttpHeaders, rawHeaders: readonly string[]) {
  const key = randomBytes(16).toString('base64')
  const upgrade = { ':method': 'GET', upgrade: webSocketProtocol, 'sec-websocket-key': key }
  return { headers: { ...headers, ...upgrade }, rawHeaders: [...rawHeaders, 'sec-websocket-key', key] }
}

/** Returns the caller of a WebSocket over a stream. */
export function openStreamCaller(stream: ServerHttp2Stream, response: Http2Response): UpgradeCaller {
  let isAccepted = false
  stream.once('finish', () => {
    // After a refusal, the client need not end its side: RFC 9113 section 8.1.
    if (!isAccepted && !stream.closed) stream.close(constants.NGHTTP2_NO_ERROR)
  })
  return {
    connection: stream,
    response,
    abort() {
      if (!stream.closed) stream.close(stream.writableFinished ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL)
    },
    accept(_protocol, _status, headers) {
      isAccepted = true
      response.writeHead(200, withoutAcceptance(headers))
      response.flushHeaders()
    },
  }
}

/** The acceptance of the key is for the upstream's hop. */
function withoutAcceptance(headers: readonly string[]): string[] {
  return headers.filter((_, index) => headers[index - (index % 2)]?.toLowerCase() !== 'sec-websocket-accept')
}
