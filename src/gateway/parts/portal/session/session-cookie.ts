/** Reads and writes the session cookie. RFC 6265. */
import { findCookie } from '../../../../shared/http/request/cookies.ts'

export const sessionCookieName = 'sluice_portal'

export interface SessionCookieScope {
  /** The URL path of the portal. The browser sends the cookie to this path only. */
  path: string
  secure: boolean
}

/** Returns the session token in a `Cookie` header, or undefined if it has none. */
export function readSessionToken(field: string | undefined): string | undefined {
  return findCookie(field, sessionCookieName)
}

/** Renders the `Set-Cookie` header that stores the token until the browser is closed. */
export function renderSessionCookie(token: string, scope: SessionCookieScope): string {
  return `${sessionCookieName}=${token}; ${attributes(scope)}`
}

/** Renders the `Set-Cookie` header that deletes the cookie. */
export function renderExpiredSessionCookie(scope: SessionCookieScope): string {
  return `${sessionCookieName}=; Max-Age=0; ${attributes(scope)}`
}

/** The cookie for the time of a sign-in at another provider. */
export const providerCookieName = 'portal-sign-in'

/** Renders the `Set-Cookie` header of a sign-in at another provider; 0 seconds delete the cookie. */
export function renderProviderCookie(value: string, seconds: number, scope: SessionCookieScope): string {
  return `${providerCookieName}=${value}; Max-Age=${seconds}; ${attributes(scope)}`
}

/** `SameSite=Lax`, not `Strict`: users stay signed in when an OAuth provider redirects them back. */
function attributes({ path, secure }: SessionCookieScope): string {
  return `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
