/** The Cookie field of a request. RFC 6265 section 4.2. */

/** Every cookie in a Cookie field, in its order. */
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

/** The value of the cookie of a name; undefined when it is not there. */
export function findCookie(field: string | undefined, name: string): string | undefined {
  return parseCookies(field).find(([each]) => each === name)?.[1]
}
