/** Rejects response headers whose values would begin another header line: RFC 9110 section 5.5. */
import { isHeaderValue } from '../message/header-lines.ts'

/** Throws a `TypeError` that names the header when the value contains a character that is not allowed. */
export function checkHeaderValue(name: string, value: string): void {
  if (!isHeaderValue(value))
    throw new TypeError(
      `the value of the header "${name}" contains a character that is not allowed in headers`,
    )
}
