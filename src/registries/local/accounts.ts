/** Lists and changes the users of a local registry, and applies the rules for names and passwords. */

import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import { hashSecret } from '../../security/index.ts'
import { AccountError, checkNewPassword, checkUserName } from './account-rules.ts'
import { isTokenCeiling, tokenCeilingFormat } from './token-ceiling-format.ts'
import { type LocalUser, readUserFile, updateUserFile } from './user-file.ts'

/** The user file of a local registry, and whether the registry distinguishes upper and lower case in names. */
export interface UserFileRef {
  file: string
  caseSensitive: boolean
}

/** Returns the form in which names are compared. It is the same for all spellings of one user's name. */
export function foldName(name: string, caseSensitive: boolean): string {
  const composed = name.normalize('NFC')
  return caseSensitive ? composed : composed.toLowerCase()
}

/** Returns the users, sorted by name. Throws `UserFileError`. */
export async function listUsers({ file }: UserFileRef): Promise<LocalUser[]> {
  const users = (await readUserFile(file)) ?? []
  return users.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Adds a user. Throws `AccountError` when the name or the password is rejected or the user exists, and
 * `UserFileError`.
 */
export async function addUser(where: UserFileRef, name: string, password: string): Promise<void> {
  checkUserName(name)
  const user = await userOf(name, password)
  await updateUserFile(where.file, (users) => {
    const same = users.find(isNamed(where, name))
    if (same)
      throw new AccountError(`the user ${same.name} exists already; "sluice users passwd" changes a password`)
    return [...users, user]
  })
}

/**
 * Replaces the password of a user. Throws `AccountError` when it is rejected or there is no such user, and
 * `UserFileError`.
 */
export async function setPassword(where: UserFileRef, name: string, password: string): Promise<void> {
  const { passwordHash, changedAt } = await userOf(name, password)
  await updateUserFile(where.file, (users) => {
    const found = mustFind(where, users, name)
    return users.map((each) => (each === found ? { ...each, passwordHash, changedAt } : each))
  })
}

/** Sets the token ceiling of a user, or removes it. Throws `AccountError` and `UserFileError`. */
export async function setTokenCeiling(
  where: UserFileRef,
  name: string,
  ceiling: TokenCeiling | undefined,
): Promise<void> {
  if (ceiling && !isTokenCeiling(ceiling))
    throw new AccountError(`a token ceiling must be ${tokenCeilingFormat}`)
  await updateUserFile(where.file, (users) => {
    const found = mustFind(where, users, name)
    const { tokenCeiling: _, ...rest } = found
    return users.map((each) =>
      each === found ? { ...rest, ...(ceiling && { tokenCeiling: ceiling }) } : each,
    )
  })
}

/** Removes a user. Throws `AccountError` when there is no such user, and `UserFileError`. */
export async function removeUser(where: UserFileRef, name: string): Promise<void> {
  await updateUserFile(where.file, (users) => {
    const found = mustFind(where, users, name)
    return users.filter((each) => each !== found)
  })
}

async function userOf(name: string, password: string): Promise<LocalUser> {
  checkNewPassword(password, name)
  return { name, passwordHash: await hashSecret(password), changedAt: new Date().toISOString() }
}

function isNamed({ caseSensitive }: UserFileRef, name: string) {
  const wanted = foldName(name, caseSensitive)
  return (user: LocalUser) => foldName(user.name, caseSensitive) === wanted
}

function mustFind(where: UserFileRef, users: readonly LocalUser[], name: string): LocalUser {
  const found = users.find(isNamed(where, name))
  if (!found) throw new AccountError(`there is no user ${name}`)
  return found
}
