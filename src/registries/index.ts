/**
 * Who a user is: user registries of several types behind one contract.
 */
import { authUrl } from './auth-url/auth-url.ts'
import { ldap } from './ldap/ldap.ts'
import { local } from './local/local.ts'
import { type OpenTools, openWith, type Registries, type RegistryDocument } from './open.ts'

export { AccountRefused } from './local/account-rules.ts'
export {
  addUser,
  foldName,
  listUsers,
  removeUser,
  setPassword,
  setTokenCeiling,
  type UserFile,
} from './local/accounts.ts'
export { openDirectory, type UserDirectory } from './local/directory.ts'
export type { LocalUser } from './local/user-file.ts'
export type { OpenTools, Registries, RegistryDocument } from './open.ts'
export {
  type Registry,
  type RegistryTools,
  type RegistryType,
  RegistryUnavailable,
  type SignInContext,
  type User,
  type UserCeiling,
} from './registry.ts'

/** Every type a user registry may have. */
export const registryTypes = [authUrl, ldap, local] as const

/** Opens the registries of a catalog. Throws when a document cannot be followed; nothing is left open then. */
export function openRegistries(documents: Iterable<RegistryDocument>, tools: OpenTools): Registries {
  return openWith(registryTypes, documents, tools)
}
