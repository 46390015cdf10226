/** Finds the hashes that a client secret is compared with. */
import type { Application, Credential } from '../config/types/index.ts'
import type { Clock } from '../lib/time/clock.ts'
import { createDecoyHash } from '../security/index.ts'

/** The secret hashes of all clients of a catalog. */
export interface SecretHashLookup {
  /** Returns as many hashes for unknown client ids, so that the response time reveals nothing. */
  hashes(clientId: string): readonly string[]
  /** Returns when the newest secret expired, in milliseconds since the epoch; undefined for valid ones. */
  findExpiry(clientId: string): number | undefined
}

/** Returns the look-up of the secret hashes that are valid by `secretExpiresAt` and `oldSecretUntil`. */
export function buildSecretHashLookup(applications: readonly Application[], clock: Clock): SecretHashLookup {
  const declared = applications.flatMap(({ credentials }) => credentials)
  const example = declared.flatMap(({ secretHashes }) => secretHashes)[0]
  if (!example) return { hashes: () => [], findExpiry: () => undefined }

  const decoy = createDecoyHash(example)
  const most = Math.max(...declared.map(({ secretHashes }) => secretHashes.length))
  const pad = (hashes: readonly string[]) => [...hashes, ...Array(most - hashes.length).fill(decoy)]

  const known = new Map(declared.map((each) => [each.clientId, lifeOf(each)]))
  const unknown = pad([])
  return {
    hashes(clientId) {
      const its = known.get(clientId)
      if (!its) return unknown
      const now = clock()
      const isOldValid = its.oldUntil > now
      if (its.newestUntil > now) return isOldValid ? its.all : its.newest
      return isOldValid ? its.old : unknown
    },
    findExpiry(clientId) {
      const { newestUntil = Number.POSITIVE_INFINITY } = known.get(clientId) ?? {}
      return newestUntil > clock() ? undefined : newestUntil
    },
  }

  function lifeOf({ secretHashes, secretExpiresAt, oldSecretUntil }: Credential) {
    return {
      all: pad(secretHashes),
      newest: pad(secretHashes.slice(0, 1)),
      old: pad(secretHashes.slice(1)),
      newestUntil: secretExpiresAt ?? Number.POSITIVE_INFINITY,
      oldUntil: oldSecretUntil ?? Number.POSITIVE_INFINITY,
    }
  }
}
