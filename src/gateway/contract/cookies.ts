/** The cookies of a request: RFC 6265 section 5.4. */

/** Every pair, in the order of the field. A value that is not well-formed stays as it was sent. */
export function cookiesOf(field: string | undefined): [name: string, value: string][] {
  return (field ?? '').split(';').flatMap((pair): [string, string][] => {
    const equals = pair.indexOf('=')
    if (equals < 0) return []
    const value = pair.slice(equals + 1).trim()
    return [[pair.slice(0, equals).trim(), decoded(value.replace(/^"(.*)"$/, '$1'))]]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
