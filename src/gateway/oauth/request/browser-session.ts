/** What the pages of a provider share: the check of a form's origin, redirects, and cookies of earlier sign-ins. */
import type { Context } from 'koa'

/**
 * Returns whether a page of this origin posted the form: browsers send `Sec-Fetch-Site` or `Origin` with every form.
 * Together with SameSite cookies this protects against CSRF.
 */
export function isSameOrigin({ req }: Context, url: string): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === undefined || req.headers.origin === new URL(url).origin
}

/** Leads a browser to a location by GET, also after a form. */
export function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location)
  ctx.status = 303
}

const session = '_session'

/** Returns the `Cookie` header without oidc-provider's session cookies: an earlier sign-in has no effect. */
export function removeSessionCookies(cookies: string | undefined): string {
  const kept = (cookies ?? '').split('; ').filter((cookie) => !cookie.startsWith(session))
  return kept.join('; ')
}

/** Removes the session cookies of oidc-provider from a response. */
export function discardSessionCookies({ res }: Context): void {
  const cookies = [res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(session))
  if (kept.length > 0) res.setHeader('set-cookie', kept)
  else res.removeHeader('set-cookie')
}
