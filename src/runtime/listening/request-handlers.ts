import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import type { EntryRejectionReason } from '../../gateway/index.ts'
import type { HttpResponse } from '../../http/message/http-response.ts'

/** Serves the requests of a listener. With a rejection, a request is rejected because of its connection. */
export interface RequestHandlers {
  /** Serves any request. */
  handleRequest(request: IncomingMessage, response: ServerResponse, rejection?: EntryRejectionReason): void
  /** Whether a request target belongs to the data plane, so that `serveCall` serves it. */
  isCall(target: string): boolean
  /** Serves a request of the data plane; the fast path calls it directly. */
  serveCall(request: IncomingMessage, response: HttpResponse, rejection?: EntryRejectionReason): void
  /** Serves a request that switches its connection to a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, rejection?: EntryRejectionReason): void
}
