/** The users of a local registry in the store of the gateway, which all gateways that share it use. */
import { createDecoyHash, generateSecret, hashSecret } from '../../security/index.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'
import { foldComposedName } from '../contract/user-registry.ts'
import type { LocalUser, LocalUsers } from './user-file.ts'

/** The users of a registry in the store. */
export interface StoredUsersRef {
  store: StateStore
  /** The name of the registry. */
  registry: string
  caseSensitive: boolean
}

/** How often a change is repeated when another process changes the same user. */
const maxAttempts = 20

/** The decoy hash of this process: it has the cost of the hashes that this version creates. */
let decoy: Promise<string> | undefined

/** Returns the users of a registry. Every look-up reads the store, so that a changed password counts at once everywhere. */
export function openUsersInStore({ store, registry, caseSensitive }: StoredUsersRef): LocalUsers {
  const kind = `local-users ${registry}`
  const keyOf = (name: string) => foldComposedName(name, caseSensitive)

  return {
    async lookUp(name) {
      const user = (await store.find(kind, keyOf(name)))?.value as LocalUser | undefined
      return { user, findDecoyHash, absence: undefined }
    },

    list: async () => (await store.list(kind)).map(({ entry }) => entry.value as LocalUser),

    async change(name, change) {
      const key = keyOf(name)
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const before = (await store.find(kind, key))?.value
        const after = change(before as LocalUser | undefined)
        if (await exchange(key, before, after)) return
      }
      throw new Error(`the user ${name} is being changed by others; try again`)
    },
  }

  /** Returns false when the user is no longer the one before. */
  async function exchange(key: string, before: StateValue | undefined, after: LocalUser | undefined): Promise<boolean> {
    if (after === undefined) await store.remove(kind, key)
    else if (before === undefined) return store.create(kind, key, after)
    else return store.replace(kind, key, before, after)
    return true
  }
}

function findDecoyHash(): Promise<string> {
  decoy ??= hashSecret(generateSecret()).then(createDecoyHash)
  return decoy
}
