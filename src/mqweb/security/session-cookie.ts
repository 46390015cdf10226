/**
 * The cookie that carries the token of a login.
 *
 * RFC 6265.
 */
import type { PropertyValues } from '../settings/properties.ts'

type CookieProperties = Pick<PropertyValues, 'ltpaCookieName' | 'secureLtpa'>

/** A Set-Cookie field that hands the token to the browser until it is closed. */
export function renderSetCookie(token: string, properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=${token}; ${attributes(properties)}`
}

/** A Set-Cookie field that takes the cookie away. */
export function renderClearCookie(properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=""; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes(properties)}`
}

function attributes({ secureLtpa }: CookieProperties): string {
  return `Path=/; ${secureLtpa ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
}
