/** The cookie that carries the token of a session. RFC 6265. */
import { readCookie } from '../../http/cookie.ts'

const cookieName = 'sluice_portal'

export interface SessionCookieScope {
  /** The portal's prefix: other paths of the gateway never see the cookie. */
  path: string
  secure: boolean
}

/** The token that a Cookie field carries, if it carries one. */
export function readSessionToken(field: string | undefined): string | undefined {
  return readCookie(field, cookieName)
}

/** A Set-Cookie field that hands the token to the browser until it is closed. */
export function renderSessionCookie(token: string, scope: SessionCookieScope): string {
  return `${cookieName}=${token}; ${attributes(scope)}`
}

/** A Set-Cookie field that takes it away. */
export function renderExpiredSessionCookie(scope: SessionCookieScope): string {
  return `${cookieName}=; Max-Age=0; ${attributes(scope)}`
}

/** Lax, and not Strict: coming back from the page of an OAuth provider, people are still signed in. */
function attributes({ path, secure }: SessionCookieScope): string {
  return `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
