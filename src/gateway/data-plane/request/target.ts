/**
 * Reads the request target (RFC 9112 section 3.2), and handles `Max-Forwards` (RFC 9110 section 7.6.2).
 *
 * The gateway accepts the origin form, and the absolute form that clients send to a proxy.
 */
import type { Call } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { respond } from '../response/respond.ts'
import { normalisePath } from './path.ts'

const unsupported = new GatewayError('target_unsupported')
export const ambiguousPathError = new GatewayError('path_ambiguous')

const absoluteForm = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/i

/** Reads path and query. Returns an error for CONNECT, for other forms of targets and for ambiguous paths. */
export function readRequestTarget(call: Pick<Call, 'request' | 'method' | 'target'>): CallStepResult {
  const target = originForm(call.request.url ?? '')
  if (target === undefined || call.method === 'CONNECT') return unsupported

  const queryAt = target.indexOf('?')
  const path = normalisePath(queryAt === -1 ? target : target.slice(0, queryAt))
  if (!path) return ambiguousPathError
  call.target.path = path.path
  call.target.hasEncodedSlash = path.hasEncodedSlash

  if (queryAt === -1) return undefined
  const search = target.slice(queryAt)
  if (/[^\x21-\x7e]|#/.test(search)) return ambiguousPathError
  call.target.search = search === '?' ? '' : search
  call.target.receivedSearch = call.target.search
  return undefined
}

function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target
  const authority = absoluteForm.exec(target)?.[0]
  if (authority === undefined) return undefined
  return `/${target.slice(authority.length)}` // the path is normalised, which removes an empty segment
}

/** The methods that `Max-Forwards` is for. */
export const maxForwardsMethods: ReadonlySet<string> = new Set(['TRACE', 'OPTIONS'])

/** Returns undefined when the request is forwarded. A value that is not a number is forwarded unchanged. */
export function handleMaxForwards(call: Call): ReturnType<CallStep> {
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
