/**
 * The edge of every endpoint: what all answers have in common, how an error becomes one, and the line in the log.
 */
import type { Context, Next } from 'koa'

import type { ProviderSettings } from '../../config/types/index.ts'
import type { Log } from '../../lib/output/log.ts'
import { sendErrorPage } from '../authorize/pages.ts'
import { clientRefused, type OauthError, plainText } from '../errors/errors.ts'
import type { OnOauthEvent } from '../events.ts'
import { callOf, openCall, setCall } from './call.ts'
import { failureOf } from './failure.ts'

export interface EdgeTools {
  issuer: string
  settings: Pick<ProviderSettings, 'compat' | 'debug'>
  log: Log
  events: OnOauthEvent
}

/** RFC 6749 section 5.1: nothing of this is ever kept. */
const everywhere = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'X-Content-Type-Options': 'nosniff' }

export function edge(tools: EdgeTools) {
  return async function edge(ctx: Context, next: Next): Promise<void> {
    const started = performance.now()
    const { headers } = ctx.req // of the caller: further in, another request may stand here
    setCall(ctx, openCall(ctx.req, ctx.res))
    ctx.set(everywhere)

    let error: OauthError | undefined
    try {
      await next()
    } catch (caught) {
      error = failureOf(caught)
      refuse(ctx, error, headers, tools)
    }
    tell(ctx, error, performance.now() - started, tools)
  }
}

/** Answers with an error: in a page for a person, otherwise as JSON, whatever the caller accepts. */
function refuse(
  ctx: Context,
  error: OauthError,
  headers: Context['headers'],
  { issuer, settings }: EdgeTools,
) {
  const { code, status, description, reason } = error
  ctx.status = status
  ctx.set(error.headers)

  if (code === 'invalid_client' && headers.authorization !== undefined) {
    ctx.set('WWW-Authenticate', `Basic realm="${issuer}", charset="UTF-8"`) // section 5.2
  }
  if (settings.debug && headers['apim-debug'] === 'true') {
    ctx.set({ 'X-APIC-Debug-OAuth-Error': code, 'X-APIC-Debug-OAuth-Error-Desc': plainText(reason) })
  }
  if (callOf(ctx).inPage) sendErrorPage(ctx, status, code, description)
  else ctx.body = bodyOf(error, settings.compat)
}

/** What people come from says every failure of a client with one code and one text. */
function bodyOf({ code, description }: OauthError, compat: ProviderSettings['compat']) {
  if (code === 'invalid_client' && compat === 'apic') {
    return { error: 'unauthorized_client', error_description: clientRefused }
  }
  return { error: code, error_description: plainText(description) }
}

/** One line for each call, and the news of a refusal for those who count. */
function tell(
  ctx: Context,
  thrown: OauthError | undefined,
  tookMs: number,
  { log, events }: EdgeTools,
): void {
  const { requestId, uri, address, client, claimedClientId, grant, signal, redirected, trace } = callOf(ctx)
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
