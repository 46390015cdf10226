/** Prepares user names for a directory, as part of a filter (RFC 4515) or of a distinguished name (RFC 4514). */

/**
 * Returns the only accepted spelling of a typed name, or undefined when no user can have the name. A directory
 * accepts several spellings of one name (RFC 4518: spaces at the ends, invisible characters, compatibility
 * forms), which would give one user several names.
 */
export function normalizeUserName(name: string): string | undefined {
  const plain = name.normalize('NFKC')
  const odd = /^\s|\s$|\s\s|[\p{C}\p{Default_Ignorable_Code_Point}\u1806\ufffc]/u
  return plain === '' || plain.length > 256 || odd.test(plain) ? undefined : plain
}

/** Escapes the special characters of a filter as hexadecimal bytes: RFC 4515 section 3. */
export function escapeFilterValue(text: string): string {
  return text.replace(/[*()\\\0]/g, asBytes)
}

/** Escapes the special characters of an attribute value in a distinguished name: RFC 4514 section 2.4. */
export function escapeDnValue(text: string): string {
  return text.replace(/[,+"\\<>;=\0]|^[ #]| $/g, asBytes)
}

/** Returns the escaped form of a special character. All special characters are ASCII, one byte each. */
function asBytes(character: string): string {
  return `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}
