/**
 * Reads the request target: RFC 9112 section 3.2.
 *
 * The gateway accepts the origin form, and the absolute form that clients send to a proxy.
 */

import type { Call } from '../call/call.ts'
import type { CallStepResult } from '../call/call-step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { normalisePath } from './path.ts'

const unsupported = new GatewayError('target_unsupported')
export const ambiguousPathError = new GatewayError('path_ambiguous')

const absoluteForm = /^https?:\/\/[^/?#@\\]+(?=[/?]|$)/i

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
