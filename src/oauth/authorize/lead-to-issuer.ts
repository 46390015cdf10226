/** Leads browsers to the issuer's host before another provider's sign-in, which sends them back there. */
import type { Middleware } from 'koa'

import type { RenderUrl } from '../../http/request/public-place.ts'

export interface LeadToIssuerOptions {
  /** The paths at which sign-ins begin, below the provider. */
  paths: readonly string[]
  issuer: string
  /** The standard path of the provider. */
  path: string
  renderUrl: RenderUrl
}

/** Redirects with the status 307, which keeps method and body. */
export function leadToIssuer({ paths, issuer, path, renderUrl }: LeadToIssuerOptions): Middleware {
  return async function leadBrowser(ctx, next) {
    const below = ctx.path.slice(path.length)
    if (!paths.includes(below) || renderUrl(ctx.req) === issuer) return next()
    ctx.redirect(`${issuer}${below}${ctx.search}`)
    ctx.status = 307
  }
}
