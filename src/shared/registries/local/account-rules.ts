/** The rules for names and passwords of new users. */
import { findPasswordWeakness } from './common-passwords.ts'

/** An account operation was rejected. The message has the reason and the accepted values. */
export class AccountError extends Error {
  override name = 'AccountError'
  /** The argument that was rejected; undefined when the reason is none of them. */
  readonly field: 'name' | 'password' | undefined

  constructor(message: string, field?: AccountError['field']) {
    super(message)
    this.field = field
  }
}

/** The characters of a password: the minimum of NIST SP 800-63B section 5.1.1.1, a maximum for the cost of hashing. */
const minPasswordLength = 8
const maxPasswordLength = 1024

const maxNameLength = 256

/**
 * Letters and digits of any script with their marks, and a few characters inside. All accepted names can be sent
 * by HTTP Basic (RFC 7617 section 2), have no special meaning in markup, shells or logs, and do not look like
 * another name.
 */
const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@+'-]*[\p{L}\p{M}\p{N}_.+-])?$/u

/** Throws `AccountError` for a name that a new user cannot have. */
export function checkUserName(name: string): void {
  const composed = name.normalize('NFC')
  // rejects full-width letters, ligatures and other compatibility forms
  const isCanonical = composed.normalize('NFKC') === composed
  if (name.length <= maxNameLength && namePattern.test(name) && isCanonical && !name.includes('  ')) return
  throw new AccountError(
    `a user name has 1 to ${maxNameLength} letters and digits, with single spaces and . _ @ + ' - inside, and begins with a letter or digit`,
    'name',
  )
}

/** Throws `AccountError` for a password that is too short, too long or easy to guess. */
export function checkNewPassword(password: string, name: string): void {
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw new AccountError(
      `a password has ${minPasswordLength} to ${maxPasswordLength} characters, this one has ${password.length}`,
      'password',
    )
  }
  const weakness = findPasswordWeakness(password, name)
  if (weakness === undefined) return
  const text = `the password is easy to guess: ${weakness}. Choose a longer one, such as several words`
  throw new AccountError(text, 'password')
}
