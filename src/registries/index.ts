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
export {
  addUser,
  foldName,
  listUsers,
  removeUser,
  setPassword,
  setTokenCeiling,
  type UserFileRef,
} from './local/accounts.ts'
export { openUserDirectory, type UserDirectory } from './local/user-directory.ts'
export type { LocalUser } from './local/user-file.ts'
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
