/** The cookie that carries the session token (RFC 6265). */
import type { PropertyValues } from '../settings/properties.ts'

type CookieProperties = Pick<PropertyValues, 'ltpaCookieName' | 'secureLtpa'>

/** Returns the Set-Cookie value that stores the token until the browser closes. */
export function renderSetCookie(token: string, properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=${token}; ${attributes(properties)}`
}

/** Returns the Set-Cookie value that deletes the cookie. */
export function renderClearCookie(properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=""; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes(properties)}`
}

/** The cookie for the time of a sign-in at a provider. */
export const signInCookieName = 'mq-sign-in'

/** Returns the Set-Cookie value of a sign-in at a provider. */
export function renderSignInCookie(value: string, seconds: number, properties: CookieProperties): string {
  return `${signInCookieName}=${value}; Max-Age=${seconds}; ${attributes(properties)}`
}

function attributes({ secureLtpa }: CookieProperties): string {
  return `Path=/; ${secureLtpa ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
}
