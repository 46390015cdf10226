/** Finds the hashes that a client secret is compared with. */
import type { Application, Credential } from '../config/types/index.ts'
import type { Clock } from '../lib/time/clock.ts'
import { createDecoyHash } from '../security/index.ts'

/** The secret hashes of all clients of a catalog. */
export interface SecretHashLookup {
  /**
   * Returns the same number of hashes for every client id, known or not, so that the response time for a wrong
   * secret reveals nothing.
   */
  hashes(clientId: string): readonly string[]
}

/** Returns the look-up of secret hashes. A rotated secret is valid until its `oldSecretUntil`. */
export function buildSecretHashLookup(applications: readonly Application[], clock: Clock): SecretHashLookup {
  const declared = applications.flatMap(({ credentials }) => credentials)
  const example = declared.flatMap(({ secretHashes }) => secretHashes)[0]
  if (!example) return { hashes: () => [] }

  const decoy = createDecoyHash(example)
  const most = Math.max(...declared.map(({ secretHashes }) => secretHashes.length))
  const pad = (hashes: readonly string[]) => [...hashes, ...Array(most - hashes.length).fill(decoy)]

  const known = new Map(declared.map((each) => [each.clientId, lifeOf(each)]))
  const unknown = pad([])
  return {
    hashes(clientId) {
      const its = known.get(clientId)
      if (!its) return unknown
      return its.oldUntil > clock() ? its.all : its.newest
    },
  }

  function lifeOf({ secretHashes, oldSecretUntil }: Credential) {
    return {
      all: pad(secretHashes),
      newest: pad(secretHashes.slice(0, 1)),
      oldUntil: oldSecretUntil ?? Number.POSITIVE_INFINITY,
    }
  }
}
