/**
 * Answers a call with a no, in the format that the caller accepts.
 */
import type { Call } from '../call.ts'
import type { Refusal } from '../refusals.ts'
import { errorContentTypes, errorFormat } from './error-body.ts'
import { linger } from './linger.ts'
import { ownHeaders } from './own-headers.ts'

export function refuse(call: Call, refusal: Refusal): void {
  call.over = true
  call.reason = refusal.reason
  call.place ??= refusal.place && `${refusal.place.file}:${refusal.place.line}`
  call.exchange?.cancel()

  const { response } = call
  if (response.headersSent) {
    response.destroy() // too late for another answer, and half of one must not look whole
    return
  }

  const format = errorFormat(call.accept)
  const body = refusal.body(format)
  call.bytesOut = body.length
  response.writeHead(refusal.status, [
    ...ownHeaders(call, refusal.status),
    'Content-Type',
    errorContentTypes[format],
    'Content-Length',
    String(body.length),
    ...refusal.headers,
  ])
  response.end(call.method === 'HEAD' ? undefined : body)
  if (call.hasBody) linger(call.request)
}
