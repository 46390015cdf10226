/**
 * 103 Early Hints: what the caller may load before the response is here (RFC 8297).
 */
import { type AnswerHead, valuesOf } from '../../http/client/index.ts'
import type { Call } from '../call/call.ts'

/**
 * Sends the links of an interim response on; nothing else in one concerns the caller. HTTP/1.0 has no interim responses.
 * Hints are optional: values that node's server does not accept are dropped.
 */
export function sendEarlyHints(
  { response, request, upgrade, progress }: Call,
  { status, fields }: AnswerHead,
): void {
  if (status !== 103 || progress.isOver || upgrade || response.headersSent || request.httpVersion === '1.0')
    return
  const link = valuesOf(fields, 'link')
  if (link.length === 0) return
  try {
    response.writeEarlyHints({ link })
  } catch {}
}
