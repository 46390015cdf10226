/**
 * Builds the headers of a request to an upstream: the headers of the message that `header-control` lets pass, and
 * those that the gateway adds. `parameter-control` selects the query parameters in the same way; by default none is added.
 * A query that the URL itself contains through `$(request.search)` is not filtered.
 */
import type { RenderedHeaders } from '../../../../shared/http/message/header-lines.ts'
import { findClientHost, isClientEncrypted } from '../../../../shared/http/request/client-address.ts'
import { renderBasicCredentials } from '../../../../shared/lib/headers/basic-credentials.ts'
import type { SourceLocation } from '../../../config/types/index.ts'
import type { Call } from '../../call/call.ts'
import { DocumentError, locateWithin } from '../../errors/document-error.ts'
import { filterHeaders, setHeader } from '../../message/headers.ts'
import type { PolicyContext } from '../../policy/policy.ts'
import { renderTemplate } from '../../templates/render-template.ts'
import { compileTemplate, findFixedText } from '../../templates/template.ts'
import { compileNameFilter } from './name-filter.ts'
import type { InvokeSettings } from './settings.ts'

/** Returns the headers for a call, which follow those of `received`, if these are forwarded unchanged. */
type BuildHeaders = (call: Call, received: RenderedHeaders | undefined) => string[]

/** Returns the function that builds the headers. Throws a `DocumentError` for a password without user. */
export function compileRequestHeaders(settings: InvokeSettings, context: PolicyContext): BuildHeaders {
  const credentials = credentialsOf(settings, context)
  const control = settings['header-control']
  const passes =
    control && control.values.length > 0
      ? compileNameFilter(control, locateWithin(context.location, 'header-control'))
      : undefined
  const passesOwn = passes?.('Authorization') ?? true
  const proxied = settings['inject-proxy-headers']

  return (call, received) => {
    const { message } = call
    const own = ['X-Request-Id', call.id, 'Via', call.request.httpVersionMajor === 2 ? '2 sluice' : '1.1 sluice']
    const headers = received ? own : [...(passes ? filterHeaders(message.headers, passes) : message.headers), ...own]
    if (credentials) setHeader(headers, 'Authorization', credentials(call))
    else if (call.head.authorization !== undefined && !call.caller.isAuthorizationConsumed && passesOwn)
      headers.push('Authorization', call.head.authorization)
    if (proxied) addProxyHeaders(headers, call)
    return headers
  }
}

/** Returns a function that renders Basic credentials; fixed credentials are rendered once. */
function credentialsOf(
  { username, password }: InvokeSettings,
  { scope, location }: PolicyContext,
): ((call: Call) => string) | undefined {
  if (username === undefined) {
    if (password !== undefined)
      throw new DocumentError(locateWithin(location, 'password'), 'invoke has a password but no username')
    return undefined
  }
  const name = compileTemplate(username, scope, locateWithin(location, 'username'))
  const secret = compileTemplate(password ?? '', scope, locateWithin(location, 'password'))
  const fixedName = findFixedText(name)
  const fixedSecret = findFixedText(secret)
  if (fixedName !== undefined && fixedSecret !== undefined) {
    const rendered = renderBasicCredentials(fixedName, fixedSecret)
    return () => rendered
  }
  return (call) => renderBasicCredentials(renderTemplate(name, call), renderTemplate(secret, call))
}

function addProxyHeaders(headers: string[], { request, remoteAddress }: Call): void {
  const host = findClientHost(request)
  if (remoteAddress) headers.push('X-Forwarded-For', remoteAddress)
  if (host) headers.push('X-Forwarded-Host', host)
  headers.push('X-Forwarded-Proto', isClientEncrypted(request) ? 'https' : 'http')
}

/** Returns the function that appends allowed query parameters; undefined if none are. Throws a `GatewayBuildError`. */
export function compileQueryParameters(
  control: InvokeSettings['parameter-control'],
  location: SourceLocation,
): ((path: string, call: Call) => string) | undefined {
  const { type, values } = control ?? { type: 'allowlist', values: [] }
  const allows = type === 'allowlist' || type === 'whitelist'
  if (allows && values.length === 0) return undefined

  const passes = compileNameFilter({ type, values }, location)
  return (path, { target }) => {
    const kept = target.search
      .slice(1)
      .split('&')
      .filter((pair) => pair !== '' && passes(nameOf(pair)))
    if (kept.length === 0) return path
    return `${path}${path.includes('?') ? '&' : '?'}${kept.join('&')}`
  }
}

function nameOf(pair: string): string {
  return new URLSearchParams(pair).keys().next().value ?? ''
}
