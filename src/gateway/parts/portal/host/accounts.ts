/** The accounts of a portal: users of a local registry, which `sluice users` also changes, or of another provider. */
import {
  AccountError,
  addUser,
  type BrowserSignIn,
  type LocalRegistrySettings,
  openLocalUsers,
  openPageSignIn,
  RegistryUnavailableError,
  setPassword,
  type User,
  type UserRegistry,
} from '../../../../shared/registries/index.ts'
import type { StateStore } from '../../../../shared/storage/index.ts'
import type { RegistrySettings } from '../../../config/types/index.ts'
import { type AccountRejection, AccountsUnavailableError, type PortalAccounts } from '../index.ts'

/** A registry and its settings. */
export type PortalRegistry = { users: RegistrySettings; registry: UserRegistry }

/** Opens the accounts. Users of `local` sign in with a password beside those of a registry of the type `oidc`. */
export function openAccounts(
  { users, registry }: PortalRegistry,
  store: StateStore,
  local?: PortalRegistry,
): PortalAccounts {
  if (!registry.browserSignIn) return openLocalAccounts({ users, registry }, store)
  const provided = openProviderAccounts(users, registry, registry.browserSignIn)
  return local ? joinAccounts(provided, openLocalAccounts(local, store)) : provided
}

/** Returns the accounts of both. The name of a local account is never the one of a user of the provider. */
function joinAccounts(provided: ReturnType<typeof openProviderAccounts>, local: PortalAccounts): PortalAccounts {
  return {
    ...local,
    find: async (name) => (await local.find(name)) ?? provided.find(name),
    setPassword: async (name, password) => ((await local.find(name)) ? local : provided).setPassword(name, password),
    provider: {
      ...provided.provider,
      async complete(...returned) {
        const user = await provided.provider.complete(...returned)
        if ('rejected' in user || !(await local.find(user.name))) return user
        return { rejected: `a local account has the name ${user.name}` }
      },
    },
  }
}

function openLocalAccounts(
  { users: { name, settings, caseSensitive }, registry }: PortalRegistry,
  store: StateStore,
): PortalAccounts {
  const users = openLocalUsers(settings as LocalRegistrySettings, { name, caseSensitive, store })

  return {
    hasPasswords: true,
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

/** Returns the accounts of a portal whose users sign in at another provider, which knows them and their passwords. */
function openProviderAccounts(
  { name: registryName, title, settings }: Pick<RegistrySettings, 'name' | 'title' | 'settings'>,
  registry: UserRegistry,
  signIn: BrowserSignIn,
): PortalAccounts & Required<Pick<PortalAccounts, 'provider'>> {
  const { configuration } = settings as { configuration: { field_mapping: { email?: string } } }
  const { email: emailClaim = 'email' } = configuration.field_mapping
  const attributes = [emailClaim, 'email_verified']
  const pages = openPageSignIn<User>({
    begin: signIn.begin,
    complete: (returned, pending) => signIn.complete(returned, pending, attributes),
  })
  const refused = { reason: `Users sign in at ${title}, which has their passwords`, field: 'password' } as const

  return {
    hasPasswords: false,
    authenticate: async () => undefined,
    // Users of another registry with this name are others: their sessions end.
    find: async (name) => ({ name, stamp: `signed in by the registry ${registryName}`, hasPassword: false }),
    add: async () => refused,
    setPassword: async () => refused,
    fold: registry.foldName,
    provider: {
      title,
      begin: (callback) => available(() => pages.begin(callback)),
      findLogoutUrl: signIn.findLogoutUrl,
      async complete(query, callback, cookie) {
        const user = await available(() => pages.complete(query, callback, cookie))
        if ('rejected' in user) return user
        const { name, idToken, attributes: found } = user
        const address = found?.[emailClaim]
        return { name, idToken, email: address ? { address, isVerified: found?.email_verified === 'true' } : undefined }
      },
    },
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
