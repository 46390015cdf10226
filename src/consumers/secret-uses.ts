/**
 * When each secret of a client was last used: for those who rotate secrets and must know which one is still in use.
 *
 * The store keeps it for all workers and over restarts. It is coarse: a worker writes each secret at most once a minute,
 * and no caller waits for that.
 */
import { hash as digestOf } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { Credential } from '../config/types/index.ts'
import type { Log } from '../lib/output/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { StateStore } from '../storage/index.ts'

export interface SecretUseRecorder {
  /**
   * Records that the secret with this hash was used just now. Returns at once; the write happens in the
   * background.
   */
  record(clientId: string, hash: string): void
}

const writeEveryMs = 60_000
const keptMs = 400 * 86_400_000
const remembered = 10_000 // maximum number of secrets in the cache

export function openSecretUseRecorder(
  catalogPath: string,
  { store, clock, log }: { store: StateStore; clock: Clock; log: Log },
): SecretUseRecorder {
  /** Hash to the time at which its use was written last. */
  const written = new LRUCache<string, number>({ max: remembered })

  return {
    record(clientId, hash) {
      const now = clock()
      const last = written.get(hash)
      if (last !== undefined && last <= now && now - last < writeEveryMs) return
      written.set(hash, now)
      store
        .save(kindOf(catalogPath), keyOf(clientId, hash), now, { expiresAt: now + keptMs })
        .catch((error: unknown) => {
          log.warn({ err: error, clientId }, 'the last use of a secret could not be stored')
        })
    },
  }
}

/** When each secret of a credential was last used, newest secret first, in milliseconds; undefined: never, as far as is known. */
export async function readLastSecretUses(
  store: StateStore,
  catalogPath: string,
  { clientId, secretHashes }: Pick<Credential, 'clientId' | 'secretHashes'>,
): Promise<(number | undefined)[]> {
  const kind = kindOf(catalogPath)
  const entries = secretHashes.map((hash) => store.find(kind, keyOf(clientId, hash)))
  return (await Promise.all(entries)).map((entry) => entry?.value as number | undefined)
}

function kindOf(catalogPath: string): string {
  return `secret-use ${catalogPath}`
}

/** The state file holds digests, never the hashes of secrets. */
function keyOf(clientId: string, hash: string): string {
  return digestOf('sha256', `${clientId} ${hash}`, 'base64url')
}
