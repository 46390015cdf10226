/** Local user registries: users and password hashes are in a file of this installation. */

import { Type } from '../../lib/json-schema/type.ts'
import { createDecoyHash, sharedSecretVerifier, VerifierBusyError } from '../../security/index.ts'
import {
  defaultCredential,
  defineUserRegistryType,
  RegistryUnavailableError,
  type UserRegistryDeps,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'
import { foldName } from './accounts.ts'
import { type LocalUser, readFileVersion, readUserFile } from './user-file.ts'

const settings = Type.Object({
  users_file: Type.String({
    minLength: 1,
    description: 'The user file, such as $env{SLUICE_DATA}/users/staff.json; "sluice users" changes it',
  }),
})

/** The users by folded name, and a hash to verify for unknown users, so that the response takes the same time. */
interface Accounts {
  version: string | undefined
  byName: ReadonlyMap<string, LocalUser>
  decoy: string | undefined
}

/** The user registry type `lur`. */
export const localRegistryType = defineUserRegistryType({
  type: 'lur',
  settings,

  open({ users_file: file }, deps) {
    const { caseSensitive } = deps
    let accounts: Accounts | undefined
    let closed = false

    return {
      async authenticate(name, password, { signal } = {}) {
        if (closed) throw unavailable(deps, 'it is closed')
        if (signal?.aborted) throw unavailable(deps, 'the caller of the sign-in disconnected')

        const { byName, decoy } = await present()
        const account = byName.get(foldName(name, caseSensitive))
        const hash = account?.passwordHash ?? decoy
        if (hash === undefined || !(await verify(hash, password)) || !account) return undefined

        const ceiling = ceilingOf(account)
        const credential = defaultCredential(account.name.normalize('NFC'), caseSensitive)
        return { name, credential, ...(ceiling && { tokenCeiling: ceiling }) }
      },

      async findTokenCeiling(credential) {
        const { byName } = await present()
        const account = byName.get(foldName(credential, caseSensitive))
        return account && ceilingOf(account)
      },

      async close() {
        closed = true
      },
    }

    function ceilingOf({ name, tokenCeiling }: LocalUser): UserTokenCeiling | undefined {
      return tokenCeiling && { ...tokenCeiling, place: `user ${name} in ${file}` }
    }

    /** Returns the accounts in the current version of the file, so that changes apply at once. */
    async function present(): Promise<Accounts> {
      try {
        const version = await readFileVersion(file)
        if (!accounts || accounts.version !== version)
          accounts = await readAccounts(file, version, caseSensitive)
        return accounts
      } catch (cause) {
        throw unavailable(deps, (cause as Error).message, { cause })
      }
    }

    async function verify(hash: string, password: string): Promise<boolean> {
      try {
        return await sharedSecretVerifier.verify([hash], password)
      } catch (cause) {
        if (!(cause instanceof VerifierBusyError)) throw cause
        throw unavailable(deps, cause.message, { cause, retryAfter: cause.retryAfter })
      }
    }
  },
})

/**
 * Reads the user file. A missing file is an error, not an empty registry, because users would be told that their
 * passwords are wrong.
 */
async function readAccounts(
  file: string,
  version: string | undefined,
  caseSensitive: boolean,
): Promise<Accounts> {
  const users = await readUserFile(file)
  if (!users) throw new Error(`there is no user file ${file}; "sluice users add NAME" creates it`)

  const byName = new Map(users.map((user) => [foldName(user.name, caseSensitive), user]))
  const example = users[0]?.passwordHash
  return { version, byName, decoy: example && createDecoyHash(example) }
}

function unavailable(
  { name }: UserRegistryDeps,
  reason: string,
  options?: ErrorOptions & { retryAfter?: number },
): RegistryUnavailableError {
  return new RegistryUnavailableError(`registry ${name}: ${reason}`, options)
}
