/** The error boundary of all provider endpoints: common headers, rendered errors, a log line per request. */
import type { Context, Next } from 'koa'
import {
  buildProblemDetails,
  prefersProblemDetails,
  problemDetailsType,
} from '../../../shared/http/message/problem-details.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import { attachPageBrand, type PageBrand } from '../authorize/page-brand.ts'
import { sendErrorPage } from '../authorize/pages.ts'
import { clientRejectedText, type OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { attachRequestState, getRequestState, openRequestState } from '../request/request-state.ts'
import { toOauthError } from './to-oauth-error.ts'

/** Headers of every response. RFC 6749 section 5.1 forbids caching of token responses. */
const commonHeaders = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'X-Content-Type-Options': 'nosniff' }

/** Returns the middleware. It catches everything that the endpoints throw. */
export function errorBoundary(parts: ProviderParts, brand: PageBrand) {
  return async function catchErrors(ctx: Context, next: Next): Promise<void> {
    const started = performance.now()
    const sentAuthorization = ctx.req.headers.authorization !== undefined
    attachRequestState(ctx, openRequestState(ctx.req, ctx.res))
    attachPageBrand(ctx.res, brand)
    ctx.set(commonHeaders)

    let error: OauthError | undefined
    try {
      await next()
    } catch (caught) {
      error = toOauthError(caught)
      respondWithError(ctx, error, sentAuthorization, parts)
    }
    reportRequest(ctx, error, performance.now() - started, parts)
  }
}

/** Responds with an error: HTML on pages, JSON elsewhere, as problem details when the caller asks for them. */
function respondWithError(
  ctx: Context,
  error: OauthError,
  sentAuthorization: boolean,
  { issuer, settings }: ProviderParts,
) {
  const { code, status, description, reason } = error
  ctx.status = status
  ctx.set(error.headers)

  if (code === 'invalid_client' && sentAuthorization) {
    ctx.set('WWW-Authenticate', `Basic realm="${issuer}", charset="UTF-8"`) // RFC 6749 section 5.2
  }
  if (settings.debug && ctx.get('apim-debug') === 'true') {
    ctx.set({ 'X-APIC-Debug-OAuth-Error': code, 'X-APIC-Debug-OAuth-Error-Desc': replaceForbiddenCharacters(reason) })
  }
  if (getRequestState(ctx).inPage) sendErrorPage(ctx, status, code, description)
  else {
    const body = renderErrorBody(error, settings.compat)
    const isProblem = prefersProblemDetails(ctx.req.headers.accept)
    ctx.body = isProblem ? buildProblemDetails(status, body.error_description, body) : body
    if (isProblem) ctx.type = problemDetailsType
  }
}

/** Returns the JSON body of an error. With `compat: apic`, failed client authentication has API Connect's text. */
function renderErrorBody({ code, description }: OauthError, compat: ProviderSettings['compat']) {
  if (code === 'invalid_client' && compat === 'apic') {
    return { error: 'unauthorized_client', error_description: clientRejectedText }
  }
  return { error: code, error_description: replaceForbiddenCharacters(description) }
}

/** Writes one log line for each request, and sends an event for a rejected one. */
function reportRequest(
  ctx: Context,
  thrown: OauthError | undefined,
  tookMs: number,
  { log, events }: ProviderParts,
): void {
  const state = getRequestState(ctx)
  const { requestId, uri, address, client, claimedClientId, grant, redirected, trace, issuedScope } = state
  const clientId = client?.clientId
  const requestFields = { requestId, method: ctx.method, path: uri, status: ctx.status, clientId, remote: address }
  const line = { ...requestFields, ...trace, totalMs: Math.round(tookMs * 1000) / 1000 }
  const error = thrown ?? (redirected === undefined ? undefined : toOauthError(redirected))
  if (!error) {
    log.info(issuedScope === undefined ? line : { ...line, grant, scope: issuedScope }, 'call')
    return
  }

  const { code, reason, location: place, cause } = error
  const { status } = ctx
  const { method } = ctx
  events({
    kind: 'refused',
    error: code,
    status,
    reason,
    place,
    method,
    path: uri,
    remote: address,
    clientId,
    claimedClientId,
    grant,
    requestId,
  })
  const refused = { ...line, claimedClientId: client ? undefined : claimedClientId, grant, error: code, reason, place }
  if (status >= 500 && !state.signal.aborted) log.error({ ...refused, err: cause ?? error }, 'call')
  else log.info(refused, 'call')
}
