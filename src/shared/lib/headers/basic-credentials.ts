/**
 * Parses and renders the credentials of HTTP Basic authentication.
 *
 * RFC 7617.
 */

export type BasicCredentials = { name: string; password: string }

const shape = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** Returns the name and password of an Authorization header, or undefined when the header is not well-formed Basic. */
export function parseBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = shape.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined

  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':') // section 2: the first colon splits
  if (colon < 0 || /[\0-\x1f\x7f]/.test(text)) return undefined

  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Renders an Authorization header in UTF-8. The name must not contain a colon. */
export function renderBasicCredentials(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`, 'utf8').toString('base64')}`
}
