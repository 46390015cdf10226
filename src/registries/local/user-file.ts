/**
 * The user file of a local registry: one JSON file, which every worker reads and commands change.
 *
 * A change replaces the whole file atomically, so that readers see the old or the new file, also after a power
 * failure. A lock file next to it serialises writers.
 */
import { stat } from 'node:fs/promises'
import type { TokenCeiling } from '../../contract/access/token-ceiling.ts'
import { readRegularFileLater } from '../../lib/files/read-regular-file.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { isSecretHash } from '../../security/index.ts'
import { withFileLock } from './file-lock.ts'
import { isTokenCeiling, tokenCeilingFormat } from './token-ceiling-format.ts'

/** A user as the user file has it. */
export interface LocalUser {
  name: string
  /** Argon2id, in the PHC string format. */
  passwordHash: string
  /** ISO 8601. */
  changedAt: string
  /** The token ceiling of the user. */
  tokenCeiling?: TokenCeiling
}

/** The user file cannot be read or parsed. The message has its path and the reason. */
class UserFileError extends Error {
  override name = 'UserFileError'
}

/** Returns the users in the order of the file, or undefined when there is no file. Throws `UserFileError`. */
export async function readUserFile(file: string): Promise<LocalUser[] | undefined> {
  let text: string
  try {
    text = (await readRegularFileLater(file)).toString()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFileError(`user file ${file}: ${(cause as Error).message}`, { cause })
  }
  return parseUsers(text, file)
}

/**
 * Returns a text that differs for each version of the file, or undefined when there is no file. Throws
 * `UserFileError`.
 */
export async function readFileVersion(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFileError(`user file ${file}: ${(cause as Error).message}`, { cause })
  }
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
    return {
      name: user.name,
      passwordHash: user.passwordHash,
      changedAt: String(user.changedAt ?? ''),
      ...(tokenCeiling && { tokenCeiling }),
    }
  })
}
