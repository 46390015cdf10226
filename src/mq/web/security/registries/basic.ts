/** The basic registry: users, passwords and groups in `mqwebuser.xml`. */
import { randomBytes } from 'node:crypto'
import { type Identity, noCommonName, type UserRegistry, unknownCommonName } from '../../identity/user-registry.ts'
import type { BasicRegistrySettings } from '../../settings/basic-registry.ts'
import { type PasswordHash, verifyPassword } from '../../settings/passwords.ts'

/** The password that is checked for an unknown user, so that the response takes the same time. */
const dummyPasswordHash: PasswordHash = { salt: randomBytes(8), digest: randomBytes(32) }

/** Returns the user registry of a `<basicRegistry>` element. */
export function openBasicRegistry(settings: BasicRegistrySettings): UserRegistry {
  const { realm, users, groups, ignoreCase } = settings
  const fold = (name: string) => (ignoreCase ? name.toLowerCase() : name)

  const passwords = new Map([...users].map(([name, hash]) => [fold(name), hash]))
  const listGroups = (user: string) =>
    [...groups].filter(([, members]) => members.some((each) => fold(each) === user)).map(([group]) => group)
  const groupsOf = new Map([...users.keys()].map(fold).map((user) => [user, listGroups(user)]))

  function identity(name: string): Identity | undefined {
    const found = groupsOf.get(fold(name))
    return found && { name, groups: found }
  }

  return {
    realm,

    async authenticate(name, password) {
      const isRight = await verifyPassword(passwords.get(fold(name)) ?? dummyPasswordHash, password)
      // HMAC pads short keys with zero bytes (RFC 2104 section 2), so the hash of a password with zero bytes at its end matches.
      return isRight && !password.includes('\0') ? identity(name) : undefined
    },

    async identify({ commonName }) {
      return commonName === undefined ? noCommonName : (identity(commonName) ?? unknownCommonName)
    },

    async find(name) {
      return identity(name)
    },

    foldName: fold,

    async close() {},
  }
}
