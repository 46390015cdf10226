/** The accounts of a portal: the users of a local registry, which `sluice users` also changes. */
import type { RegistrySettings } from '../../config/types/index.ts'
import { type AccountRejection, AccountsUnavailableError, type PortalAccounts } from '../../portal/index.ts'
import {
  AccountError,
  addUser,
  type LocalRegistrySettings,
  openLocalUsers,
  RegistryUnavailableError,
  setPassword,
  type UserRegistry,
} from '../../registries/index.ts'
import type { StateStore } from '../../storage/index.ts'

/** Opens the accounts. `registry` is the registry with these settings. */
export function openAccounts(
  { name, settings, caseSensitive }: RegistrySettings,
  registry: UserRegistry,
  store: StateStore,
): PortalAccounts {
  const users = openLocalUsers(settings as LocalRegistrySettings, { name, caseSensitive, store })

  return {
    authenticate: (name, password, signal) =>
      available(async () => {
        const { user, absence } = await users.lookUp(name)
        if (absence !== undefined) return undefined // before the first sign-up there is no file
        return (await registry.authenticate(name, password, { signal })) && user?.name
      }),

    find: (name) =>
      available(async () => {
        const { user } = await users.lookUp(name)
        return user && { name: user.name, stamp: user.changedAt }
      }),

    add: (name, password) =>
      available(async () => {
        if ((await users.lookUp(name)).user) return 'taken'
        const refused = await reasonAgainst(() => addUser(users, name, password))
        if (!refused) return 'added'
        return (await users.lookUp(name)).user ? 'taken' : refused
      }),

    setPassword: (name, password) => available(() => reasonAgainst(() => setPassword(users, name, password))),

    fold: registry.foldName,
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
