/** User registries: several types behind one contract. */
import { authUrlRegistryType } from './auth-url/auth-url-registry.ts'
import { foldComposedName } from './contract/user-registry.ts'
import { ldapRegistryType } from './ldap/ldap-registry.ts'
import { localRegistryType } from './local/local-registry.ts'
import { oidcRegistryType } from './oidc/oidc-registry.ts'
import {
  type OpenUserRegistriesDeps,
  openRegistriesOfTypes,
  type UserRegistries,
  type UserRegistryDocument,
} from './open-registries.ts'

export {
  type BrowserSignIn,
  isUserName,
  type PendingSignIn,
  RegistryUnavailableError,
  type SignInRejection,
  type User,
  type UserRegistry,
  type UserTokenCeiling,
} from './contract/user-registry.ts'
export { isFilter } from './ldap/filter-faults.ts'
export { AccountError } from './local/account-rules.ts'
export { addUser, listUsers, removeUser, setPassword, setTokenCeiling } from './local/accounts.ts'
export { type LocalRegistrySettings, openLocalUsers } from './local/local-registry.ts'
export type { LocalUser, LocalUsers } from './local/user-file.ts'
export { openUsersInFile, type UserFileRef } from './local/users-in-file.ts'
export { openPageSignIn, type PageSignIn } from './oidc/page-sign-in.ts'
export { readUserName } from './oidc/read-user.ts'
export { openRelyingParty, type SignedInClaims } from './oidc/relying-party.ts'
export type { UserRegistries } from './open-registries.ts'

/** All types of user registries. */
export const userRegistryTypes = [authUrlRegistryType, ldapRegistryType, localRegistryType, oidcRegistryType] as const

/** Returns the function that folds user names, without opening the registry; NFC and lower case without one. */
export function buildFoldName(
  document: Pick<UserRegistryDocument, 'type' | 'settings' | 'caseSensitive'> | undefined,
): (name: string) => string {
  const type = userRegistryTypes.find((each) => each.type === document?.type)
  if (!document || !type) return (name) => foldComposedName(name, false)
  return type.buildFoldName(document.settings as never, document.caseSensitive)
}

/** Opens the registries of a catalog. Throws when one cannot be opened, after closing the others. */
export function openUserRegistries(
  documents: Iterable<UserRegistryDocument>,
  deps: OpenUserRegistriesDeps,
): UserRegistries {
  return openRegistriesOfTypes(userRegistryTypes, documents, deps)
}
