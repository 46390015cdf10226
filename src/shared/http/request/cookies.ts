/** Parses the Cookie header of a request: RFC 6265 section 4.2. */

/** Returns all cookies of a Cookie header, in order. */
export function parseCookies(field: string | undefined): [name: string, value: string][] {
  if (!field) return []
  return field.split(';').flatMap((part): [string, string][] => {
    const equals = part.indexOf('=')
    if (equals <= 0) return []
    const value = part
      .slice(equals + 1)
      .trim()
      .replace(/^"|"$/g, '')
    return [[part.slice(0, equals).trim(), value]]
  })
}

/** Returns the value of a cookie; undefined when there is none with this name. */
export function findCookie(field: string | undefined, name: string): string | undefined {
  return parseCookies(field).find(([each]) => each === name)?.[1]
}
