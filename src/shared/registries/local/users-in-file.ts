/** The users of a local registry in a file, which is read again after each change. */
import { createDecoyHash } from '../../security/index.ts'
import { foldComposedName } from '../contract/user-registry.ts'
import { type LocalUser, type LocalUsers, readFileVersion, readUserFile, updateUserFile } from './user-file.ts'

/** The user file of a local registry, and whether the registry distinguishes upper and lower case in names. */
export type UserFileRef = { file: string; caseSensitive: boolean }

type ReadFile = { version: string | undefined; byName: ReadonlyMap<string, LocalUser>; decoy: string | undefined }

/** Opens the users of a file, which is read on first use. All methods reject with `UserFileError`. */
export function openUsersInFile({ file, caseSensitive }: UserFileRef): LocalUsers {
  let known: ReadFile | undefined
  const fold = (name: string) => foldComposedName(name, caseSensitive)

  return {
    async lookUp(name) {
      const { version, byName, decoy } = await present()
      return {
        user: byName.get(fold(name)),
        findDecoyHash: () => decoy,
        absence:
          version === undefined ? `there is no user file ${file}; "sluice users add NAME" creates it` : undefined,
      }
    },

    list: async () => [...(await present()).byName.values()],

    async change(name, change) {
      await updateUserFile(file, (users) => {
        const at = users.findIndex((each) => fold(each.name) === fold(name))
        const changed = change(users[at])
        const others = changed ? [changed] : []
        return at < 0 ? [...users, ...others] : users.toSpliced(at, 1, ...others)
      })
    },
  }

  async function present(): Promise<ReadFile> {
    const version = await readFileVersion(file)
    if (!known || known.version !== version) {
      const users = (await readUserFile(file)) ?? []
      const example = users[0]?.passwordHash
      known = {
        version,
        byName: new Map(users.map((user) => [fold(user.name), user])),
        decoy: example && createDecoyHash(example),
      }
    }
    return known
  }
}
