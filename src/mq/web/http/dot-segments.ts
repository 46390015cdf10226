/**
 * The names `.` and `..` in the path of a URL. Clients resolve such segments before they send a request (RFC 3986
 * section 5.2.4), also with percent-encoding, so the console writes them with a `~` in front: `~..`. A name that is a
 * `~..` itself gets another one.
 */

const escapedDots = /^~+\.\.?$/

/** Returns the path parameters with the names that they stand for. */
export function restoreDotSegments(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, escapedDots.test(value) ? value.slice(1) : value]),
  )
}
