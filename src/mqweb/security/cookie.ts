/**
 * The cookie that carries the token of a login.
 *
 * RFC 6265.
 */
import type { Properties } from '../settings/properties.ts'

type CookieProperties = Pick<Properties, 'ltpaCookieName' | 'secureLtpa'>

/** The value of the cookie of a name in a Cookie field; undefined when it is not there. */
export function readCookie(field: string | undefined, name: string): string | undefined {
  if (!field) return undefined
  for (const part of field.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name)
      return part
        .slice(equals + 1)
        .trim()
        .replace(/^"|"$/g, '')
  }
  return undefined
}

/** A Set-Cookie field that hands the token to the browser until it is closed. */
export function setCookie(token: string, properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=${token}; ${attributes(properties)}`
}

/** A Set-Cookie field that takes the cookie away. */
export function clearCookie(properties: CookieProperties): string {
  return `${properties.ltpaCookieName}=""; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes(properties)}`
}

function attributes({ secureLtpa }: CookieProperties): string {
  return `Path=/; ${secureLtpa ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`
}
