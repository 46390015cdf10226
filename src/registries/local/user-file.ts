/**
 * The users of a local registry: one JSON file, read by every worker and changed by the command line.
 *
 * A change replaces the whole file at once, so that a reader sees the old one or the new one, and nothing is lost
 * when the power fails in between. Writers take turns by a lock file beside it.
 */
import { readFile, stat } from 'node:fs/promises'
import type { TokenCeiling } from '../../lib/access/token-ceiling.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { isSecretHash } from '../../security/index.ts'
import { withFileLock } from './file-lock.ts'
import { isTokenCeiling, tokenCeilingFormat } from './token-ceiling-format.ts'

export interface LocalUser {
  name: string
  /** Argon2id, in the PHC format. */
  passwordHash: string
  /** ISO 8601. */
  changedAt: string
  /** The most that tokens of the user may have. */
  tokenCeiling?: TokenCeiling
}

/** The file cannot be used as it is; the message names it and says why. */
export class UserFileError extends Error {
  override name = 'UserFileError'
}

/** Every user in the order of the file; undefined when there is no file. */
export async function readUserFile(file: string): Promise<LocalUser[] | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFileError(`user file ${file}: ${(cause as Error).message}`, { cause })
  }
  return parseUsers(text, file)
}

/** Tells one state of the file from another; undefined when there is no file. */
export async function readFileVersion(file: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new UserFileError(`user file ${file}: ${(cause as Error).message}`, { cause })
  }
}

/** Puts what `change` makes of the users in the place of the file, unless it throws. Makes the file when there is none. */
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
        `users[${index}], ${user.name}, has a tokenCeiling that cannot be read: ${tokenCeilingFormat}`,
      )
    }
    return {
      ...{ name: user.name, passwordHash: user.passwordHash, changedAt: String(user.changedAt ?? '') },
      ...(tokenCeiling && { tokenCeiling }),
    }
  })
}
