/**
 * The edge of every endpoint: what all answers have in common, how an error becomes one, and the line in the log.
 */
import type { Context, Next } from 'koa'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Log } from '../../lib/output/log.ts'
import type { OauthEventListener } from '../../telemetry/events/index.ts'
import { sendErrorPage } from '../authorize/pages.ts'
import { clientRejectedText, type OauthError, replaceForbiddenCharacters } from '../errors/oauth-error.ts'
import { attachRequestState, getRequestState, openRequestState } from '../request/request-state.ts'
import { toOauthError } from './to-oauth-error.ts'

export interface ErrorBoundaryDeps {
  issuer: string
  settings: Pick<ProviderSettings, 'compat' | 'debug'>
  log: Log
  events: OauthEventListener
}

/** RFC 6749 section 5.1: nothing of this is ever kept. */
const everywhere = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'X-Content-Type-Options': 'nosniff' }

export function errorBoundary(deps: ErrorBoundaryDeps) {
  return async function edge(ctx: Context, next: Next): Promise<void> {
    const started = performance.now()
    const { headers } = ctx.req // of the caller: further in, another request may stand here
    attachRequestState(ctx, openRequestState(ctx.req, ctx.res))
    ctx.set(everywhere)

    let error: OauthError | undefined
    try {
      await next()
    } catch (caught) {
      error = toOauthError(caught)
      refuse(ctx, error, headers, deps)
    }
    tell(ctx, error, performance.now() - started, deps)
  }
}

/** Answers with an error: in a page for a person, otherwise as JSON, whatever the caller accepts. */
function refuse(
  ctx: Context,
  error: OauthError,
  headers: Context['headers'],
  { issuer, settings }: ErrorBoundaryDeps,
) {
  const { code, status, description, reason } = error
  ctx.status = status
  ctx.set(error.headers)

  if (code === 'invalid_client' && headers.authorization !== undefined) {
    ctx.set('WWW-Authenticate', `Basic realm="${issuer}", charset="UTF-8"`) // section 5.2
  }
  if (settings.debug && headers['apim-debug'] === 'true') {
    ctx.set({
      'X-APIC-Debug-OAuth-Error': code,
      'X-APIC-Debug-OAuth-Error-Desc': replaceForbiddenCharacters(reason),
    })
  }
  if (getRequestState(ctx).inPage) sendErrorPage(ctx, status, code, description)
  else ctx.body = bodyOf(error, settings.compat)
}

/** What people come from says every failure of a client with one code and one text. */
function bodyOf({ code, description }: OauthError, compat: ProviderSettings['compat']) {
  if (code === 'invalid_client' && compat === 'apic') {
    return { error: 'unauthorized_client', error_description: clientRejectedText }
  }
  return { error: code, error_description: replaceForbiddenCharacters(description) }
}

/** Logs one line for each request, and sends an event for a rejected one. */
function tell(
  ctx: Context,
  thrown: OauthError | undefined,
  tookMs: number,
  { log, events }: ErrorBoundaryDeps,
): void {
  const { requestId, uri, address, client, claimedClientId, grant, signal, redirected, trace } =
    getRequestState(ctx)
  const clientId = client?.clientId
  const call = { requestId, method: ctx.method, path: uri, status: ctx.status, clientId, remote: address }
  const line = { ...call, ...trace, totalMs: Math.round(tookMs * 1000) / 1000 }
  const error = thrown ?? redirected
  if (!error) {
    log.info(line, 'call')
    return
  }

  const { code, reason, place, cause } = error
  const { status } = ctx
  const { method } = ctx
  events({
    ...{ kind: 'refused', error: code, status, reason, place, method, path: uri, remote: address },
    ...{ clientId, claimedClientId, grant, requestId },
  })
  const refused = { ...line, ...(client ? {} : { claimedClientId }), grant, error: code, reason, place }
  if (status >= 500 && !signal.aborted) log.error({ ...refused, err: cause ?? error }, 'call')
  else log.info(refused, 'call')
}
