/** Local user registries: users and password hashes are in a file of this installation, or in the store of the gateway. */
import { choice, optionalText } from '../../lib/json-schema/members.ts'
import { type Static, Type } from '../../lib/json-schema/type.ts'
import { sharedSecretVerifier, VerifierBusyError } from '../../security/index.ts'
import {
  defineUserRegistryType,
  foldComposedName,
  RegistryUnavailableError,
  type UserRegistryDeps,
  type UserTokenCeiling,
} from '../contract/user-registry.ts'
import type { LocalUser, LocalUsers } from './user-file.ts'
import { openUsersInFile } from './users-in-file.ts'
import { openUsersInStore } from './users-in-store.ts'

const settings = Type.Object({
  users: choice(['file', 'store'], 'Where the users are: in users_file, or in the store that several gateways share'),
  users_file: optionalText('The user file, such as $env{SLUICE_DATA}/users/staff.json; "sluice users" changes it'),
})

/** The settings of a local registry. */
export type LocalRegistrySettings = Static<typeof settings>

/** The user registry type `lur`. */
export const localRegistryType = defineUserRegistryType({
  type: 'lur',
  settings,

  faults({ users, users_file: file }) {
    if (users === 'file' && file === undefined)
      return [{ path: [], message: 'users_file is missing: name a file, or set users to store' }]
    if (users === 'store' && file !== undefined)
      return [{ path: ['users_file'], message: 'has no effect: the users are in the store' }]
    return []
  },

  buildFoldName: (_settings, caseSensitive) => (name) => foldComposedName(name, caseSensitive),

  open(settings, deps) {
    const foldName = (name: string) => foldComposedName(name, deps.caseSensitive)
    const users = openLocalUsers(settings, deps)
    let closed = false

    return {
      async authenticate(name, password, { signal, attributes } = {}) {
        if (closed) throw unavailable(deps, 'it is closed')
        if (signal?.aborted) throw unavailable(deps, 'the caller of the sign-in disconnected')

        const { account, decoy } = await find(name)
        const hash = account?.passwordHash ?? decoy
        if (hash === undefined || !(await verify(hash, password)) || !account) return undefined

        const ceiling = ceilingOf(account)
        return {
          name,
          credential: foldName(account.name),
          tokenCeiling: ceiling,
          // A local user has no attribute but the name.
          attributes: attributes?.includes('name') ? { name: account.name } : undefined,
        }
      },

      async findTokenCeiling(credential) {
        const { account } = await find(credential)
        return account && ceilingOf(account)
      },

      foldName,

      async close() {
        closed = true
      },
    }

    function ceilingOf({ name, tokenCeiling }: LocalUser): UserTokenCeiling | undefined {
      return (
        tokenCeiling && { ...tokenCeiling, place: `user ${name} in ${settings.users_file ?? `registry ${deps.name}`}` }
      )
    }

    /**
     * Returns the user, and a hash to verify for an unknown one, so that the response takes the same time. A missing
     * file is an error, not an empty registry, because users would be told that their passwords are wrong.
     */
    async function find(name: string): Promise<{ account?: LocalUser | undefined; decoy?: string | undefined }> {
      try {
        const { user, findDecoyHash, absence } = await users.lookUp(name)
        if (absence !== undefined) throw new Error(absence)
        return user ? { account: user } : { decoy: await findDecoyHash() }
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

/** Opens the users of a registry. Throws when they are in the store and this process has none. */
export function openLocalUsers(
  { users, users_file: file }: LocalRegistrySettings,
  { name, caseSensitive, store }: Pick<UserRegistryDeps, 'name' | 'caseSensitive' | 'store'>,
): LocalUsers {
  if (users === 'file') return openUsersInFile({ file: String(file), caseSensitive })
  if (!store) throw new Error('its users are in the store of the gateway, which is not open here')
  return openUsersInStore({ store, registry: name, caseSensitive })
}

function unavailable(
  { name }: UserRegistryDeps,
  reason: string,
  options?: ErrorOptions & { retryAfter?: number },
): RegistryUnavailableError {
  return new RegistryUnavailableError(`registry ${name}: ${reason}`, options)
}
