/** Checks response headers, and determines how the fast path treats each of them. */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'
import { isHeaderValue, isToken } from '../message/header-lines.ts'

/** `own`: the server sets the header itself, and ignores the value of the handler. */
export type HeaderRole = 'ordinary' | 'length' | 'date' | 'transport' | 'own'

const roles: Readonly<Record<string, HeaderRole>> = {
  'content-length': 'length',
  date: 'date',
  'strict-transport-security': 'transport',
  connection: 'own',
  'keep-alive': 'own',
  'transfer-encoding': 'own',
}

/** Returns the role of a header and the start of its line. Throws a `TypeError` for a text that is not one: RFC 9110 section 5.1. */
export const findResponseHeader = cacheBySpelling((name, spelling) => {
  if (!isToken(name)) throw new TypeError(`"${name}" contains a character that is not allowed in header names`)
  const role: HeaderRole = (Object.hasOwn(roles, name) && roles[name]) || 'ordinary'
  return { role, start: `${spelling}: ` }
})

/** Throws a `TypeError` that names a header with a forbidden character in its value: RFC 9110 section 5.5. */
export function checkHeaderValue(name: string, value: string): void {
  if (!isHeaderValue(value))
    throw new TypeError(`the value of the header "${name}" contains a character that is not allowed in headers`)
}
