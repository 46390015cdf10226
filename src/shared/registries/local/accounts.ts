/** Lists and changes the users of a local registry, and applies the rules for names and passwords. */
import type { TokenCeiling } from '../../access/token-ceiling.ts'
import { hashSecret } from '../../security/index.ts'
import { AccountError, checkNewPassword, checkUserName } from './account-rules.ts'
import { isTokenCeiling, type LocalUser, type LocalUsers, tokenCeilingFormat } from './user-file.ts'

/** Returns the users, sorted by name. Throws when the file or the store fails. */
export async function listUsers(users: LocalUsers): Promise<LocalUser[]> {
  return (await users.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Adds a user. Throws `AccountError` for a rejected or existing one, and when the file or the store fails. */
export async function addUser(users: LocalUsers, name: string, password: string): Promise<void> {
  checkUserName(name)
  const user = await userOf(name, password)
  await users.change(name, (same) => {
    if (same) throw new AccountError(`the user ${same.name} exists already; "sluice users passwd" changes a password`)
    return user
  })
}

/** Replaces a password. Throws `AccountError` for a rejected one or no user, and when the file or the store fails. */
export async function setPassword(users: LocalUsers, name: string, password: string): Promise<void> {
  const { passwordHash, changedAt } = await userOf(name, password)
  await users.change(name, (user) => ({ ...mustExist(user, name), passwordHash, changedAt }))
}

/** Sets the token ceiling of a user, or removes it. Throws `AccountError`, and when the file or the store
 * fails. */
export async function setTokenCeiling(
  users: LocalUsers,
  name: string,
  ceiling: TokenCeiling | undefined,
): Promise<void> {
  if (ceiling && !isTokenCeiling(ceiling)) throw new AccountError(`a token ceiling must be ${tokenCeilingFormat}`)
  await users.change(name, (user) => {
    const { tokenCeiling: _, ...rest } = mustExist(user, name)
    return { ...rest, tokenCeiling: ceiling }
  })
}

/** Removes a user. Throws `AccountError` when there is no such user, and when the file or the store fails. */
export async function removeUser(users: LocalUsers, name: string): Promise<void> {
  await users.change(name, (user) => {
    mustExist(user, name)
    return undefined
  })
}

async function userOf(name: string, password: string): Promise<LocalUser> {
  checkNewPassword(password, name)
  return { name, passwordHash: await hashSecret(password), changedAt: new Date().toISOString() }
}

function mustExist(user: LocalUser | undefined, name: string): LocalUser {
  if (!user) throw new AccountError(`there is no user ${name}`)
  return user
}
