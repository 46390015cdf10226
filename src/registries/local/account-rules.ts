/** What names and passwords of new users must be like. */
import { findPasswordWeakness } from './common-passwords.ts'

/** What was asked for cannot be done; the message says why, and what would do. */
export class AccountError extends Error {
  override name = 'AccountError'
  /** What must be another one; undefined when neither is wrong in itself. */
  readonly field: 'name' | 'password' | undefined

  constructor(message: string, field?: AccountError['field']) {
    super(message)
    this.field = field
  }
}

/** The least that NIST SP 800-63B section 5.1.1.1 asks for, and the most that is worth hashing. */
const shortest = 8
const longest = 1024

const longestName = 256

/**
 * Letters and digits of any script with their marks, and a few signs inside: nothing that HTTP Basic cannot send (RFC
 * 7617 section 2), that markup, shells or logs read as something else, or that looks like another name.
 */
const nameForm = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@+'-]*[\p{L}\p{M}\p{N}_.+-])?$/u

/** Throws `AccountRefused` for a name that a new user cannot have. */
export function checkUserName(name: string): void {
  const composed = name.normalize('NFC')
  const isPlain = composed.normalize('NFKC') === composed // no full-width letters, ligatures and the like
  if (name.length <= longestName && nameForm.test(name) && isPlain && !name.includes('  ')) return
  throw new AccountError(
    `a user name has 1 to ${longestName} letters and digits, with single blanks and . _ @ + ' - inside, and begins with a letter or digit`,
    'name',
  )
}

/** Throws `AccountRefused` for a password that is too short, too long or easy to guess. */
export function checkNewPassword(password: string, name: string): void {
  if (password.length < shortest || password.length > longest) {
    throw new AccountError(
      `a password has ${shortest} to ${longest} characters, this one ${password.length}`,
      'password',
    )
  }
  const weakness = findPasswordWeakness(password, name)
  if (weakness === undefined) return
  throw new AccountError(
    `the password is easy to guess: ${weakness}. Choose a longer one, such as several words`,
    'password',
  )
}
