/** Leads browsers to the issuer's host before another provider's sign-in, which returns there, to its cookies. */
import type { Middleware } from 'koa'
import type { RenderUrl } from '../../lib/http/public-place.ts'

/** Redirects requests to `paths`, below the provider at `path`, with the status 307, which keeps method and body. */
export function leadToIssuer(paths: readonly string[], issuer: string, path: string, renderUrl: RenderUrl): Middleware {
  return async function leadBrowser(ctx, next) {
    const below = ctx.path.slice(path.length)
    if (!paths.includes(below) || renderUrl(ctx.req) === issuer) return next()
    ctx.redirect(`${issuer}${below}${ctx.search}`)
    ctx.status = 307
  }
}
