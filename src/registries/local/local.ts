/**
 * Local user registry: users and the hashes of their passwords in a file of this installation.
 */

import { Type } from '../../lib/json-schema/type.ts'
import { decoyOf, secretVerifier, VerifierBusy } from '../../security/index.ts'
import {
  credentialOf,
  type RegistryTools,
  RegistryUnavailable,
  registryType,
  type UserCeiling,
} from '../registry.ts'
import { foldName } from './accounts.ts'
import { type LocalUser, readUsers, versionOf } from './user-file.ts'

const settings = Type.Object({
  users_file: Type.String({
    minLength: 1,
    description: 'The file of the users, $env{SLUICE_DATA}/users/staff.json; "sluice users" keeps it',
  }),
})

/** Folded name to name and hash; and a hash for those who are not there, so that they cost the same. */
interface Accounts {
  version: string | undefined
  byName: ReadonlyMap<string, LocalUser>
  decoy: string | undefined
}

export const local = registryType({
  type: 'lur',
  settings,

  open({ users_file: file }, tools) {
    const { caseSensitive } = tools
    let accounts: Accounts | undefined
    let closed = false

    return {
      async authenticate(name, password, { signal } = {}) {
        if (closed) throw unavailable(tools, 'it has been closed')
        if (signal?.aborted) throw unavailable(tools, 'the caller of the sign-in went away')

        const { byName, decoy } = await present()
        const account = byName.get(foldName(name, caseSensitive))
        const hash = account?.passwordHash ?? decoy
        if (hash === undefined || !(await verify(hash, password)) || !account) return undefined

        const ceiling = ceilingOf(account)
        const credential = credentialOf(account.name.normalize('NFC'), caseSensitive)
        return { name, credential, ...(ceiling && { ceiling }) }
      },

      async ceilingOf(credential) {
        const { byName } = await present()
        const account = byName.get(foldName(credential, caseSensitive))
        return account && ceilingOf(account)
      },

      async close() {
        closed = true
      },
    }

    function ceilingOf({ name, tokenCeiling }: LocalUser): UserCeiling | undefined {
      return tokenCeiling && { ...tokenCeiling, place: `user ${name} in ${file}` }
    }

    /** The accounts as the file has them now: a user who was removed is out at once. */
    async function present(): Promise<Accounts> {
      try {
        const version = await versionOf(file)
        if (!accounts || accounts.version !== version)
          accounts = await readAccounts(file, version, caseSensitive)
        return accounts
      } catch (cause) {
        throw unavailable(tools, (cause as Error).message, { cause })
      }
    }

    async function verify(hash: string, password: string): Promise<boolean> {
      try {
        return await secretVerifier.verify([hash], password)
      } catch (cause) {
        if (!(cause instanceof VerifierBusy)) throw cause
        throw unavailable(tools, cause.message, { cause, retryAfter: cause.retryAfter })
      }
    }
  },
})

/** A missing file is a fault, not an empty registry: nobody should be told that his password is wrong for it. */
async function readAccounts(
  file: string,
  version: string | undefined,
  caseSensitive: boolean,
): Promise<Accounts> {
  const users = await readUsers(file)
  if (!users) throw new Error(`there is no user file ${file}; "sluice users add NAME" makes it`)

  const byName = new Map(users.map((user) => [foldName(user.name, caseSensitive), user]))
  const example = users[0]?.passwordHash
  return { version, byName, decoy: example && decoyOf(example) }
}

function unavailable(
  { name }: RegistryTools,
  reason: string,
  options?: ErrorOptions & { retryAfter?: number },
): RegistryUnavailable {
  return new RegistryUnavailable(`registry ${name}: ${reason}`, options)
}
