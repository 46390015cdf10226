/** The form of user names that is the same for all spellings which a directory takes for one name. */
import { normalizeUserName } from '../directory/index.ts'
import type { LdapConfiguration } from './ldap-settings.ts'

/**
 * Returns the fold of names: compatibility forms as in RFC 4518 section 2, and lower case unless the registry compares case.
 * With principal names, the suffix that the sign-in adds is left out.
 */
export function buildFoldLdapName(
  { authentication_method: method, bind_suffix: suffix }: LdapConfiguration,
  caseSensitive: boolean,
): (name: string) => string {
  const fold = (name: string) => {
    const plain = normalizeUserName(name) ?? name
    return caseSensitive ? plain : lowerEachCharacter(plain)
  }
  if (method !== 'compose_upn' || suffix === '') return fold
  const end = suffix.toLowerCase()
  return (name) => {
    const folded = fold(name)
    return folded.toLowerCase().endsWith(end) ? folded.slice(0, -end.length) : folded
  }
}

/** Returns the text in lower case. Directories have no rule for a sigma at the end of a word, which `toLowerCase` has. */
function lowerEachCharacter(text: string): string {
  return Array.from(text.normalize('NFKD'), (each) => each.toLowerCase())
    .join('')
    .normalize('NFKC')
}
