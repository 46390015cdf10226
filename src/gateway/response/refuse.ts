/**
 * Answers a call with a no, in the format that the caller accepts.
 */
import type { Call } from '../call/call.ts'
import type { Refusal } from '../call/refusals.ts'
import { errorContentTypes, errorFormat } from './error-body.ts'
import { addOwnHeaders } from './own-headers.ts'

export function refuse(call: Call, refusal: Refusal): void {
  call.progress.over = true
  call.outcome.reason = refusal.reason
  call.outcome.place ??= refusal.place && `${refusal.place.file}:${refusal.place.line}`
  call.message.exchange?.cancel()

  const { response } = call
  if (response.headersSent) {
    response.destroy() // too late for another answer, and half of one must not look whole
    return
  }

  const format = errorFormat(call.head.accept)
  const body = refusal.body(format)
  call.outcome.bytesOut = body.length
  const fields = ['Content-Type', errorContentTypes[format], 'Content-Length', String(body.length)]
  fields.push(...refusal.headers)
  response.writeHead(refusal.status, addOwnHeaders(fields, call, refusal.status))
  if (call.method === 'HEAD') response.end()
  else response.end(body)
}
