/** The error boundary of all provider endpoints: common headers, rendered errors, a log line per request. */
import type { Context, Next } from 'koa'
import { errors } from 'oidc-provider'
import {
  buildProblemDetails,
  prefersProblemDetails,
  problemDetailsType,
} from '../../../shared/http/message/problem-details.ts'
import { RegistryUnavailableError } from '../../../shared/registries/index.ts'
import { findStoreRetryAfter } from '../../../shared/storage/index.ts'
import type { ProviderSettings } from '../../config/types/index.ts'
import { VerifierBusyError } from '../../consumers/index.ts'
import { attachPageBrand, type PageBrand } from '../authorize/page-brand.ts'
import { sendErrorPage } from '../authorize/pages.ts'
import {
  clientRejectedText,
  invalidClientError,
  OauthError,
  replaceForbiddenCharacters,
  unavailableError,
} from '../errors/oauth-error.ts'
import { SigningUnavailableError } from '../keys/signing-key.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { attachRequestState, getRequestState, openRequestState } from '../request/request-state.ts'
import { translations } from './library-sentences.ts'

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
  const refusal = { kind: 'refused', error: code, reason, place, claimedClientId, grant } as const
  events({ ...requestFields, ...refusal })
  const refused = { ...line, claimedClientId: client ? undefined : claimedClientId, grant, error: code, reason, place }
  if (status >= 500 && !state.signal.aborted) log.error({ ...refused, err: cause ?? error }, 'call')
  else log.info(refused, 'call')
}

/** Returns the OAuth error for anything that was thrown. The response never contains the reason of a server error. */
function toOauthError(cause: unknown): OauthError {
  if (cause instanceof OauthError) return cause
  if (cause instanceof errors.OIDCProviderError && cause.expose) return translate(cause)
  const reason = cause instanceof Error ? cause.message : String(cause)

  const seconds = retryAfterOf(cause)
  if (seconds === undefined)
    return new OauthError('server_error', 'The server could not process the request', { reason, cause })
  return unavailableError('The server cannot process the request now; try again later', { reason, cause }, seconds)
}

function retryAfterOf(cause: unknown): number | undefined {
  if (cause instanceof SigningUnavailableError) return cause.retryAfter
  if (cause instanceof RegistryUnavailableError || cause instanceof VerifierBusyError) return cause.retryAfter
  return findStoreRetryAfter(cause)
}

/**
 * Returns an error of oidc-provider in the words of this product: one text for every failed client authentication, and
 * the detail in place of descriptions that say nothing.
 */
function translate(cause: errors.OIDCProviderError): OauthError {
  const { error, status, error_description: description = 'The request was rejected', error_detail: detail } = cause
  const reason = detail ?? description
  if (error === 'invalid_client') return invalidClientError(reason)
  const found = translations.find(([said]) => said.test(reason))
  // Of an endpoint that an access token opens, such as userinfo: RFC 6750 section 3.1.
  if (found && error === 'invalid_token') return new OauthError(error, found[2], { status, reason })
  if (found) return new OauthError(found[1], found[2], { reason })
  return new OauthError(error, description.charAt(0).toUpperCase() + description.slice(1), { status, reason })
}
