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

/**
 * The number of characters of a password: the minimum of NIST SP 800-63B section 5.1.1.1, and a maximum that
 * limits the cost of hashing.
 */
const shortest = 8
const longest = 1024

const longestName = 256

/**
 * Letters and digits of any script with their marks, and a few characters inside. All accepted names can be sent
 * by HTTP Basic (RFC 7617 section 2), have no special meaning in markup, shells or logs, and do not look like
 * another name.
 */
const nameForm = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@+'-]*[\p{L}\p{M}\p{N}_.+-])?$/u

/** Throws `AccountError` for a name that a new user cannot have. */
export function checkUserName(name: string): void {
  const composed = name.normalize('NFC')
  const isPlain = composed.normalize('NFKC') === composed // rejects full-width letters, ligatures and other compatibility forms
  if (name.length <= longestName && nameForm.test(name) && isPlain && !name.includes('  ')) return
  throw new AccountError(
    `a user name has 1 to ${longestName} letters and digits, with single blanks and . _ @ + ' - inside, and begins with a letter or digit`,
    'name',
  )
}

/** Throws `AccountError` for a password that is too short, too long or easy to guess. */
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
