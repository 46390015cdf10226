/** Forwards 103 Early Hints: links that the caller may load before the response arrives (RFC 8297). */
import { findHeaderValues, type ResponseHead } from '../../http/client/index.ts'
import type { Call } from '../call/call.ts'

/**
 * Forwards the Link headers of a 103 response. HTTP/1.0 has no interim responses. Hints are optional, so values
 * that node's server rejects are dropped.
 */
export function sendEarlyHints(
  { response, request, upgrade, progress }: Call,
  { status, headers: fields }: ResponseHead,
): void {
  if (status !== 103 || progress.isOver || upgrade || response.headersSent || request.httpVersion === '1.0') return
  const link = findHeaderValues(fields, 'link')
  if (link.length === 0) return
  try {
    response.writeEarlyHints({ link })
  } catch {}
}
