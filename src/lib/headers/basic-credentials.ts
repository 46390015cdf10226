/**
 * The credentials of HTTP Basic authentication, read and written.
 *
 * RFC 7617.
 */

export interface BasicCredentials {
  name: string
  password: string
}

const shape = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** The name and password of an Authorization field, or undefined when it is not well-formed Basic. */
export function parseBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = shape.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined

  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':') // section 2: the first colon splits
  if (colon < 0 || /[\0-\x1f\x7f]/.test(text)) return undefined

  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** An Authorization field for a name (which must hold no colon) and a password, in UTF-8. */
export function renderBasicCredentials(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`
}
