/** Finds the users of a local registry by name. It reads the file again after each change. */
import { foldName, type UserFileRef } from './accounts.ts'
import { type LocalUser, readFileVersion, readUserFile } from './user-file.ts'

/** The users of one local registry. */
export interface UserDirectory {
  /** Returns the user, or undefined when there is no such user or no file. Throws `UserFileError`. */
  find(name: string): Promise<LocalUser | undefined>
  /** Returns whether the file has no users. */
  isEmpty(): Promise<boolean>
}

/** Returns the users of a local registry. It reads the file on first use. */
export function openUserDirectory({ file, caseSensitive }: UserFileRef): UserDirectory {
  let known: { version: string | undefined; byName: ReadonlyMap<string, LocalUser> } | undefined

  return {
    async find(name) {
      return (await present()).get(foldName(name, caseSensitive))
    },
    async isEmpty() {
      return (await present()).size === 0
    },
  }

  async function present(): Promise<ReadonlyMap<string, LocalUser>> {
    const version = await readFileVersion(file)
    if (!known || known.version !== version) {
      const users = (await readUserFile(file)) ?? []
      known = { version, byName: new Map(users.map((user) => [foldName(user.name, caseSensitive), user])) }
    }
    return known.byName
  }
}
