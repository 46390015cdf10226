/**
 * Answers a call with a no, in the format that the caller accepts.
 */
import type { Call } from '../call/call.ts'
import type { Refusal } from '../call/refusals.ts'
import { errorContentTypes, errorFormat } from './error-body.ts'
import { addOwnHeaders } from './own-headers.ts'

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
  const fields = ['Content-Type', errorContentTypes[format], 'Content-Length', String(body.length)]
  fields.push(...refusal.headers)
  response.writeHead(refusal.status, addOwnHeaders(fields, call, refusal.status))
  if (call.method === 'HEAD') response.end()
  else response.end(body)
}
