/** The error boundary of the REST resources: security headers, errors as problem details, and a line in the log. */
import type { Context, Next } from 'koa'
import { findTraceIds } from '../../../../shared/lib/headers/call-ids.ts'
import type { Log } from '../../../../shared/lib/output/log.ts'
import { VerifierBusyError } from '../../../../shared/security/index.ts'
import { findStoreRetryAfter } from '../../../../shared/storage/index.ts'
import { AccountsUnavailableError } from '../context/portal-deps.ts'
import { PortalError } from './portal-error.ts'

/** Headers of every response: browsers must not cache, frame or execute it. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export function errorBoundary(log: Log) {
  return async function edge(ctx: Context, next: Next): Promise<void> {
    const started = performance.now()
    ctx.set(securityHeaders)
    let refusal: PortalError | undefined
    try {
      await next()
    } catch (error) {
      refusal = toPortalError(error)
      ctx.status = refusal.problem.status
      ctx.set(refusal.headers)
      ctx.body = refusal.problem
      ctx.type = 'application/problem+json'
    }
    logRequest(ctx, refusal, performance.now() - started, log)
  }
}

function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error
  if (error instanceof AccountsUnavailableError)
    return new PortalError('unavailable', { retryAfter: error.retryAfter, cause: error.cause })
  if (error instanceof VerifierBusyError) return new PortalError('unavailable', { retryAfter: error.retryAfter })
  const retryAfter = findStoreRetryAfter(error)
  if (retryAfter !== undefined) return new PortalError('unavailable', { retryAfter, cause: error })
  if (error instanceof URIError) return new PortalError('unknown_resource')
  return new PortalError('fault', { cause: error })
}

function logRequest(
  { method, path, status, req, state }: Context,
  refusal: PortalError | undefined,
  tookMs: number,
  log: Log,
) {
  const line = {
    requestId: req.headers['x-request-id'],
    ...findTraceIds(req.headers.traceparent),
    method,
    path,
    status,
    portalUser: state.user,
    totalMs: Math.round(tookMs * 1000) / 1000,
    refused: refusal?.problem.code,
  }
  if (status >= 500 && !req.destroyed) log.error({ ...line, err: refusal?.cause }, 'portal call')
  else log.info(line, 'portal call')
}
