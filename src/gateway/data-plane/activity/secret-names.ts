/** Recognises names of secrets: of headers, of members of JSON, of form fields and of XML elements. */

const parts = [
  ...['authorization', 'auth(?!or(?!iz))', 'bearer', 'cookie', 'credential', 'assertion', 'session', 'csrf'],
  ...['passw', 'passphrase', 'passcode', 'pass(?![a-z])', 'pwd', 'secret', 'token', 'signature', 'jwt'],
  ...['api[-_. ]?key', 'access[-_. ]?key', 'private[-_. ]?key', 'pass[-_. ]?key', 'client[-_. ]?id'],
  ...['code[-_. ]?verifier', 'device[-_. ]?code', 'user[-_. ]?code'],
  ...['otp', 'pin(?![a-z])', 'pin[-_. ]?code', 'cvv', 'cvc'],
]

const secretName = new RegExp(parts.join('|'), 'i')

/** The authorization code of OAuth, which has this name in forms and queries; elsewhere it names codes of errors. */
const codeName = /^code$/i

export function isSecretName(name: string): boolean {
  return secretName.test(name.normalize('NFKC'))
}

/** Returns whether a form field or a parameter of a query has the name of a secret, however often it is encoded. */
export function isSecretParameter(name: string): boolean {
  const decoded = decodeRepeatedly(name)
  return decoded === undefined || isSecretName(decoded) || codeName.test(decoded.trim())
}

/** Returns the offset at which the first name of a secret begins in a text; -1 when there is none. */
export function findSecretName(text: string): number {
  return text.search(secretName)
}

const maxEncodings = 3

/** Returns a text without its percent-encoding; undefined when that is not valid. */
export function decodeRepeatedly(text: string): string | undefined {
  let decoded = text.replaceAll('+', ' ')
  try {
    for (let round = 0; round < maxEncodings && decoded.includes('%'); round += 1) decoded = decodeURIComponent(decoded)
    return decoded
  } catch {
    return undefined
  }
}

/** What stands in place of a secret. */
export const mask = '***'
