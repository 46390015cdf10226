/** Names of the fields of an answer: what becomes of them, and which are none. */

/** `own`: the server writes the field itself, whoever names it. */
export type FieldRole = 'field' | 'length' | 'date' | 'own'

const roles: Readonly<Record<string, FieldRole>> = {
  'content-length': 'length',
  date: 'date',
  connection: 'own',
  'keep-alive': 'own',
  'transfer-encoding': 'own',
}

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Answers spell names in few ways: each is looked at once. */
const remembered = new Map<string, FieldRole>()

/** Throws a `TypeError` for a text that cannot be a name: RFC 9110 section 5.1. */
export function fieldRole(name: string): FieldRole {
  const known = remembered.get(name)
  if (known !== undefined) return known

  if (!token.test(name)) throw new TypeError(`"${name}" holds a character that no name of a field may hold`)
  const lower = name.toLowerCase()
  const role = Object.hasOwn(roles, lower) ? (roles[lower] as FieldRole) : 'field'
  if (remembered.size < 1_000 && name.length < 100) remembered.set(name, role)
  return role
}
