/**
 * Records when each secret of a client was last used, for operators who rotate secrets. Workers share the times in the
 * store, where each writes a secret at most once a minute, in the background.
 */
import { hash as digestOf } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../shared/lib/caches/limit-entries.ts'
import type { Log } from '../../shared/lib/output/log.ts'
import type { Clock } from '../../shared/lib/time/clock.ts'
import { findNumber, recordLifeMs, type StateStore } from '../../shared/storage/index.ts'
import type { Credential } from '../config/types/index.ts'

/** Records uses of client secrets. */
export interface SecretUseRecorder {
  /** Records that the secret with this hash was used just now. Returns at once; the write happens in the background. */
  record(clientId: string, hash: string): void
}

const writeIntervalMs = 60_000
const maxCachedSecrets = 10_000 // maximum number of secrets in the cache

/** Returns the recorder of one catalog. */
export function openSecretUseRecorder(
  catalogPath: string,
  { store, clock, log }: { store: StateStore; clock: Clock; log: Log },
): SecretUseRecorder {
  /** Maps a hash to the time at which its use was last written. */
  const written = new LRUCache<string, number>(limitEntries(maxCachedSecrets))

  return {
    record(clientId, hash) {
      const now = clock()
      const last = written.get(hash)
      if (last !== undefined && last <= now && now - last < writeIntervalMs) return
      written.set(hash, now)
      store
        .save(kindOf(catalogPath), keyOf(clientId, hash), now, { expiresAt: now + recordLifeMs })
        .catch((error: unknown) => {
          log.warn({ err: error, clientId }, 'the last use of a secret could not be stored')
        })
    },
  }
}

/** Returns the last use of each secret, newest first, in milliseconds since the epoch. Throws when the store fails. */
export async function readLastSecretUses(
  store: StateStore,
  catalogPath: string,
  { clientId, secretHashes }: Pick<Credential, 'clientId' | 'secretHashes'>,
): Promise<(number | undefined)[]> {
  const kind = kindOf(catalogPath)
  return Promise.all(secretHashes.map((hash) => findNumber(store, kind, keyOf(clientId, hash))))
}

function kindOf(catalogPath: string): string {
  return `secret-use ${catalogPath}`
}

/** Returns the key of a secret's record: a digest, so that the state file does not contain the hashes of secrets. */
function keyOf(clientId: string, hash: string): string {
  return digestOf('sha256', `${clientId} ${hash}`, 'base64url')
}
