/**
 * The message that policies read and change: the request until an upstream has responded, then the response.
 */
import type { Exchange } from '../upstream/exchange.ts'

export class CallMessage {
  /** A flat list of names and values, like `rawHeaders`, without hop-by-hop headers, Host and Content-Length. */
  headers: string[] = []
  status = 200
  /** A whole body, which replaces the body that streams. */
  payload: Buffer | undefined
  /** The exchange whose response is the message; undefined before an upstream was called. */
  exchange: Exchange | undefined
  /** Names of the headers that policies have set, in lower case. */
  headersSetByPolicies: Set<string> | undefined
  /** The variables that policies have set. */
  variables: Map<string, string> | undefined
  /** The Content-Length of the upstream's response; NaN when it has none. */
  responseLength = Number.NaN

  /** Replaces the body, and cancels the exchange that the previous body would have come from. */
  replaceBody(payload: Buffer | undefined): void {
    this.payload = payload ?? Buffer.alloc(0)
    this.exchange?.cancel()
    this.exchange = undefined
  }
}
