/** Checks and compares mail addresses: RFC 5321 section 4.1.2 without quoted names, RFC 6531. */
import { domainToASCII } from 'node:url'

const maxLength = 254 // RFC 5321 section 4.5.3.1.3, less the angle brackets
const maxNameLength = 64

/** Characters of the name: those of RFC 5322 atoms, and letters, marks and digits of all scripts. */
const nameAtom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u
/** Default ignorable characters are invisible, and servers and libraries drop them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
/** Each of the invisible characters. */
const invisibleAll = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns the address as mails are sent to it: its name as written, its domain as the DNS has it. Undefined for what
 * is no address, such as one with blanks, control or invisible characters, quotes, or an empty part between dots.
 */
export function parseMailAddress(text: string): string | undefined {
  if (text.length > maxLength || invisible.test(text)) return undefined
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  if (at < 1 || name.length > maxNameLength || !name.split('.').every((each) => nameAtom.test(each))) return undefined
  const written = text.slice(at + 1)
  if (!written.split('.').every((each) => each !== '' && !/[^\p{L}\p{M}\p{N}-]/u.test(each))) return undefined
  const domain = domainToASCII(written)
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((each) => domainLabel.test(each))) return undefined
  return /^\d+$/.test(labels.at(-1) ?? '') ? undefined : `${name}@${domain}`
}

/**
 * Returns one form for the spellings of a mailbox: compatible characters and letters in lower case, the domain as the
 * DNS has it, and without the tag in `anna+tag@example.com`.
 */
export function foldMailAddress(address: string): string {
  const visible = address.normalize('NFKC').replace(invisibleAll, '').toLowerCase()
  const at = visible.lastIndexOf('@')
  const domain = visible.slice(at + 1)
  const name = visible.slice(0, Math.max(0, at)).replaceAll('"', '').replace(/\+.*$/s, '')
  return `${name}@${(domainToASCII(domain) || domain).replace(/(?<!\.)\.+$/, '')}`
}
