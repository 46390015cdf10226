/** The users of a local registry by name, read anew whenever their file has changed. */
import { foldName, type UserFileRef } from './accounts.ts'
import { type LocalUser, readFileVersion, readUserFile } from './user-file.ts'

export interface UserDirectory {
  /** Undefined when there is no such user, or no file yet. Throws when the file cannot be used. */
  find(name: string): Promise<LocalUser | undefined>
  /** Returns whether the file has no users. */
  isEmpty(): Promise<boolean>
}

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
