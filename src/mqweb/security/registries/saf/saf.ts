/** The SAF registry: z/OSMF checks passwords, and a service checks access to EJBROLE profiles. */
import { LRUCache } from 'lru-cache'

import type { Log } from '../../../../lib/output/log.ts'
import type { Identity, UserRegistry } from '../../../identity/user-registry.ts'
import type { SafRegistrySettings } from '../../../settings/saf-registry.ts'
import { findProfiles } from './find-profiles.ts'
import { signInToZosmf } from './sign-in-to-zosmf.ts'
import { openZosClient } from './zos-client.ts'

/** How long the profiles of a user are kept, in milliseconds. */
const cacheMs = 30_000
const maxUsers = 10_000

export interface SafRegistryDeps {
  readonly log: Log
  /** Reads the trusted CA certificates in PEM; undefined trusts those of the runtime. */
  readonly readTrustedCas: () => Promise<string | undefined>
}

/**
 * Returns the registry. The groups of a user are the EJBROLE profiles to which the user has READ access. z/OSMF finds no users
 * without a password, so `find` returns the users who authenticated at this registry, and `identify` returns no user.
 */
export function openSafRegistry(
  { realm, zosmfUrl, profileUrl, profiles, timeoutMs }: SafRegistrySettings,
  { log, readTrustedCas }: SafRegistryDeps,
): UserRegistry {
  const zosmf = openZosClient('z/OSMF', zosmfUrl, readTrustedCas, timeoutMs)
  const profileService =
    profileUrl && openZosClient('the profile service', profileUrl, readTrustedCas, timeoutMs)
  const authenticated = new LRUCache<string, true>({ max: maxUsers })
  const groupsOf = new LRUCache<string, readonly string[]>({ max: maxUsers, ttl: cacheMs })

  async function toIdentity(name: string): Promise<Identity> {
    const groups = profileService ? await findProfiles(profileService, name, profiles) : []
    groupsOf.set(name, groups)
    return { name, groups }
  }

  return {
    realm,

    async authenticate(name, password) {
      if (!canBeUserId(name) || !canBePassword(password)) return undefined
      const result = await signInToZosmf(zosmf, name, password)
      if (!result.isAccepted) {
        log.warn({ user: name, reason: result.reason }, 'z/OSMF rejected a sign-in')
        return undefined
      }
      const identity = await toIdentity(name)
      authenticated.set(name, true)
      return identity
    },

    identify: async () => undefined,

    async find(name) {
      if (!authenticated.has(name)) return undefined
      const groups = groupsOf.get(name)
      return groups ? { name, groups } : toIdentity(name)
    },

    async close() {
      authenticated.clear()
      groupsOf.clear()
      await zosmf.close()
      await profileService?.close()
    },
  }
}

/** A RACF user ID: one to eight letters, digits and national characters, in any case. */
function canBeUserId(name: string): boolean {
  return /^[A-Z@#$][A-Z0-9@#$]{0,7}$/i.test(name)
}

/** A RACF password or password phrase: up to 100 characters. */
function canBePassword(password: string): boolean {
  return password !== '' && password.length <= 100 && !/\p{Cc}/u.test(password)
}
