/** Finds the groups of an operating system user with `id(1)`, which asks every source of NSS: files, LDAP, SSSD. */
import { execFile } from 'node:child_process'
import { RegistryUnavailableError } from '../../../../../shared/registries/index.ts'

const timeoutMs = 10_000
const maxOutputBytes = 1_048_576

/** Returns the names of the user's groups, or undefined when there is no such user. Throws `RegistryUnavailableError`. */
export function findGroups(name: string): Promise<string[] | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string[] | undefined>()
  // -z separates names with a zero byte, because names of groups in directories can contain spaces.
  const options = { env: { PATH: process.env.PATH, LC_ALL: 'C' }, timeout: timeoutMs, maxBuffer: maxOutputBytes }
  execFile('id', ['-Gnz', '--', name], options, (error, output, errors) => {
    const groups = output.split('\0').filter((group) => group !== '')
    if (!error || /cannot find name for group ID/.test(errors)) resolve(groups)
    else if (/no such user/i.test(errors)) resolve(undefined)
    else {
      const reason = errors.trim() || error.message
      reject(new RegistryUnavailableError(`id could not read the groups of "${name}": ${reason}`, { cause: error }))
    }
  })
  return promise
}

/** Returns whether a text can be a user name, and no user ID, option, list or path for `id` or PAM. */
export function canBeUserName(name: string): boolean {
  return name.length > 0 && name.length <= 256 && name.isWellFormed() && !/^[-+~]|^\d+$|[\p{Cc}:/,]|^\s|\s$/u.test(name)
}
