/** The Cookie field of a request. RFC 6265 section 4.2. */

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
