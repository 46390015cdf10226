/**
 * Verifies secrets against their hashes on a busy server.
 *
 * Hashing is slow and takes much memory by design. Therefore verified secrets are cached, concurrent checks of
 * the same secret share one computation, and the numbers of running and waiting computations are limited. The
 * cache reveals no secret: its keys are digests with a random salt of this process.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../lib/caches/limit-entries.ts'
import { createSecretDigest } from './secret-digest.ts'
import { verifySecret } from './secret-hash.ts'
import { openSemaphore } from './semaphore.ts'
import { openSharedChecks } from './shared-checks.ts'

/** Too many secrets are being verified at this moment. The error does not tell whether this secret is right. */
export class VerifierBusyError extends Error {
  override name = 'VerifierBusyError'
  /** Seconds after which a retry makes sense. */
  readonly retryAfter = 2
}

/** The limits of a secret verifier. */
export interface SecretVerifierOptions {
  /** The maximum number of verified secrets in the cache. */
  maxRemembered: number
  /** The maximum number of computations at the same time. libuv has four threads, which other work needs as well. */
  maxRunning: number
  /** The maximum number of checks that wait for a computation. */
  maxWaiting: number
}

/** In UTF-16 code units. Longer secrets are rejected without hashing. */
const maxSecretLength = 1024

/** Verifies secrets against their hashes. */
export type SecretVerifier = ReturnType<typeof openSecretVerifier>

/** Returns a secret verifier with its own cache and limits. */
export function openSecretVerifier(options: Partial<SecretVerifierOptions> = {}) {
  const { maxRemembered: maxCached = 4096, maxRunning: maxConcurrent = 2, maxWaiting: maxQueued = 256 } = options
  const digest = createSecretDigest()
  const verified = new LRUCache<string, true>(limitEntries(maxCached))
  const checks = openSharedChecks<boolean>()
  const runLimited = openSemaphore({
    maxRunning: maxConcurrent,
    maxWaiting: maxQueued,
    createOverflowError: () => new VerifierBusyError(`${maxQueued} secrets are already waiting to be checked`),
  })

  return {
    /** Returns whether the secret has one of the hashes. Throws `VerifierBusyError` when too many checks wait. */
    verify: async (hashes: readonly string[], secret: string) => (await match(hashes, secret)) !== undefined,
    /** Returns the hash that the secret has, or undefined when it has none of these. Throws `VerifierBusyError`. */
    findMatchingHash: match,
  }

  async function match(hashes: readonly string[], secret: string): Promise<string | undefined> {
    if (secret.length > maxSecretLength) return undefined

    const pairs = hashes.map((hash) => ({ hash, id: digest(hash, secret) }))
    const known = pairs.find(({ id }) => verified.get(id))
    if (known) return known.hash
    for (const { hash, id } of pairs) if (await derive(id, hash, secret)) return hash
    return undefined
  }

  /** Computes a hash once for all concurrent checks of the same secret. */
  function derive(id: string, hash: string, secret: string): Promise<boolean> {
    return checks.run(id, async () => {
      const isRight = await runLimited(() => verifySecret(hash, secret))
      if (isRight) verified.set(id, true)
      return isRight
    })
  }
}

/** The verifier of the whole process, so that limits apply to all callers. It survives reloads of documents. */
export const sharedSecretVerifier: SecretVerifier = openSecretVerifier()

/** Returns a hash that takes as much time to verify as this one, and that no secret has. */
export function createDecoyHash(hash: string): string {
  const end = hash.lastIndexOf('$') + 1
  const digest = randomBytes(Buffer.from(hash.slice(end), 'base64').length)
  return hash.slice(0, end) + digest.toString('base64').replaceAll('=', '')
}
