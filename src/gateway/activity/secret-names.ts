/** Recognises names of secrets: of headers, of members of JSON, of form fields and of XML elements. */

const parts = [
  ...['authorization', 'cookie', 'passw', 'passphrase', 'pwd', 'secret', 'token', 'credential', 'assertion'],
  ...[
    'api[-_]?key',
    'access[-_]?key',
    'private[-_]?key',
    'client[-_]?id',
    'session',
    'csrf',
    'signature',
    'jwt',
  ],
  ...['otp', 'pin(?![a-z])', 'cvv', 'cvc'],
]

/** The source of a regular expression that finds a part of a name which tells a secret. */
export const secretNamePattern = `(?:${parts.join('|')})`

const secretName = new RegExp(secretNamePattern, 'i')

export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** What stands in place of a secret. */
export const mask = '***'
