/** The user file of a local registry: one JSON file that workers read. Changes replace it atomically, under a lock. */
import { stat } from 'node:fs/promises'
import type { TokenCeiling } from '../../access/token-ceiling.ts'
import { readRegularFileLater } from '../../lib/files/read-regular-file.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { isSecretHash } from '../../security/index.ts'
import { withFileLock } from './file-lock.ts'

/** A user as the user file has it. */
export interface LocalUser {
  name: string
  /** Argon2id, in the PHC string format. */
  passwordHash: string
  /** ISO 8601. */
  changedAt: string
  /** The token ceiling of the user. */
  tokenCeiling?: TokenCeiling | undefined
}

/** The user file cannot be read or parsed. The message has its path and the reason. */
class UserFileError extends Error {
  override name = 'UserFileError'
}

/** Returns the users in the order of the file, or undefined when there is no file. Throws `UserFileError`. */
export async function readUserFile(file: string): Promise<LocalUser[] | undefined> {
  const bytes = await readUnlessMissing(file, readRegularFileLater(file))
  return bytes && parseUsers(bytes.toString(), file)
}

/** Returns a text that differs for each version of the file; undefined without one. Throws `UserFileError`. */
export async function readFileVersion(file: string): Promise<string | undefined> {
  const found = await readUnlessMissing(file, stat(file, { bigint: true }))
  return found && `${found.ino} ${found.size} ${found.mtimeNs}`
}

async function readUnlessMissing<T>(file: string, reading: Promise<T>): Promise<T | undefined> {
  return await reading.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw new UserFileError(`user file ${file}: ${cause.message}`, { cause })
  })
}

/**
 * Replaces the users of the file by the result of `change`. Creates the file when there is none. Throws what
 * `change` throws, and then leaves the file unchanged.
 */
export async function updateUserFile(
  file: string,
  change: (users: readonly LocalUser[]) => readonly LocalUser[],
): Promise<void> {
  await withFileLock(`${file}.lock`, async () => {
    const users = change((await readUserFile(file)) ?? [])
    await replaceFile(file, `${JSON.stringify({ users }, null, 2)}\n`, { mode: 0o600 })
  })
}

function parseUsers(text: string, file: string): LocalUser[] {
  const wrong = (what: string, cause?: unknown) => new UserFileError(`user file ${file}: ${what}`, { cause })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (cause) {
    throw wrong(`it is not JSON: ${(cause as Error).message}`, cause)
  }
  const users = (content as { users?: unknown } | null)?.users
  if (!Array.isArray(users)) throw wrong('it must be an object with a list "users"')

  return users.map((user: Partial<LocalUser> | null, index) => {
    if (typeof user?.name !== 'string') throw wrong(`users[${index}] has no name`)
    if (typeof user.passwordHash !== 'string' || !isSecretHash(user.passwordHash)) {
      throw wrong(`users[${index}], ${user.name}, has no passwordHash in the form $argon2id$…`)
    }
    const { tokenCeiling } = user
    if (tokenCeiling !== undefined && !isTokenCeiling(tokenCeiling)) {
      throw wrong(
        `users[${index}], ${user.name}, has a tokenCeiling that is not valid; it must be ${tokenCeilingFormat}`,
      )
    }
    return { name: user.name, passwordHash: user.passwordHash, changedAt: String(user.changedAt ?? ''), tokenCeiling }
  })
}

/** The accepted members, for error messages. */
export const tokenCeilingFormat =
  'an object with the optional members "scopes", a list of names, and "accessTokenTtl" and "refreshTokenTtl", whole numbers of seconds'

const members = new Set(['scopes', 'accessTokenTtl', 'refreshTokenTtl'])
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/ // RFC 6749 section 3.3

/** Returns whether a value is a token ceiling. A misspelt member would limit nothing, and is rejected. */
export function isTokenCeiling(value: unknown): value is TokenCeiling {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { scopes, accessTokenTtl, refreshTokenTtl } = value as Record<string, unknown>
  return (
    Object.keys(value).every((each) => members.has(each)) &&
    (scopes === undefined || isScopeList(scopes)) &&
    [accessTokenTtl, refreshTokenTtl].every((each) => each === undefined || isSeconds(each))
  )
}

function isScopeList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && scope.test(each))
}

function isSeconds(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}

/** What one look at the file or the store finds. */
interface UserLookUp {
  /** Undefined when there is no such user. */
  user: LocalUser | undefined
  /** Returns a hash that belongs to no user, to verify for an unknown name; undefined when there is no user at all. */
  findDecoyHash(): string | undefined | Promise<string>
  /** Why there is no user at all although nothing failed: there is no user file. */
  absence: string | undefined
}

/** Finds and changes users. All methods reject when the file or the store fails. */
export interface LocalUsers {
  /** Returns the user with a name in any spelling of the registry. */
  lookUp(name: string): Promise<UserLookUp>
  /** Returns all users, in no particular order. */
  list(): Promise<readonly LocalUser[]>
  /**
   * Replaces the user with a name by the result of `change`, which gets the user that there is; undefined removes the
   * user. Simultaneous changes happen one after the other. Rejects with what `change` throws, and then changes nothing.
   */
  change(name: string, change: (user: LocalUser | undefined) => LocalUser | undefined): Promise<void>
}
