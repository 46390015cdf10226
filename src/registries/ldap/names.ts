/** Prepares user names for a directory: as part of a filter (RFC 4515) or of a distinguished name (RFC 4514). */

/**
 * The one spelling of a typed name, or undefined when no user can have it. A directory takes several spellings for
 * the same name (RFC 4518: blanks at the ends, invisible characters, compatibility forms); were they let through,
 * limits and lock-outs would know one user under many names.
 */
export function normalizeUserName(name: string): string | undefined {
  const plain = name.normalize('NFKC')
  const odd = /^\s|\s$|\s\s|[\p{Cc}\p{Cf}\p{Cs}]/u
  return plain === '' || plain.length > 256 || odd.test(plain) ? undefined : plain
}

/** RFC 4515 section 3: what has a meaning in a filter stands as its bytes in hexadecimal. */
export function escapeFilterValue(text: string): string {
  return text.replace(/[*()\\\0]/g, asBytes)
}

/** RFC 4514 section 2.4: the same for the value of an attribute in a distinguished name. */
export function escapeDnValue(text: string): string {
  return text.replace(/[,+"\\<>;=\0]|^[ #]| $/g, asBytes)
}

/** Every character that needs it is ASCII: one byte each. */
function asBytes(character: string): string {
  return `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}
