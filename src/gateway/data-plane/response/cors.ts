/**
 * CORS: calls from browser pages of other origins, for the APIs that allow them.
 *
 * Fetch standard, "CORS protocol". Every origin is allowed unless the API lists some, because calls are
 * authorised by a token or a key; cookies are allowed only by the API.
 */
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-progress.ts'
import { respond } from './respond.ts'

const exposed = [
  'APIm-Debug-Trans-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Global-Transaction-ID',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'DPoP-Nonce',
].join(', ')

const headerNameList = /^[!#$%&'*+.^_`|~0-9A-Za-z, -]+$/

/** Responds to a preflight request, which has no credentials. Other requests get headers for the page. */
export function handleCors(call: Call): ReturnType<CallStep> {
  const { request } = call
  const { origin } = call.head
  const { resource } = call.route
  if (!resource) return undefined
  if (origin === undefined) {
    // A cache may not give the response to a page. It shares one to Authorization only where the response allows that.
    if (call.head.authorization === undefined) call.addedHeaders.list.push('Vary', 'Origin')
    return undefined
  }

  const { corsRules: rules } = resource.api.api
  call.addedHeaders.hasCors = true
  const rule = rules?.rules.find(({ origins }) => !origins || origins.includes(origin))
  call.addedHeaders.list.push('Vary', 'Origin')
  if (rules && !rule) return undefined
  if (rule?.credentials) call.addedHeaders.list.push('Access-Control-Allow-Credentials', 'true')
  call.addedHeaders.list.push('Access-Control-Allow-Origin', origin)
  const isPreflight = call.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  if (!isPreflight) {
    call.addedHeaders.list.push('Access-Control-Expose-Headers', [exposed, ...(rules?.exposedHeaders ?? [])].join(', '))
    return undefined
  }

  const requested = String(request.headers['access-control-request-headers'] ?? '')
  call.message.status = 204
  call.message.headers = []
  call.addedHeaders.list.push('Access-Control-Allow-Methods', [...resource.methods.keys()].join(', '))
  if (headerNameList.test(requested)) call.addedHeaders.list.push('Access-Control-Allow-Headers', requested)
  call.addedHeaders.list.push('Access-Control-Max-Age', String(rules?.maxAgeSeconds ?? 600))
  return respond(call)
}
