/**
 * 103 Early Hints: what the caller may load before the response is here (RFC 8297).
 */
import type { HttpResponse } from '../../http/http-response.ts'

/** Sends the values of `Link`. Hints are optional: values that node's server does not accept are dropped. */
export function sendEarlyHints(response: HttpResponse, link: string[]): void {
  if (response.headersSent || response.destroyed) return
  try {
    response.writeEarlyHints({ link })
  } catch {}
}
