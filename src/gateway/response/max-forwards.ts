/**
 * Handles TRACE and OPTIONS with `Max-Forwards`: the gateway decrements the value, and responds itself when it is
 * 0.
 *
 * RFC 9110 section 7.6.2.
 */

import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-step.ts'
import { respond } from './respond.ts'

const methods: ReadonlySet<string> = new Set(['TRACE', 'OPTIONS'])

/** Returns undefined when the request is forwarded. A value that is not a number is forwarded unchanged. */
export function handleMaxForwards(call: Call): ReturnType<CallStep> {
  if (!methods.has(call.method)) return undefined
  const { headers } = call.message
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'max-forwards')
  const value = headers[at + 1] ?? ''
  if (at < 0 || !/^\d{1,9}$/.test(value)) return undefined

  const left = Number(value)
  if (left > 0) {
    call.message.headers = headers.with(at + 1, String(left - 1))
    return undefined
  }
  return respondHere(call)
}

/** A response to TRACE shows the request without its headers, which may hold credentials: RFC 9110 section 9.3.8. */
function respondHere(call: Call): ReturnType<CallStep> {
  call.message.status = 200
  call.message.headers = []
  if (call.method === 'TRACE') {
    call.message.payload = Buffer.from(`TRACE ${call.target.path} HTTP/1.1\r\nMax-Forwards: 0\r\n\r\n`)
    call.addedHeaders.list.push('Content-Type', 'message/http')
  } else {
    call.message.payload = Buffer.alloc(0)
    call.addedHeaders.list.push('Allow', [...(call.route.resource?.methods.keys() ?? [])].join(', '))
  }
  return respond(call)
}
