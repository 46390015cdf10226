/** User registries: several types behind one contract. */
import { authUrlRegistryType } from './auth-url/auth-url-registry.ts'
import { ldapRegistryType } from './ldap/ldap-registry.ts'
import { localRegistryType } from './local/local-registry.ts'
import {
  type OpenUserRegistriesDeps,
  openRegistriesOfTypes,
  type UserRegistries,
  type UserRegistryDocument,
} from './open-registries.ts'

export {
  RegistryUnavailableError,
  type SignInContext,
  type User,
  type UserRegistry,
  type UserRegistryDeps,
  type UserRegistryType,
  type UserTokenCeiling,
} from './contract/user-registry.ts'
export { AccountError } from './local/account-rules.ts'
export { addUser, listUsers, removeUser, setPassword, setTokenCeiling } from './local/accounts.ts'
export { type LocalRegistrySettings, openLocalUsers } from './local/local-registry.ts'
export { foldName, type LocalUsers } from './local/local-users.ts'
export type { LocalUser } from './local/user-file.ts'
export { openUsersInFile, type UserFileRef } from './local/users-in-file.ts'
export type { OpenUserRegistriesDeps, UserRegistries, UserRegistryDocument } from './open-registries.ts'

/** All types of user registries. */
export const userRegistryTypes = [authUrlRegistryType, ldapRegistryType, localRegistryType] as const

/** Opens the registries of a catalog. Throws when one cannot be opened, after closing the others. */
export function openUserRegistries(
  documents: Iterable<UserRegistryDocument>,
  deps: OpenUserRegistriesDeps,
): UserRegistries {
  return openRegistriesOfTypes(userRegistryTypes, documents, deps)
}
