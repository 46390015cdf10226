/** What keeps one person's sign-in from another's: where forms come from, and which cookies count. */
import type { Context } from 'koa'

/** A second lock beside the SameSite cookie: browsers name the origin of every form that is posted. */
export function isSameOrigin({ req }: Context, origin: string): boolean {
  const site = req.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return req.headers.origin === undefined || req.headers.origin === origin
}

const session = '_session'

/** The cookies of a request without those that would carry an earlier sign-in along. */
export function removeSessionCookies(cookies: string | undefined): string {
  const kept = (cookies ?? '').split('; ').filter((cookie) => !cookie.startsWith(session))
  return kept.join('; ')
}

/** Takes the library's session back before the browser has it. */
export function discardSessionCookies({ res }: Context): void {
  const cookies = [res.getHeader('set-cookie') ?? []].flat().map(String)
  const kept = cookies.filter((cookie) => !cookie.startsWith(session))
  if (kept.length > 0) res.setHeader('set-cookie', kept)
  else res.removeHeader('set-cookie')
}
