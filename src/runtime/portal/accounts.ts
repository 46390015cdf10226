/** The accounts of a portal: the users of a local registry, which `sluice users` also changes. */
import type { RegistrySettings } from '../../config/types/index.ts'
import { type AccountRejection, AccountsUnavailableError, type PortalAccounts } from '../../portal/index.ts'
import {
  AccountError,
  addUser,
  foldName,
  openUserDirectory,
  RegistryUnavailableError,
  setPassword,
  type UserRegistry,
} from '../../registries/index.ts'

/** Opens the accounts. `registry` is the registry with these settings. */
export function openAccounts(
  { settings, caseSensitive }: RegistrySettings,
  registry: UserRegistry,
): PortalAccounts {
  const { users_file: file } = settings as { users_file: string }
  const where = { file, caseSensitive }
  const directory = openUserDirectory(where)

  return {
    authenticate: (name, password, signal) =>
      available(async () => {
        if (await directory.isEmpty()) return undefined // before the first sign-up there is no file
        if (!(await registry.authenticate(name, password, { signal }))) return undefined
        return (await directory.find(name))?.name
      }),

    find: (name) =>
      available(async () => {
        const user = await directory.find(name)
        return user && { name: user.name, stamp: user.changedAt }
      }),

    add: (name, password) =>
      available(async () => {
        if (await directory.find(name)) return 'taken'
        const refused = await reasonAgainst(() => addUser(where, name, password))
        if (!refused) return 'added'
        return (await directory.find(name)) ? 'taken' : refused
      }),

    setPassword: (name, password) => available(() => reasonAgainst(() => setPassword(where, name, password))),

    fold: (name) => foldName(name, caseSensitive),
  }
}

async function reasonAgainst(change: () => Promise<void>): Promise<AccountRejection | undefined> {
  try {
    await change()
    return undefined
  } catch (error) {
    if (error instanceof AccountError) return { reason: error.message, field: error.field ?? 'name' }
    throw error
  }
}

/** Any other failure means that the accounts are unavailable. */
async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const retryAfter = cause instanceof RegistryUnavailableError ? cause.retryAfter : 5
    throw new AccountsUnavailableError(retryAfter, { cause })
  }
}
