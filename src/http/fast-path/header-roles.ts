/** Names of the fields of an answer: what becomes of them, and which are none. */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'
import { isToken } from '../message/header-lines.ts'

/** `own`: the server writes the field itself, whoever names it. */
export type HeaderRole = 'field' | 'length' | 'date' | 'transport' | 'own'

const roles: Readonly<Record<string, HeaderRole>> = {
  'content-length': 'length',
  date: 'date',
  'strict-transport-security': 'transport',
  connection: 'own',
  'keep-alive': 'own',
  'transfer-encoding': 'own',
}

/** Throws a `TypeError` for a text that cannot be a name: RFC 9110 section 5.1. */
export const findHeaderRole = cacheBySpelling((name): HeaderRole => {
  if (!isToken(name)) throw new TypeError(`"${name}" holds a character that no name of a field may hold`)
  return Object.hasOwn(roles, name) ? (roles[name] as HeaderRole) : 'field'
})
