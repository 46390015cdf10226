/**
 * The edge of every endpoint: what all answers have in common, and how an error becomes one.
 */
import type { Context, Next } from 'koa'

import type { ProviderSettings } from '../../config/types.ts'
import { VerifierBusy } from '../../consumers/index.ts'
import type { Log } from '../../lib/log.ts'
import { RegistryUnavailable } from '../../registries/index.ts'
import { StoreError, type StoreFault } from '../../storage/index.ts'
import { sendErrorPage } from '../authorize/pages.ts'
import { clientRefused, OauthError, plainText } from '../errors.ts'
import type { OnOauthEvent } from '../events.ts'
import { callOf, openCall, setCall } from './call.ts'

export interface EdgeTools {
  issuer: string
  settings: Pick<ProviderSettings, 'compat' | 'debug'>
  log: Log
  events: OnOauthEvent
}

/** RFC 6749 section 5.1: nothing of this is ever kept. Errors are JSON whatever the caller accepts, but in pages. */
export function edge({ issuer, settings, log, events }: EdgeTools) {
  return async function edge(ctx: Context, next: Next): Promise<void> {
    setCall(ctx, openCall(ctx.req, ctx.res))
    const { authorization, 'apim-debug': debug } = ctx.req.headers
    ctx.set({ 'Cache-Control': 'no-store', Pragma: 'no-cache', 'X-Content-Type-Options': 'nosniff' })
    try {
      await next()
    } catch (error) {
      refuse(ctx, failureOf(error))
    }

    function refuse(ctx: Context, error: OauthError): void {
      const { requestId, client, signal, inPage } = callOf(ctx)
      const fields = { requestId, clientId: client?.clientId, status: error.status, reason: error.reason }
      if (error.status >= 500 && !signal.aborted)
        log.error({ ...fields, err: error.cause ?? error }, error.code)
      else log.info(fields, error.code)

      const { code, status } = error
      events({ kind: 'refused', error: code, status, clientId: client?.clientId, requestId })

      ctx.status = status
      ctx.set(error.headers)
      if (code === 'invalid_client' && authorization !== undefined) {
        ctx.set('WWW-Authenticate', `Basic realm="${issuer}", charset="UTF-8"`) // section 5.2
      }
      if (settings.debug && debug === 'true') {
        ctx.set({
          'X-APIC-Debug-OAuth-Error': code,
          'X-APIC-Debug-OAuth-Error-Desc': plainText(error.reason),
        })
      }
      if (inPage) sendErrorPage(ctx, status, code, error.description)
      else ctx.body = bodyOf(error, settings.compat)
    }
  }
}

/** What people come from says every failure of a client with one code and one text. */
function bodyOf({ code, description }: OauthError, compat: ProviderSettings['compat']) {
  if (code === 'invalid_client' && compat === 'apic') {
    return { error: 'unauthorized_client', error_description: clientRefused }
  }
  return { error: code, error_description: plainText(description) }
}

/** What will pass is worth asking again; anything else is our fault. Callers learn neither's reason. */
function failureOf(cause: unknown): OauthError {
  if (cause instanceof OauthError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)

  const seconds = retryAfterOf(cause)
  if (seconds === undefined) {
    return new OauthError('server_error', 'The request could not be served', { reason, cause })
  }
  const headers = { 'Retry-After': String(seconds) }
  return new OauthError('temporarily_unavailable', 'The request cannot be served now', {
    headers,
    reason,
    cause,
  })
}

function retryAfterOf(cause: unknown): number | undefined {
  if (cause instanceof RegistryUnavailable || cause instanceof VerifierBusy) return cause.retryAfter
  if (cause instanceof StoreError && passing.has(cause.fault)) return 5
  return undefined
}

/** Faults of the store that end when others let go of it, or when there is room again. */
const passing: ReadonlySet<StoreFault> = new Set(['busy', 'full', 'closed'])
