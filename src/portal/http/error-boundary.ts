/** The edge of the portal's resources: headers that every answer has, what is thrown becomes a problem, one line in the log. */
import type { Context, Next } from 'koa'
import { findTraceIds } from '../../lib/headers/trace-context.ts'
import type { Log } from '../../lib/output/log.ts'
import { VerifierBusy } from '../../security/index.ts'
import { AccountsUnavailable } from '../call/deps.ts'
import { Refusal } from './refusal.ts'

/** Nothing of this is kept, shown in a frame, or run. */
const always = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export function edge(log: Log) {
  return async function edge(ctx: Context, next: Next): Promise<void> {
    const started = performance.now()
    ctx.set(always)
    let refusal: Refusal | undefined
    try {
      await next()
    } catch (error) {
      refusal = refusalOf(error)
      ctx.status = refusal.problem.status
      ctx.set(refusal.headers)
      ctx.body = refusal.problem
      ctx.type = 'application/problem+json'
    }
    if (refusal && !ctx.req.complete) ctx.set('Connection', 'close') // the rest of a body that nobody reads
    tell(ctx, refusal, performance.now() - started, log)
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof AccountsUnavailable)
    return new Refusal('unavailable', { retryAfter: error.retryAfter, cause: error.cause })
  if (error instanceof VerifierBusy) return new Refusal('unavailable', { retryAfter: error.retryAfter })
  if (error instanceof URIError) return new Refusal('unknown_resource')
  return new Refusal('fault', { cause: error })
}

function tell(
  { method, path, status, req, state }: Context,
  refusal: Refusal | undefined,
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
